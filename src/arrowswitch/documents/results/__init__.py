"""Paper for results: pick-up slips and travellers."""
