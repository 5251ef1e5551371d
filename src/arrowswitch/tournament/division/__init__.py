"""How an event's field is divided: seeds, flights, groups, even-chance teams."""
