"""The draw of a Swiss: its conditions, the engine, and the checker that knows nothing of the engine."""
