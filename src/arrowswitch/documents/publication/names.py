"""Names on the pages of a result package: a person's name is never broken over two lines.

The page models contain the names of a side as one text. `NameMarks` puts each person's and each team's name in an
element of its own together with the sign between partners. An element is broken only if it is longer than a line.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import language_of
from arrowswitch.tournament.model.state import EventState

_SHORTEST = 2
_MOST_TEXTS = 4096


class NameMarks:
    """Marks the names of an event in texts of one language."""

    def __init__(self, state: EventState, words: Words) -> None:
        people = {words.person(person) for entry in state.entries.values() for person in entry.people}
        teams = {one_line(entry.name) for entry in state.entries.values() if entry.name}
        names = sorted((name for name in people | teams if len(name) >= _SHORTEST), key=len, reverse=True)
        partner = re.escape(language_of(words.locale).between_partners.rstrip())
        self._pattern = re.compile(f"(?:{'|'.join(map(re.escape, names))})(?:{partner})?") if names else None
        self.mark = lru_cache(maxsize=_MOST_TEXTS)(self._mark)

    def _mark(self, value: str | int) -> Markup:
        """Returns a text as HTML with every name in a `span` of the class `person`."""
        text = str(value)
        if self._pattern is None:
            return escape(text)
        html, end = Markup(""), 0
        for match in self._pattern.finditer(text):
            html += escape(text[end : match.start()])
            html += Markup('<span class="person">{}</span>').format(match[0])
            end = match.end()
        return html + escape(text[end:])
