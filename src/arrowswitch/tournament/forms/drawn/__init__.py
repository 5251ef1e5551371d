"""Rounds drawn from the ranking: Swiss events and even-chance teams."""
