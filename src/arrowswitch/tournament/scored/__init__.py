"""The scoring of an event in every form: slots and lines, standings, matches, brackets, totals."""
