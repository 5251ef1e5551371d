"""Exchange between a club and its federation: reports, points of players, simultaneous events."""
