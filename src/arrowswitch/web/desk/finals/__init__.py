"""From a qualifying to its final."""
