"""Scoring on players' devices: codes of the tables, reports of both sides, and where they differ."""
