"""The hall screens at the desk: which screen shows what, in which order and for how long."""
