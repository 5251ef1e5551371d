"""One module per capability: its commands, its facts and their fold."""
