"""The ledger in words."""
