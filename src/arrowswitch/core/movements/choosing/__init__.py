"""Choosing: which movements and plans a field can play, best first, with the reasons."""
