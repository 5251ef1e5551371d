"""Shared parts of the readers of JSON."""
