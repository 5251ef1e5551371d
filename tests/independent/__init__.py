"""A second scoring of matches and a second draw that share no code with the program, and random events to compare."""
