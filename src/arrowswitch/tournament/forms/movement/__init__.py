"""Events that follow one movement: a sheet for the whole session says who meets whom."""
