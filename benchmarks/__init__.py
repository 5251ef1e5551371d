"""Measurements: the program next to bounds that are measured in the same run, so that the ratios are meaningful."""
