"""Play by the clock."""
