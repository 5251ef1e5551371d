"""The list of prizes, to be read out."""
