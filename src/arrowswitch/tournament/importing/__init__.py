"""Events made from results of other programs."""
