"""Mail at the desk: the club's account, what waits, and what could not be sent."""
