"""Reads and writes results as JSON, the form in which `arrowswitch score --json` prints them.

    {"event", "method",
     "standings": [{"rank", "tied", "direction", "number", "names", "score", "percent", "boards"}, ...],
     "boards": [{"board": 1, "results": [{"ns", "ew", "contract", "by", "tricks", "score", "ns_points"}, ...]}, ...]}

A result may have its `auction` (`first`, `calls`, `notes` by place) and its `play` (`leader`, `tricks`, each from the
opening leader's seat), as `record_values` writes them.

Other programs' words for the same values are understood (`lines`, `ns_pair`, `declarer`, `tricks_taken`,
`ns_match_points`), boards within `sections` too, and `deals` or `hands` next to them. Results may also be in one list
in which each names its board.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed
from arrowswitch.core.lettering import lettering
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.json.values import EACH, parse_json, values_at
from arrowswitch.formats.reading import Findings, clean, exact_number, iso_date, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.record_values import record_of, record_plain
from arrowswitch.formats.results.results import (
    FileContestant,
    FileLine,
    FileMatch,
    FileTeam,
    ResultsFile,
    amount_text,
)

_KEYS: Mapping[str, tuple[str, ...]] = {
    "ns": ("ns", "ns_pair", "ns_number"),
    "ew": ("ew", "ew_pair", "ew_number"),
    "contract": ("contract",),
    "declarer": ("by", "declarer"),
    "result": ("result",),
    "tricks": ("tricks", "tricks_taken"),
    "score": ("score", "ns_score"),
    "ew_score": ("ew_score",),
    "round": ("round", "round_number"),
    "table": ("table", "table_number"),
    "lead": ("lead",),
    "ns_points": ("ns_points", "ns_match_points", "ns_pub"),
    "ew_points": ("ew_points", "ew_match_points", "ew_pub"),
}
_HEAD_KEYS = frozenset(
    [
        "event",
        "id",
        "date",
        "venue",
        "site",
        "program",
        "method",
        "winner_type",
        "winners",
        "scale",
        "team_method",
        "by_vp",
        "teams",
        "matches",
        "sections",
        "boards",
        "results",
        "lines",
        "standings",
        "pairs",
        "contestants",
        "deals",
        "hands",
        "tricks",
        "name",
        "section",
        "problems",
    ]
)
_BOARD_KEYS = frozenset(("board", "number", "results", "lines"))
_LINE_KEYS = frozenset(
    [*(key for keys in _KEYS.values() for key in keys), "board", "section", "award", "adjusted", "auction", "play"]
)
_ENTRY_KEYS = frozenset(
    [
        "number",
        "pair_number",
        "names",
        "players",
        "direction",
        "section",
        "score",
        "total",
        "percent",
        "percentage",
        "rank",
        "place",
        "tied",
        "strat_place",
        "adjustment",
        "boards",
    ]
)
_METHODS = {"teams": None, **{method.value: method for method in Method}}
_TEAM_METHODS = {method.value: method for method in TeamMethod}
_DIRECTOR = ("TD", "DIR", "ADJ")


def read_json(data: bytes) -> ResultsFile:
    """Returns the results of a JSON file.

    Raises Malformed with every problem and its place: `format.json`, `json.no-boards` and those of `assemble`.
    """
    plain = parse_json(text_of(data), numbers_as_text=True)
    findings = Findings()
    lists = ("boards", "sections", "results")
    if not isinstance(plain, dict) or not any(isinstance(plain.get(key), list) for key in lists):
        raise Malformed.of("json.no-boards")
    winners = whole_number(str(plain.get("winner_type", plain.get("winners", ""))))
    head = ResultsFile(
        source="json",
        method=_METHODS.get(str(plain.get("method", "")), Method.MATCHPOINTS),
        event=clean(_text(plain, "event", "id")),
        date=iso_date(_text(plain, "date")),
        venue=clean(_text(plain, "venue", "site")),
        program=clean(_text(plain, "program")),
        scale=clean(_text(plain, "scale")),
        team_method=_TEAM_METHODS.get(_text(plain, "team_method")),
        is_by_vp=by_vp if isinstance(by_vp := plain.get("by_vp"), bool) else None,
    )
    raw = RawFile(head, winners=winners if winners in (1, 2) else None)
    raw.teams.extend(_teams(plain))
    raw.matches.extend(_matches(plain))
    for section, part in _parts(plain):
        raw.lines.extend(_lines(part, section))
        raw.contestants.extend(_contestants(part, section))
    raw.deals.update(_deals(plain))
    raw.tricks.update(_tricks(plain))
    if "method" not in plain and _are_imps(raw.lines):
        raw.head = replace(raw.head, method=Method.IMPS)
    if raw.head.method is Method.MATCHPOINTS:
        _award_published(raw.lines)
    if not head.program and any([*values_at(part, "pairs", EACH, "strat_place")] for _, part in _parts(plain)):
        raw.head = replace(raw.head, program="ACBLscore")
    findings.left_out(_unread(plain))
    return assemble(raw, findings)


def _unread(plain: dict[str, Any]) -> Iterator[str]:
    """Yields the names of what has a value in a file and is not read: of the event, its boards, results, entries."""
    for _, part in _parts(plain):
        yield from _others(part, _HEAD_KEYS)
        for _, board in values_at(part, "boards", EACH):
            yield from _others(board, _BOARD_KEYS)
            for key in ("results", "lines"):
                yield from (name for _, row in values_at(board, key, EACH) for name in _others(row, _LINE_KEYS))
        yield from (name for _, row in values_at(part, "results", EACH) for name in _others(row, _LINE_KEYS))
        for key in ("standings", "pairs", "contestants"):
            yield from (name for _, row in values_at(part, key, EACH) for name in _others(row, _ENTRY_KEYS))


def _others(row: object, names: frozenset[str]) -> Iterator[str]:
    if isinstance(row, dict):
        yield from (name for name, value in row.items() if name not in names and value not in (None, "", [], {}))


def write_json(results: ResultsFile) -> bytes:
    """Returns the results as JSON in UTF-8, exact amounts as strings."""
    plain = {
        "event": results.event,
        "date": results.date,
        "venue": results.venue,
        "program": results.program,
        "method": results.method_name,
        "winners": results.winners,
        **({"scale": results.scale} if results.scale else {}),
        "standings": [_standing(entry) for entry in results.contestants_by_rank],
        "boards": [
            {"board": board, "results": [_result(line) for line in results.on(board)]} for board in results.boards
        ],
        **_teams_plain(results),
        "deals": {str(board): deal for board, deal in sorted(results.deals.items())},
        **({"tricks": {str(board): text for board, text in sorted(results.tricks.items())}} if results.tricks else {}),
    }
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def _teams_plain(results: ResultsFile) -> dict[str, object]:
    """Returns teams and matches for the document, nothing where there are none."""
    if not results.teams and not results.matches:
        return {}
    return {
        "team_method": results.team_method,
        "by_vp": results.is_by_vp,
        "teams": [
            {
                "number": team.number,
                "name": team.name,
                "pairs": list(team.pairs),
                "total": amount_text(team.total) or None,
                "rank": team.rank,
                "tied": team.is_tied,
                "adjustment": amount_text(team.adjustment) or None,
            }
            for team in results.teams
        ],
        "matches": [
            {
                "first": match.first,
                "second": match.second,
                "round": match.round,
                "boards": list(match.boards),
                "imps": {str(board): net for board, net in match.imps.items()},
                "points": [amount_text(points) or None for points in match.points],
            }
            for match in results.matches
        ],
    }


def _teams(plain: dict[str, Any]) -> Iterator[FileTeam]:
    for _, row in values_at(plain, "teams", EACH):
        number = clean(_text(row, "number"))
        if number and isinstance(row, dict):
            yield FileTeam(
                number=Number(number),
                name=clean(_text(row, "name")),
                pairs=tuple(Number(clean(str(pair))) for _, pair in values_at(row, "pairs", EACH)),
                total=exact_number(_text(row, "total")),
                rank=whole_number(_text(row, "rank")),
                is_tied=row.get("tied") is True,
                adjustment=exact_number(_text(row, "adjustment")) or None,
            )


def _matches(plain: dict[str, Any]) -> Iterator[FileMatch]:
    for _, row in values_at(plain, "matches", EACH):
        first, second = clean(_text(row, "first")), clean(_text(row, "second"))
        if not first or not second or not isinstance(row, dict):
            continue
        boards = (whole_number(str(board)) for _, board in values_at(row, "boards", EACH))
        imps = row.get("imps")
        nets = {whole_number(str(b)): whole_number(str(n)) for b, n in imps.items()} if isinstance(imps, dict) else {}
        points = [exact_number(str(amount)) for _, amount in values_at(row, "points", EACH)]
        yield FileMatch(
            first=Number(first),
            second=Number(second),
            round=whole_number(_text(row, "round")),
            boards=tuple(dict.fromkeys(board for board in boards if board is not None)),
            imps={board: net for board, net in nets.items() if board is not None and net is not None},
            points=(points[0], points[1]) if len(points) == 2 else (None, None),
        )


def _parts(plain: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    parts = [part for _, part in values_at(plain, "sections", EACH) if isinstance(part, dict)]
    names = [_text(part, "name", "section") for part in parts]
    free = (letters for letters in lettering() if letters not in names)
    yield from ((name or next(free), part) for name, part in zip(names, parts, strict=True))
    yield "", plain


def _lines(part: dict[str, Any], section: str) -> Iterator[RawLine]:
    for place, board in values_at(part, "boards", EACH):
        if isinstance(board, dict):
            rows = board.get("results", board.get("lines"))
            number = _text(board, "board", "number")
            yield from (
                _line(row, number, section, where) for where, row in values_at(rows, EACH, place=f"{place}.results")
            )
    yield from (_line(row, "", section, where) for where, row in values_at(part, "results", EACH))


def _line(row: object, board: str, section: str, where: str) -> RawLine:
    cells = {name: _text(row, *keys) for name, keys in _KEYS.items()}
    if cells["contract"].upper() in _DIRECTOR:
        # A director's score without a contract: the published points are all that is known of it.
        cells["contract"] = ""
        cells["score"] = _text(row, "award", "adjusted") or cells["score"]
    cells |= {"board": board or _text(row, "board"), "section": _text(row, "section") or section}
    line = RawLine.of(where, cells)
    line.record = record_of(row)
    return line


def _contestants(part: dict[str, Any], section: str) -> Iterator[RawContestant]:
    for key in ("standings", "pairs", "contestants"):
        for where, row in values_at(part, key, EACH):
            if not isinstance(row, dict):
                continue
            names = row.get("names", row.get("players", []))
            tie = "=" if row.get("tied") is True else ""
            yield RawContestant(
                where=where,
                number=_text(row, "number", "pair_number"),
                names=tuple(clean(str(name)) for name in names) if isinstance(names, list) else (),
                direction=_text(row, "direction"),
                section=_text(row, "section") or section,
                total=_text(row, "score", "total"),
                percent=_text(row, "percent", "percentage"),
                place=(_text(row, "rank", "place") or _strat_rank(row)) + tie,
                adjustment=_text(row, "adjustment"),
            )


def _are_imps(lines: list[RawLine]) -> bool:
    """True if the published points of both sides cancel out, as only IMPs do."""
    points = [(_amount(line.ns_points), _amount(line.ew_points)) for line in lines]
    return any(ns for ns, _ in points) and all(ns + ew == 0 for ns, ew in points)


def _award_published(lines: list[RawLine]) -> None:
    """Gives directors' scores the percentages that are published for them, where all points are percentages."""
    played = [line for line in lines if line.contract or line.score]
    sums = [_amount(line.ns_points) + _amount(line.ew_points) for line in played]
    if not sums or any(abs(total - 100) > Fraction(1, 50) for total in sums):
        return
    for line in lines:
        if not line.contract and not line.score and line.ns_points and line.ew_points:
            line.score = f"{line.ns_points}%/{line.ew_points}%"


def _amount(text: str) -> Fraction:
    return exact_number(text) or Fraction(0)


def _strat_rank(row: dict[str, Any]) -> str:
    """Returns the overall rank of a row that lists ranks by stratum (`1/2` is a shared first)."""
    for _, place in values_at(row, "strat_place", EACH):
        if _text(place, "strat_number") == "1":
            return _text(place, "rank")
    return ""


def _deals(plain: dict[str, Any]) -> Iterator[tuple[int, str]]:
    deals = plain.get("deals")
    if isinstance(deals, dict):
        boards = ((whole_of(board), deal) for board, deal in deals.items())
        yield from ((board, str(deal)) for board, deal in boards if board is not None)
    for _, hand in values_at(plain, "hands", EACH):
        board = whole_number(_text(hand, "board"))
        if board is not None and _text(hand, "deal")[1:2] == ":":
            yield board, _text(hand, "deal")


def _tricks(plain: dict[str, Any]) -> Iterator[tuple[int, str]]:
    tricks = plain.get("tricks")
    for written, text in tricks.items() if isinstance(tricks, dict) else ():
        board = whole_of(written)
        if board is not None and isinstance(text, str) and _TRICKS.fullmatch(text):
            yield board, text


_TRICKS = re.compile(r"[0-9a-d]{20}")


def _text(node: object, *keys: str) -> str:
    """Returns the first value of the keys as text, numbers as written in the file; empty if `node` is no object."""
    for _, value in (found for key in keys for found in values_at(node, key)):
        if isinstance(value, bool) or value is None or isinstance(value, dict | list):
            continue
        return str(value)
    return ""


def _standing(entry: FileContestant) -> dict[str, object]:
    return {
        "rank": entry.rank,
        "tied": entry.is_tied,
        "direction": entry.direction,
        "number": entry.number,
        "names": list(entry.names),
        "section": entry.section,
        "score": amount_text(entry.total) or None,
        "percent": amount_text(entry.percent) or None,
        **({"adjustment": amount_text(entry.adjustment)} if entry.adjustment else {}),
    }


def _result(line: FileLine) -> dict[str, object]:
    ns, ew = line.numbers
    return {
        "ns": ns,
        "ew": ew,
        "contract": line.contract or None,
        "by": line.contract_played and line.contract_played.contract.declarer,
        "tricks": line.contract_played and line.contract_played.tricks,
        "score": line.award if line.score is None else line.score,
        "ns_points": amount_text(line.ns_points) or None,
        "ew_points": amount_text(line.ew_points) or None,
        "section": line.section,
        "round": line.round,
        "table": line.table,
        **record_plain(line.record),
    }
