"""The rules by which sheets are written, below the families that are made by them."""
