"""Hand records."""
