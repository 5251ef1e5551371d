"""Arrows: which guide cards a sheet in one field turns, how even that is, and the library of the best known."""
