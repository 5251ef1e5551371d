"""Events played by themselves: rehearsals, dry runs and the demonstration's evening."""
