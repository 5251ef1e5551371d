"""The screen of a table's device as JSON: the players, the boards, and the next places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from fastapi import Response
from pydantic import TypeAdapter

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.boards import dealer, vulnerability
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import NextKind, TableRound
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import Language, Locale, language_of, translate
from arrowswitch.tournament.devices.table import BoardAtTable, RoundAtTable, TableScreen
from arrowswitch.tournament.model.memory import Recent
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import SeatView
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.devices.holds import mark_of
from arrowswitch.web.tables.seating_screen import seating_json


class SidesMemory(Recent[tuple[SeatView, SeatView], tuple[dict[str, Any], dict[str, Any]]]):
    """Both sides of a table in a language."""


class NextMemory(Recent[tuple[TableRound], list[dict[str, str]]]):
    """The next places of a table in a language."""


def screen_json(screen: TableScreen, state: EventState, locale: Locale) -> dict[str, Any]:
    """Returns the screen of a table for its page, with the version of the event."""
    return {
        "version": state.seq,
        "phase": screen.phase.value,
        "round": screen.round,
        "rounds": screen.rounds,
        "closed": screen.is_closed,
        "options": sorted(screen.options),
        "called": screen.has_called,
        "following": screen.following,
        "coming": screen.is_coming,
        "seating": seating_json(screen),
        "holder": mark_of(screen.holder),
        "now": None if screen.now is None else _round(screen.now, state, locale),
        "earlier": [_round(one, state, locale) for one in screen.earlier],
        "table": screen.label,
        "side": "" if screen.side is None else screen.side.value,
        "next": _next(screen, state, locale),
    }


def screen_answer(screen: TableScreen, state: EventState, locale: Locale) -> Response:
    """Returns the answer to a device: its screen as it is now."""
    return json_answer({"stored": True, "screen": screen_json(screen, state, locale)})


def json_answer(answer: Mapping[str, Any]) -> Response:
    """Returns the answer to the script of a device's page. It is no JSON for other programs."""
    return Response(_to_json(answer), media_type="application/json")


_to_json = TypeAdapter(Mapping[str, Any]).dump_json


def _round(play: RoundAtTable, state: EventState, locale: Locale) -> dict[str, Any]:
    table, language = play.table, language_of(locale)
    memory = state.memory.part(SidesMemory, locale, table.at.place, table.table)
    ns, ew = memory.find((table.ns, table.ew), lambda _: (_side(table.ns, language), _side(table.ew, language)))
    return {
        "round": play.round,
        "played": table.is_played,
        "ns": ns,
        "ew": ew,
        "boards": [_board(board) for board in play.boards],
    }


def _side(seat: SeatView, language: Language) -> dict[str, Any]:
    return {"number": seat.label, "names": _names(seat.entries, language)}


def _names(entries: Sequence[Entry | None], language: Language) -> list[str]:
    """Returns the names at a side: a team's own name, else its people."""
    names: list[str] = []
    for entry in entries:
        if entry is not None:
            names += [entry.name] if entry.name else [language.person(person) for person in entry.people]
    return names


def _board(at_table: BoardAtTable) -> dict[str, Any]:
    board = at_table.slot.board
    return {
        "key": slot_key(at_table.slot),
        "board": board,
        "dealer": dealer(board).value,
        "vulnerable": vulnerability(board).value,
        "status": at_table.status.value,
        "text": "" if at_table.report is None else format_entry(at_table.report.entry),
        "turned": at_table.report is not None and at_table.report.is_turned,
        "side": "" if at_table.side is None else at_table.side.value,
        "other": "" if at_table.other is None else format_entry(at_table.other.entry),
        "otherTurned": at_table.other is not None and at_table.other.is_turned,
    }


def _next(screen: TableScreen, state: EventState, locale: Locale) -> list[dict[str, str]]:
    """Returns the next places after the round: of both sides and the boards of a table, or of the own pair or player,
    who takes the device along."""
    guide = screen.guide
    if guide is None:
        own = screen.own_next
        return [] if own is None else [{"who": "own", "text": _text(own.phrase, locale)}]
    memory = state.memory.part(NextMemory, locale, screen.place, guide.table, screen.side)
    return memory.find((guide,), lambda _: _next_lines(guide, screen.side, locale))


def _next_lines(guide: TableRound, own: Side | None, locale: Locale) -> list[dict[str, str]]:
    lines = []
    for side in Side if own is None else (own,):
        moves = [position for position in guide.positions if position.side is side]
        texts = dict.fromkeys(_text(position.next.phrase, locale) for position in moves)
        lines.append({"who": side.value, "text": " ".join(texts)})
    is_last = all(position.next.kind is NextKind.FINISHED for position in guide.positions)
    return lines if is_last else [*lines, {"who": "boards", "text": _text(guide.boards_next.phrase, locale)}]


def _text(phrase: Phrase, locale: Locale) -> str:
    """Returns a sentence of the guide, the seat or side in it as the language writes it."""
    return _sentence(phrase.code, tuple(phrase.params.items()), locale)


@lru_cache(maxsize=4096)
def _sentence(code: str, items: tuple[tuple[str, ParamValue], ...], locale: Locale) -> str:
    language = language_of(locale)
    params = {
        name: language.seat(value) if name == "side" and isinstance(value, str) else value for name, value in items
    }
    return translate(code, params, locale)


def problem_json(problems: Sequence[Problem], locale: Locale) -> list[dict[str, str]]:
    """Returns problems as the page of a table shows them."""
    return [{"code": one.code, "text": translate(one.code, one.params, locale)} for one in problems]
