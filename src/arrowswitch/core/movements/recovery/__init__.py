"""What to do when play departed from the sheet, and where play may stop."""
