"""Arrowswitch runs duplicate bridge tournaments: from the first entry to the published result."""

import os

__version__ = "1.0.0"

# The matrices of movements are small: numpy's threads would cost more than they bring, and most where a machine is
# busy. Whoever sets the variable has it as set; numpy reads it when it is loaded, so it stands before everything else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
