"""The sizes by which a movement is asked for, apart from all that makes one."""

SIZES = ("pairs", "teams", "players")
"""Each is an option of `movement list` and `movement show`."""
