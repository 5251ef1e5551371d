"""A section's movement: chosen, changed, and its numbers."""
