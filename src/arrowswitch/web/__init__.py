"""The web faces: the director's desk and the hall screens, as pages that the program serves by itself."""
