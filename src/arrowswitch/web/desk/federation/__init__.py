"""The federation's side at the desk: reports taken, what is wrong with each, the register of points."""
