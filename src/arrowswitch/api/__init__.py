"""The public surface of Arrowswitch for engineers of other bridge programs.

Each module re-exports the documented functions and values of one subject: `errors`, `game`, `scoring`, `movements`,
`draws`, `deals` and `formats`. The names here are stable; names that are not listed in an `__all__` of this package may
change without notice. docs/api.md has an example of each job, docs/reference/api.md lists every name.
"""
