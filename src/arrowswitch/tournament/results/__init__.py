"""Results: the slots of the movement, their results, and the stored form of results as text."""
