"""The entries of an event."""
