"""Rankings, totals and every number's reason."""
