"""Prizes: the table of an event, the list that is read out, and the report where the office gives the masterpoints."""
