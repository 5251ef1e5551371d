"""Bridgemate's files (`.bws`): what the devices on the tables were told, and what was entered on them."""
