"""Repairs when play departed from the sheet."""
