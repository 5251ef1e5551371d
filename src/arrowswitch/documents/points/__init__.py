"""Masterpoints on paper: the report by player over a period, and the tables of weekly games."""
