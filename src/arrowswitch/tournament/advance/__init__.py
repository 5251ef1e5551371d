"""Advance entry: who announces before the day that they will take part, and who waits for a place."""
