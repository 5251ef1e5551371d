"""`draw` and `league`."""
