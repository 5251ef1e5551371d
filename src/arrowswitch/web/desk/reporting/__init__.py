"""The report to the federation at the desk: what it says, what changed, how it is sent, and what was answered."""
