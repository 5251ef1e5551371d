"""The schedule and the table of a league."""
