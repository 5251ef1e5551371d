"""Rankings, private scores, recapitulation, totals."""
