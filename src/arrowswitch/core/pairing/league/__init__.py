"""Leagues: conditions, the schedule of a season with its checker, the table on any date."""
