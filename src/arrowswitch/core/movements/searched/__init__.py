"""What no rule gives: starters, squares and sets that were found by search, as data, and what reads them."""
