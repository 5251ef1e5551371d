"""What the director takes to the table: ruling sheets, forms of appeals, the list of cases."""
