"""The plan over several sessions and sections."""
