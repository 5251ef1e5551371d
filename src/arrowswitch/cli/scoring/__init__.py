"""`score`, `explain` and `convert`."""
