"""Masterpoints at the desk: the report by player over a period, and the tables of weekly games."""
