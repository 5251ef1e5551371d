"""The qualifiers for the final."""
