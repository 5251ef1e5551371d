"""What boards are compared with where it is given: tables of instant matchpoints, datums of IMPs against a datum."""
