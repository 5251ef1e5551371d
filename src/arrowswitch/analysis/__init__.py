"""Double dummy: what deals are worth with all cards seen, by the field's solver."""
