"""Leagues of an event: conditions, schedule, season."""
