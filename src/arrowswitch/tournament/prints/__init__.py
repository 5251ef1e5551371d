"""What was printed of an event: beside its ledger, for paper is no fact of the event."""
