"""Correspondence and simultaneous events: one set of deals at many clubs, scored as one field."""
