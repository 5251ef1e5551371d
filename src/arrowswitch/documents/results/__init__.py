"""What results are written on: pick-up slips and travellers."""
