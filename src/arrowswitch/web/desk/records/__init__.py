"""Auctions and plays: read from a file, typed at a ruling, shown with results."""
