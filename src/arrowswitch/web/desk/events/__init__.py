"""The list of events, and the backup of everything."""
