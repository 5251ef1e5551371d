"""`movement`: choosing, making and checking movements and plans."""
