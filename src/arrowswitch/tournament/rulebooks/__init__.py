"""The regulations of an event, and the club's changes of regulations."""
