"""A form of event that the program does not have: one folder, and a catalogue in each language."""
