"""Mail that the program sends by the club's own server: the account, what waits, and what could not be sent."""
