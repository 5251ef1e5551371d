"""Records of players over the published events: ladders of a season, the rating, and a page for each player."""
