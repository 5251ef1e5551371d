"""Parts that all devices at the tables share: the queue of their commands, and their newest screens."""
