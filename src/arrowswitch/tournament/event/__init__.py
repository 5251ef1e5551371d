"""The event itself: its state, its ledger and fold, the one door for commands, its file and backup."""
