"""Results of one session, from files of any format."""
