"""The prints of an event: outside its ledger, because paper is no fact of the event."""
