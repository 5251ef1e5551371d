"""Double dummy: what deals are worth with all cards seen, by the field's solver."""

TOGETHER = 8
"""Deals that are solved in one call: enough for all cores, few enough to tell progress and to stop."""
