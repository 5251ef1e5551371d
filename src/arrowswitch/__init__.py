"""Arrowswitch runs duplicate bridge tournaments: from the first entry to the published result."""

__version__ = "0.1.0"
