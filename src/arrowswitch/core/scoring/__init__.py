"""Scoring: pure functions from results and rules to points, totals and rankings, each number with its reason."""
