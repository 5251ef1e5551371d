"""Check lists and deadlines."""
