"""The given comparisons of boards: tables of instant matchpoints, datums of IMPs against a datum."""
