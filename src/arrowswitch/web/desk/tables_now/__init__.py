"""The tables of a session at a glance, for the director's phone: calls, takeovers, seats, pace, results to settle."""
