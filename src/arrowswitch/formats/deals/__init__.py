"""Files of deals: what dealing machines and bridge programs read and write."""
