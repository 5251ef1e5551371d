"""Draws, brackets, leagues and calendars as files."""
