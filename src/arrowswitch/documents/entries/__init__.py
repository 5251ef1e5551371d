"""Entry forms, the list of entries, and the seating list."""
