"""Prints held against the event as it is now."""
