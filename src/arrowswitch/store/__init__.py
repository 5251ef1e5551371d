"""Stores: where ledgers and the register of players are kept, behind the one port of `tournament.ports`."""
