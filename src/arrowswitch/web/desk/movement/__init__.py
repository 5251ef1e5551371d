"""The movement: chosen, drawn, and the plan of the room."""
