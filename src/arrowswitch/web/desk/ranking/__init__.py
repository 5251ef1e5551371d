"""Rankings, travellers and every number's reason."""
