"""The report to the federation: what it says of an event, that it was sent, and what the federation answered."""
