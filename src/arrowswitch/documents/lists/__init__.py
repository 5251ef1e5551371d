"""The check list."""
