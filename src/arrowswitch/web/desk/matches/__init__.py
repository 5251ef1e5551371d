"""Matches of teams: results, line-ups, cross table, the captain's page."""
