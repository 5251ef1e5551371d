"""Who meets whom next, where no sheet says it: the conditions of a Swiss, and (later) its draw."""
