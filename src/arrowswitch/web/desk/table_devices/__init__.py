"""Devices at the tables, as the director sees them: the permission, the codes, and boards to settle."""
