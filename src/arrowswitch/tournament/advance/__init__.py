"""Advance entry: the entries made before the day, and the waiting list."""
