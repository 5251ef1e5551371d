"""How a field is divided evenly: flights, groups and seeds."""
