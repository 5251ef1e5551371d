"""Proposals that mend a sheet with faults: the smallest changes of its cells after which the checker finds fewer."""
