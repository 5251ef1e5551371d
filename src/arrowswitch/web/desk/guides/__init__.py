"""Ruling guides at the desk and on the director's phone."""
