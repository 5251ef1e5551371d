"""The numbers of a scored file that can be explained, apart from all that computes them."""

NUMBERS = ("ns", "ew", "total", "rank", "masterpoints")
"""Each is an option of `explain`."""
