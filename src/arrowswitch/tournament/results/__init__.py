"""What was played: the slots of the movement, their results, and how results are stored as text."""
