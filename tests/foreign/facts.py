"""Events that others scored, as facts: results and published figures by number (`tests/data/real/README.md`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "real"


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair and what was published of it; what an event is silent about is empty."""

    number: str
    side: str = ""
    total: str = ""
    percent: str = ""
    place: str = ""
    boards: str = ""
    stratum_2: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a traveller, contract as `4SX`, `3NT` or `PASS`, with the points published for both sides."""

    ns: str
    ew: str
    contract: str
    by: str
    tricks: str
    score: str
    ns_points: str
    ew_points: str
    round: str = ""
    table: str = ""

    @property
    def over(self) -> str:
        """Returns the tricks over or under the contract: `+1`, `=`, `-2`; nothing for what was not played."""
        if not self.tricks or self.contract == "PASS":
            return ""
        over = int(self.tricks) - 6 - int(self.contract[0])
        return f"{over:+d}" if over else "="


@dataclass(frozen=True, slots=True)
class Section:
    """The pairs of a section and its results by board; `averages` where a datum is published."""

    name: str
    pairs: tuple[Pair, ...]
    boards: Mapping[int, tuple[Result, ...]]
    averages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairsEvent:
    """A session of pairs. `standings` are the running totals after each round where they were published."""

    program: str
    version: str
    method: str
    winners: int
    sections: tuple[Section, ...]
    boards_per_round: int = 0
    phantom: str = ""
    standings: tuple[Mapping[str, str], ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Returns the pairs of all sections in the order of publication."""
        return tuple(pair for section in self.sections for pair in section.pairs)

    @property
    def results(self) -> tuple[tuple[int, Result], ...]:
        """Returns every result with its board, section by section."""
        return tuple(
            (board, result) for section in self.sections for board, rows in section.boards.items() for result in rows
        )

    @property
    def rounds(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Returns the pairs of opponents in each round of an event that plays the same boards everywhere."""
        first = range(1, len(self.sections[0].boards) + 1, self.boards_per_round)
        return tuple(tuple((row.ns, row.ew) for row in self.sections[0].boards[board]) for board in first)


@dataclass(frozen=True, slots=True)
class Team:
    """A team, its published score and wins, and the cross-IMPs of its two pairs (empty where silent)."""

    number: str
    total: str
    wins: str
    place: str
    imps_1_2: str
    imps_3_4: str


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match: IMPs of the first team, and the tables where the first team sat North-South and East-West."""

    number: int
    imps: str
    tables: tuple[Result, Result]


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams with the victory points that it brought."""

    round: str
    first: str
    second: str
    first_points: str
    second_points: str
    boards: tuple[MatchBoard, ...]


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """A session of teams."""

    program: str
    version: str
    teams: tuple[Team, ...]
    matches: tuple[Match, ...]


@cache
def pairs_event(name: str) -> PairsEvent:
    """Returns the facts of an event for pairs."""
    plain = _plain(name)
    heads = plain["columns"]
    numbers = [line.split()[0] for section in plain["sections"] for line in section["pairs"]]
    return PairsEvent(
        program=plain["program"],
        version=plain["version"],
        method=plain["method"],
        winners=plain["winners"],
        sections=tuple(
            Section(
                section["name"],
                tuple(Pair(**_cells(heads["pairs"], line)) for line in section["pairs"]),
                {
                    int(board): tuple(Result(**_cells(heads["results"], line)) for line in lines)
                    for board, lines in section["boards"].items()
                },
                tuple(section.get("averages", "").split()),
            )
            for section in plain["sections"]
        ),
        boards_per_round=plain.get("boards_per_round", 0),
        phantom=plain.get("phantom", ""),
        standings=tuple(dict(zip(numbers, line.split(), strict=True)) for line in plain.get("standings", ())),
    )


@cache
def team_event(name: str) -> TeamEvent:
    """Returns the facts of an event for teams."""
    plain = _plain(name)
    heads = plain["columns"]
    return TeamEvent(
        program=plain["program"],
        version=plain["version"],
        teams=tuple(Team(**_cells(heads["teams"], line)) for line in plain["teams"]),
        matches=tuple(_match(_cells(heads["match"], one["match"]), one["boards"]) for one in plain["matches"]),
    )


def _match(cells: dict[str, str], boards: Mapping[str, str]) -> Match:
    first, second = cells["first"], cells["second"]
    rows = []
    for number, text in boards.items():
        imps, first_text, other = text.split(" | ")
        rows.append(MatchBoard(int(number), imps, (_table(first, second, first_text), _table(second, first, other))))
    return Match(**cells, boards=tuple(rows))


def _table(ns: str, ew: str, text: str) -> Result:
    """Returns the result of a table: every team sends players 1 and 2 North-South, 3 and 4 East-West."""
    cells = _cells("contract by tricks score ns_points ew_points", text)
    return Result(ns=f"{ns}-1-2", ew=f"{ew}-3-4", **cells)


def _cells(heads: str, line: str) -> dict[str, str]:
    return {head: "" if cell == "-" else cell for head, cell in zip(heads.split(), line.split(), strict=True)}


def _plain(name: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return plain
