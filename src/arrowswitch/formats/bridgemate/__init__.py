"""Bridgemate's files (`.bws`): the settings of the devices on the tables, and the entries on them."""
