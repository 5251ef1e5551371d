"""Leagues: a schedule of matches on different dates."""
