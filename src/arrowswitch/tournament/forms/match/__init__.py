"""A match of two teams."""
