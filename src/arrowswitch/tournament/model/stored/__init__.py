"""How everything is spelled that is stored: in event files, in the rows of the store and in backups.

A stored value has the field names, the words and the defaults that stand in the JSON. It is made of the domain's value
where both are spelled alike (`mapping`); the domain's may be renamed without touching a file that a club has. `form`
holds the version and the way from older versions.
"""
