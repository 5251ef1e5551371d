"""Score entry: slips, travellers, slots, and the matrix of what is missing."""
