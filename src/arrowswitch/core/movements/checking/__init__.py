"""The independent checker of sheets, and how fair a sheet is: nothing here makes a movement."""
