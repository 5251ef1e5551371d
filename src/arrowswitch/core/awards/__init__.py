"""Awards for results: masterpoints, prizes and ratings."""
