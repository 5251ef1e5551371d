"""The event as a whole: its state, its ledger, the commands that move it on and the queries that read it."""
