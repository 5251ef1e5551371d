"""Movements without a rule: starters, squares and sets that were found by search, as data, with their readers."""
