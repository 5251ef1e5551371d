"""The score pads of rubber bridge and Chicago."""
