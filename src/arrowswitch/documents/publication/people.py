"""The contestants of a result package, and the page of each: of a pair, a player or a team, over all sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number, bare
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import team_numbers_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.scored.lines import section_number

Key = tuple[SessionNumber, str, str]
"""A session, a section and a number, as the page models write them."""


@dataclass(frozen=True, slots=True)
class CardOwner:
    """The owner of a page: the entry (None: a number without a name), and its places and numbers."""

    page: str
    entry: Entry | None
    places: tuple[tuple[Place, Number], ...]


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who has a page, and the page by session, section and number."""

    contestants: tuple[CardOwner, ...]
    pages: Mapping[Key, str]

    def page(self, session: SessionNumber, section: str, number: str, side: str = "") -> str:
        """Returns the page of a number, empty where it has none; where the model writes it without its side (`7` of
        `NS7`), `side` tells that. The pairs of a team (`3A`) lead to their team."""
        tried = (number, side + number, *((number[:-1],) if number[-1:] in ("A", "B") else ()))
        return next((self.pages[key] for one in tried if (key := (session, section, one)) in self.pages), "")

    def scored_page(self, state: EventState, session: SessionNumber, scored: str) -> str:
        """Returns the page of a number as totals write it, with its section in front where there are several."""
        letter, number = section_number(state.session(session), Number(scored))
        return self.page(session, letter, number)

    def opponents(self, session: SessionNumber, section: str, number: str, text: str) -> tuple[tuple[str, str], ...]:
        """Returns the opponents of a number, as its card writes them (`7`, or `3+8`), each with its page."""
        prefix = number.removesuffix(bare(Number(number)))
        sides = {side.value: other.value for side, other in ((Side.NS, Side.EW), (Side.EW, Side.NS))}
        return tuple((one, self.page(session, section, one, sides.get(prefix, ""))) for one in text.split("+"))


def people_of(state: EventState) -> People:
    """Returns everybody of an event, in the order of the newest numbers that they have."""
    by_key: dict[object, list[tuple[Place, Number]]] = {}
    for place, number in _numbers(state):
        entry = state.entry_at(place, number)
        key = (place, number) if entry is None or form_of(state.settings).ranks_matches(state) else entry.entry_id
        by_key.setdefault(key, []).append((place, number))
    contestants: list[CardOwner] = []
    pages: dict[Key, str] = {}
    for places in by_key.values():
        (place, number) = places[0]
        page = f"card-{place.session}-{_safe(place.section)}-{_safe(number)}"
        entry = state.entry_at(place, number)
        everybody = None if entry is None else state.entry_over_sessions(entry.entry_id)
        contestants.append(CardOwner(page, everybody, tuple(places)))
        pages |= {(at.session, at.section, own): page for at, own in places}
    if form_of(state.settings).ranks_matches(state):
        pages |= {
            (session, section, own): page for (_, section, own), page in pages.items() for session in state.sessions
        }
    return People(tuple(contestants), pages)


def newest_session(state: EventState) -> SessionNumber:
    """Returns the newest session that has numbers."""
    return max((number for number, session in state.sessions.items() if session.sections), default=SessionNumber(1))


def _numbers(state: EventState) -> Iterator[tuple[Place, Number]]:
    """Yields every number in play; a team's is the same in all sessions."""
    if form_of(state.settings).ranks_matches(state):
        session = newest_session(state)
        for letter in sorted(state.session(session).sections):
            place = Place(session, letter)
            yield from ((place, number) for number in team_numbers_of(state, place))
        return
    for session in sorted(state.sessions):
        for letter, section in sorted(state.session(session).sections.items()):
            movement = section.movement
            ordered = movement.contestants if movement is not None else tuple(section.numbers)
            yield from ((Place(session, letter), number) for number in ordered if number in section.numbers)


def _safe(text: str) -> str:
    """Returns a section or a number as it can stand in the name of a file on every computer."""
    return "".join(one if one.isascii() and one.isalnum() else f"_{ord(one):x}" for one in text)
