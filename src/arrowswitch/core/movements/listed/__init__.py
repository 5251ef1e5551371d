"""The documents' lists of movements, row by row, and which sizes of a family cannot be."""
