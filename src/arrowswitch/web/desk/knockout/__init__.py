"""The bracket of a knockout."""
