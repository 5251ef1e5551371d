"""Boards after play, on the devices of the tables: travellers, typed hands, opening leads and own scorecards."""
