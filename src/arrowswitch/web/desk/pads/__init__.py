"""The scoring pads of rubber bridge and Chicago."""
