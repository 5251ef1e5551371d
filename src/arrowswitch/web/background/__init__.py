"""The background work of the program: it sends mail, and delivers events and reports."""
