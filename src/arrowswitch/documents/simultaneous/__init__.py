"""Simultaneous events on paper: the ranking of the field, and the commentary on its deals."""
