"""Paper for the director at the table: ruling sheets, forms of appeals, the list of cases."""
