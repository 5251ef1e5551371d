"""Matches of teams and of Swiss pairs: line-ups, standings, cross tables, and why."""
