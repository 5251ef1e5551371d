"""A second scoring of matches that shares no code with the program, and random events to compare both on."""
