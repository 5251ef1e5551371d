"""Movements and plans as files."""
