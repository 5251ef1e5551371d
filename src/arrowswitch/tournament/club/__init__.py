"""The club: its settings, from which new events begin, and the backups it keeps."""
