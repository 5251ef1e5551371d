"""Knockouts: the bracket, its draw, and decisions about its matches."""
