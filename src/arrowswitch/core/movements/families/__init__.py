"""One module for each family of movements: its rule, from which every sheet follows; the registry lists them."""
