"""Instant matchpoints: tables of boards given beforehand."""
