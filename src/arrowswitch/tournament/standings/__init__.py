"""The standings of an event of any form, how far the event is, and totals over sessions."""
