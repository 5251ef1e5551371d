"""The sheets of advance entry."""
