"""Parts that makers of movements share."""
