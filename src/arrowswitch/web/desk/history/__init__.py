"""The history of an event."""
