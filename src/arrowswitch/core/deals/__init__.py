"""Deals: cards, hands, the number of a deal, dealing from a seed, conditions, and the fingerprint of a set."""
