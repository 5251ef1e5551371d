"""Matches of teams: their value, forfeits, the table of an event, and why each number is what it is."""
