"""The club's settings, and the question of the first start."""
