"""Knockouts of an event: its bracket, and what happens around its matches."""
