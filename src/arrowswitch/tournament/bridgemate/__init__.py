"""Bridgemates: the movement for their units, and results back and forth between the units and the desk."""
