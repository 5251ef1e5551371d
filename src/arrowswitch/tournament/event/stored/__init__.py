"""How everything is spelled that is stored: in event files, in the rows of the store and in backups.

A stored value has the field names and the words that stand in the JSON, and its own defaults; the domain's value beside
it may be renamed without touching a file that a club has. `form` holds the version and the way from older versions.
"""
