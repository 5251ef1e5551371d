"""Ladders on paper."""
