"""Publishing a ranking and closing an event."""
