"""The forms of events: one package for each arrangement of play, and the registry that lists them."""
