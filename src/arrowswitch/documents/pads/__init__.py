"""Scoring pads."""
