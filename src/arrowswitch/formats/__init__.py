"""Files of others: bytes or text to core values and back. Nothing here opens a file or scores a board."""
