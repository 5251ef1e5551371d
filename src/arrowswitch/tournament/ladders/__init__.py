"""What players come to over the events that were published: ladders of a season, the rating, everybody's own page."""
