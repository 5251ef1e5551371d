"""Regulations as an event keeps them and as the club changes them."""
