"""Another copy of an event taken in at the desk."""
