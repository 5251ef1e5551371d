"""Plans over several sessions and sections."""
