"""Archives of the program that start with a double click, one for each system."""
