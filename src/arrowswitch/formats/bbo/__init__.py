"""Pages of Bridge Base Online, saved by a browser."""
