"""Reads a club game of my.acbl.org: the page `club-results/details/...` as a browser saves it, or the JSON in it.

The page has the whole game as JSON, in the attribute `v-bind:data` of its element `result-details` and once more as
`var data = ...` in a script. The League has not published a description; the form is that of pages of April 2026.

| part | what it holds |
|---|---|
| `name`, `club_name`, `start_date`, `program_name` | the head of the game; the date as month/day/year |
| `board_scoring_method`, `winner_type` | `MATCH_POINTS` or IMPs; one ranking or two |
| `sessions[].sections[].pair_summaries` | pairs with score, percentage and ranks by stratum (`1/2` is a shared first) |
| `sessions[].sections[].boards[].board_results` | results: `4 S x`, declarer, tricks, score and points of each side |
| `sessions[].hand_records` | hands, ranks with blanks between them, `-----` for a void |

Of several sessions the last is read, which is noted. Double dummy, par, addresses and strata are left out, the first
two with a note. Teams are refused.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.json.values import EACH, parse_json, values_at
from arrowswitch.formats.reading import Findings, clean, exact_number, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import ResultsFile

_ATTRIBUTE = re.compile(r"""<result-details\b[^>]*?\b(?:v-bind)?:data\s*=\s*(["'])(.*?)\1""", re.DOTALL)
_SCRIPT = re.compile(r"^[ \t]*var data = (\{.*\})[ \t]*;?[ \t]*$", re.MULTILINE)
_METHODS = {"MATCH_POINTS": Method.MATCHPOINTS, "MATCHPOINTS": Method.MATCHPOINTS, "IMPS": Method.IMPS}
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_HANDS = ("north", "east", "south", "west")
_NOT_TAKEN = ("double_dummy_ns", "par")
_OVERALL = ("Event", "Session", "Section")
"""The rankings of a pair in the order in which one is taken as its rank; the other way round where each direction has
a ranking of its own, since the overall one has both."""


def is_club_game(text: str) -> bool:
    """True if a text, page or JSON, contains a club game."""
    return '"board_results"' in text or "<result-details" in text


def read_club_game(data: bytes) -> ResultsFile:
    """Returns the results of a club game.

    Raises Malformed: `acbl.no-game` for a page without results, `acbl.teams`, `format.json`, those of `assemble`.
    """
    plain = parse_json(_json_of(text_of(data)), numbers_as_text=True)
    findings = Findings()
    sessions = [one for _, one in values_at(plain, "sessions", EACH) if isinstance(one, dict)]
    if not isinstance(plain, dict) or not sessions:
        raise Malformed.of("acbl.no-game")
    if _text(plain, "type").upper() not in ("", "PAIRS"):
        raise Malformed.of("acbl.teams", text=quote_text(_text(plain, "type")))
    if len(sessions) > 1:
        findings.note("acbl.sessions", n=len(sessions))
    winners = whole_number(_text(plain, "winner_type"))
    raw = RawFile(_head(plain, findings), winners=winners if winners in (1, 2) else None)
    for place, section in values_at(sessions[-1], "sections", EACH, place=f"sessions[{len(sessions) - 1}]"):
        name = _text(section, "name")
        raw.contestants.extend(_pairs(section, name, place, _OVERALL if winners == 1 else _OVERALL[::-1]))
        raw.lines.extend(_lines(section, name, place))
    raw.deals.update(_deals(sessions[-1]))
    records = [record for _, record in values_at(sessions[-1], "hand_records", EACH)]
    findings.left_out(name for name in _NOT_TAKEN if any(_text(record, name) for record in records))
    return assemble(raw, findings)


def _json_of(text: str) -> str:
    """Returns the JSON of a page, or the text itself where it is JSON. Raises Malformed (`acbl.no-game`)."""
    if not text.lstrip("\ufeff \n").startswith("<"):
        return text
    attribute = _ATTRIBUTE.search(text)
    if attribute is not None:
        return html.unescape(attribute[2])
    script = _SCRIPT.search(text)
    if script is None:
        raise Malformed.of("acbl.no-game")
    return script[1]


def _head(plain: Mapping[str, Any], findings: Findings) -> ResultsFile:
    written = _text(plain, "board_scoring_method").upper()
    if written not in _METHODS:
        findings.note("usebio.method-assumed", method=Method.MATCHPOINTS.value)
    return ResultsFile(
        source="acbl",
        method=_METHODS.get(written, Method.MATCHPOINTS),
        kind=ContestantKind.PAIR,
        event=clean(_text(plain, "name")),
        date=_day(_text(plain, "start_date")),
        venue=clean(_text(plain, "club_name")),
        program=clean(_text(plain, "program_name")) or "ACBLscore",
    )


def _day(text: str) -> str:
    """Returns a date that is written as month/day/year.

    >>> _day("04/20/2026"), _day("spring")
    ('2026-04-20', 'spring')
    """
    try:
        return datetime.strptime(text, "%m/%d/%Y").date().isoformat()
    except ValueError:
        return clean(text)


def _pairs(section: object, name: str, place: str, rankings: Sequence[str]) -> Iterator[RawContestant]:
    for where, row in values_at(section, "pair_summaries", EACH, place=place):
        players = [player for _, player in values_at(row, "players", EACH)]
        yield RawContestant(
            where=where,
            number=_text(row, "pair_number"),
            names=tuple(_name(_text(player, "name")) for player in players),
            direction=_text(row, "direction"),
            section=name,
            ids=tuple(clean(_text(player, "id_number")) for player in players),
            total=_text(row, "score"),
            percent=_text(row, "percentage"),
            place=_rank(row, rankings),
            adjustment=_text(row, "adjustment"),
            master_points=_award(players),
        )


def _name(text: str) -> str:
    """Returns a name with the given name first.

    >>> _name("Oak, Alder"), _name("Alder Oak"), _name("Oak, Alder, Jr")
    ('Alder Oak', 'Alder Oak', 'Oak, Alder, Jr')
    """
    parts = [part.strip() for part in text.split(",")]
    return clean(" ".join(reversed(parts)) if len(parts) == 2 and all(parts) else text)


def _rank(row: object, rankings: Sequence[str]) -> str:
    """Returns the rank of a pair in the first stratum, by the first of the rankings that lists it."""
    ranks = {
        _text(one, "type"): _text(one, "rank")
        for _, one in values_at(row, "strat_place", EACH)
        if _text(one, "strat_number") == "1"
    }
    return next((ranks[kind] for kind in rankings if ranks.get(kind)), "")


def _award(players: list[object]) -> str:
    """Returns the masterpoints of each player of a pair, the largest of their awards; nothing where the players got
    different amounts."""
    awards: set[Fraction] = set()
    for player in players:
        totals = (exact_number(_text(award, "total")) for _, award in values_at(player, "awards_score", EACH))
        awards.add(max((total for total in totals if total is not None), default=Fraction(0)))
    best = awards.pop() if len(awards) == 1 else Fraction(0)
    return plain_string(best) if best else ""


def _lines(section: object, name: str, place: str) -> Iterator[RawLine]:
    for at, board in values_at(section, "boards", EACH, place=place):
        for where, row in values_at(board, "board_results", EACH, place=at):
            cells = {
                "board": _text(board, "board_number"),
                "ns": _text(row, "ns_pair"),
                "ew": _text(row, "ew_pair"),
                "contract": "".join(_text(row, "contract").split()),
                "declarer": _text(row, "declarer"),
                "tricks": _text(row, "tricks_taken"),
                "score": _text(row, "ns_score"),
                "ew_score": _text(row, "ew_score"),
                "round": _text(row, "round_number"),
                "table": _text(row, "table_number"),
                "lead": _text(row, "opening_lead"),
                "ns_points": _text(row, "ns_match_points"),
                "ew_points": _text(row, "ew_match_points"),
                "section": name,
            }
            yield RawLine.of(where, cells)


def _deals(session: object) -> Iterator[tuple[int, str]]:
    """Yields board and PBN deal string of each hand record that has four hands."""
    for _, record in values_at(session, "hand_records", EACH):
        board = whole_number(_text(record, "board"))
        hands = [".".join(_ranks(_text(record, f"{hand}_{suit}")) for suit in _SUITS) for hand in _HANDS]
        if board is not None and all(len(hand) > len(_SUITS) for hand in hands):
            yield board, "N:" + " ".join(hands)


def _ranks(text: str) -> str:
    return "".join(text.split()).replace("10", "T").strip("-")


def _text(row: object, key: str) -> str:
    """Returns the value under a key as text; nothing for null, a list or an object."""
    value = row.get(key) if isinstance(row, dict) else None
    return "" if value is None or isinstance(value, bool | dict | list) else str(value).strip()
