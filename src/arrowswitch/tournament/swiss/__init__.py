"""Rounds that are drawn while the event is played."""
