"""Bridgemates of a session, and the account for their software."""
