"""What makers of movements have in common."""
