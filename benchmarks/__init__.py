"""Measurements: the program beside bounds that are measured in the same run, so that ratios mean something."""
