"""What was called and played at the tables, kept with their results."""
