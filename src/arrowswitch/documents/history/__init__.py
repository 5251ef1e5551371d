"""The final record of an event."""
