"""Advance entry at the desk."""
