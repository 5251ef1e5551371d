"""Who may open what: the director's pages are for the desk's own computer, and for devices that were let in."""
