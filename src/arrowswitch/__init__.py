"""Arrowswitch runs duplicate bridge tournaments: from the first entry to the published result."""

import os

__version__ = "1.0.0"

# Movements have small matrices, for which numpy's threads cost more than they save, above all on a busy machine. Values
# that are already set are left alone. numpy reads them when it is loaded, so this line comes before all imports.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
