"""The page of the demonstration: what can be opened, and its reset."""
