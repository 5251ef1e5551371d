"""Values of each capability in the state of an event."""
