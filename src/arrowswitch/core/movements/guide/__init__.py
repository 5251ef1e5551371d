"""What people at the tables need of a movement: where to go next, where the boards go, what is announced."""
