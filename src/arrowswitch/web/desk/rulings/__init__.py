"""Rulings, penalties, boards not played or fouled."""
