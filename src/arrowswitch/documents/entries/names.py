"""How a team is called on paper: by its own name, else by its captain, who is named first; a pair or a player by all
names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.model.values.people import Entry

_FEWEST = 3


def team_name(entry: Entry | None, words: Words) -> str:
    """Returns the short name of an entry; empty for nobody."""
    if entry is not None and entry.name:
        return one_line(entry.name)
    if entry is None or len(entry.people) < _FEWEST:
        return words.names((entry,))
    return words("team.of", name=words.person(entry.people[0]))


def team_players(entry: Entry | None, words: Words) -> str:
    """Returns the players of a team, printed below its name. Returns an empty text for a pair or a player."""
    if entry is None or len(entry.people) < _FEWEST:
        return ""
    return words.names((replace(entry, name=""),))


def side_names(entries: Sequence[Entry | None], words: Words) -> str:
    """Returns the names of a side: a team by its short name, a pair or two single players by all names."""
    return team_name(entries[0], words) if len(entries) == 1 else words.names(entries)
