"""Entries at the desk."""
