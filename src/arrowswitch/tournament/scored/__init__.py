"""What the results of an event come to, whatever its form: slots and lines, standings, matches, brackets, totals."""
