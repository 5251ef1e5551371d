"""The report of an event to the federation: what it holds, what changed since another one, and what is wrong in it."""
