"""The ground of a tournament: values, facts, commands, state and folds, and the ports. It decides nothing."""
