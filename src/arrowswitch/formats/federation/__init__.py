"""The report to the federation as a file: JSON of the program's own, CSV for spreadsheets, USEBIO for others."""
