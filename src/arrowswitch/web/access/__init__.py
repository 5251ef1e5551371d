"""Access to routes: the director's pages open on the desk's own computer and on devices that were let in."""
