"""The words lint of `make check`: counts the places that break the rules of English and fails if a count rises.

It covers what a pattern can find; whether a sentence reads well remains for the reviewer.
"""
