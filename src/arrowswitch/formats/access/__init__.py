"""Databases of Microsoft Access (Jet 4 and its successors), read only."""
