"""Prizes at the desk: the list that is read out, the table by which they are given, the report to the office."""
