"""Results from devices at the tables, handed in as Bridgemate's file."""
