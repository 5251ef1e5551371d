"""What a result earns: masterpoints."""
