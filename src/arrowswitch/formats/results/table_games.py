"""Games told one by one, a board at a table each, as PBN with a game for each result and LIN tell them: who the pairs
are, and which of them make up the teams of a match.

Where a file numbers its pairs these numbers are theirs; else pairs are numbered in the order of the file, two people
who sit together being one pair, and that is said. In a match of teams the first team sits North-South in the open room
(so vugraphs have it), which is said as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.reading import Findings, clean, whole_number
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileMatch, FileTeam

OPEN, CLOSED = "open", "closed"
_PARTS = re.compile(r";|&|/| - ")
_NUMBERED = re.compile(r"[A-Z]{0,3}-?\d{1,6}-?[A-Z]{0,2}", re.IGNORECASE)


@dataclass(slots=True)
class TableGame:
    """A game: `names` by seat, and by side how the file calls the pair (`pairs`), which may be empty. `teams` are the
    first and the second team, `room` is `open` or `closed`; both are empty where there is no match."""

    where: str
    board: str
    names: Mapping[Seat, str] = field(default_factory=dict)
    pairs: Mapping[Side, str] = field(default_factory=dict)
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    score: str = ""
    ew_score: str = ""
    ns_points: str = ""
    ew_points: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    room: str = ""
    teams: tuple[str, ...] = ()
    record: TableRecord | None = None

    @property
    def has_result(self) -> bool:
        """True if any part of the result is known."""
        return bool(self.contract or self.score or self.ew_score)

    def people(self, side: Side) -> tuple[str, ...]:
        """Returns the names of a side, those of a pair that is called by its names as well."""
        names = [self.names.get(seat, "") for seat in Seat if seat.side is side]
        if not any(names) and not _NUMBERED.fullmatch(self.pairs.get(side, "").strip()):
            names = _PARTS.split(self.pairs.get(side, ""))
        return tuple(name for text in names if (name := clean(text)))


class TableGames:
    """Gathers the games of a file."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._numbers: dict[object, str] = {}
        self._people: dict[str, RawContestant] = {}
        self._counted = 0

    def add_to(self, raw: RawFile, games: Iterable[TableGame]) -> None:
        """Adds the results of games to a file, with those who played them and the teams of their matches."""
        all_games = tuple(games)
        _assign_rooms(all_games)
        self._numbers.update({frozenset(one.names): one.number for one in raw.contestants if len(one.names) > 1})
        pairs = {(id(game), side): self._pair(game, side) for game in all_games for side in Side}
        listed = {one.number for one in raw.contestants}
        raw.contestants += [one for number, one in self._people.items() if number not in listed]
        if self._counted:
            self._findings.note("results.counted-pairs", n=self._counted)
        self._add_matches(raw, all_games, pairs)
        for game in all_games:
            raw.lines.append(_line(game, pairs[id(game), Side.NS], pairs[id(game), Side.EW]))

    def _pair(self, game: TableGame, side: Side) -> str:
        label, people = game.pairs.get(side, "").strip(), game.people(side)
        if _NUMBERED.fullmatch(label):
            number = label
        else:
            key: object = frozenset(people) or (game.room, game.table, game.teams, side)
            number = self._numbers.get(key) or self._next()
            self._numbers[key] = number
        if people and number not in self._people:
            self._people[number] = RawContestant(where=game.where, number=number, names=people)
        return number

    def _next(self) -> str:
        self._counted += 1
        used = {*self._numbers.values(), *self._people}
        return next(number for place in count(self._counted) if (number := str(place)) not in used)

    def _add_matches(self, raw: RawFile, games: tuple[TableGame, ...], pairs: Mapping[tuple[int, Side], str]) -> None:
        """Adds the matches of each two teams that met at both tables; where no two did, nothing is compared as teams.

        Two teams that meet in several rounds have a match in each if the file has both tables for each of them;
        otherwise the rounds are parts of one match.
        """
        rooms: dict[tuple[str, ...], dict[str, set[str]]] = {}
        for game in games:
            if len(game.teams) == 2 and all(game.teams):
                rooms.setdefault(game.teams, {}).setdefault(game.round, set()).add(game.room)
        met = [teams for teams, rounds in rooms.items() if set().union(*rounds.values()) >= {OPEN, CLOSED}]
        if not met:
            return
        by_round = {teams: all(found >= {OPEN, CLOSED} for found in rooms[teams].values()) for teams in met}
        sitting: dict[str, dict[str, None]] = {}
        for game in games:
            for side in Side if game.teams in met else ():
                at_home = (side is Side.NS) == (game.room == OPEN)
                sitting.setdefault(game.teams[0 if at_home else 1], {})[pairs[id(game), side]] = None
        numbers = {team: Number(str(place)) for place, team in enumerate(sitting, start=1)}
        raw.teams += [
            FileTeam(number=numbers[team], name=clean(team), pairs=tuple(Number(pair) for pair in found))
            for team, found in sitting.items()
        ]
        for teams in met:
            own = [game for game in games if game.teams == teams]
            if not by_round[teams]:
                for game in own:
                    game.round = ""
            for played in dict.fromkeys(game.round for game in own):
                board_numbers = (whole_number(game.board) for game in own if game.round == played)
                boards = tuple(dict.fromkeys(board for board in board_numbers if board is not None))
                first, second = (numbers[team] for team in teams)
                raw.matches.append(FileMatch(first=first, second=second, round=whole_number(played), boards=boards))
        method = raw.head.team_method or TeamMethod.IMPS
        raw.head = replace(raw.head, method=None, team_method=method, is_by_vp=bool(raw.head.is_by_vp))
        raw.winners = 1
        self._findings.note("results.first-sits-ns", n=len(raw.matches))


def _assign_rooms(games: Iterable[TableGame]) -> None:
    """Gives the games of matches their rooms if a file has no rooms: of the two games of a board the one at the table
    of the match's first game is in the open room. A table is known by its players, or by the order of the file.

    A match of which any board has not exactly two games keeps no rooms.
    """
    matches: dict[tuple[object, ...], dict[str, list[TableGame]]] = {}
    for game in games:
        if len(game.teams) == 2 and all(game.teams):
            match = (game.teams, game.section, game.round)
            matches.setdefault(match, {}).setdefault(game.board, []).append(game)
    for boards in matches.values():
        played = [game for two in boards.values() for game in two]
        if any(game.room for game in played) or any(len(two) != 2 for two in boards.values()):
            continue
        at_first = frozenset(played[0].names.items())
        for first, second in boards.values():
            if frozenset(second.names.items()) == at_first:
                first, second = second, first
            first.room, second.room = OPEN, CLOSED


def _line(game: TableGame, ns: str, ew: str) -> RawLine:
    return RawLine(
        where=game.where,
        board=game.board,
        ns=(ns,),
        ew=(ew,),
        contract=game.contract,
        declarer=game.declarer,
        tricks=game.tricks,
        score=game.score,
        ew_score=game.ew_score,
        ns_points=game.ns_points,
        ew_points=game.ew_points,
        section=game.section,
        round=game.round,
        table=game.table,
        record=game.record,
    )
