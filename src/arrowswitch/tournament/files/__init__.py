"""Event files."""
