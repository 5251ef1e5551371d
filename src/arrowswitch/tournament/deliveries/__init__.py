"""Deliveries to an address that a director typed: an event while it is played, a report."""
