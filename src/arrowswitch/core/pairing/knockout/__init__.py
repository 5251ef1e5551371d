"""Knockouts: the bracket, its matches as they stand, and the checker."""
