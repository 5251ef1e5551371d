"""The announcement of an event, and the test page of a printer."""
