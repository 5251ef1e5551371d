"""How the field is divided: flights, groups, even-chance teams."""
