"""What to do when play departed from the sheet."""
