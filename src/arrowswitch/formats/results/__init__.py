"""Results of one session, whatever file they come from."""
