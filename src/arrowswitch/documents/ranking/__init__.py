"""Rankings, scorecards, recapitulation, totals."""
