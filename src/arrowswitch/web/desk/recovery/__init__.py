"""How play can go on after a mistake."""
