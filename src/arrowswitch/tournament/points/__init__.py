"""Masterpoints of people: what each player earned in an event, what other bodies gave, and the report over a period."""
