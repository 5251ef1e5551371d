"""Matches of teams in the tables of a PBN file: the pairs of each team, and the teams in the total table.

A score table that names teams in addition to pairs (`TeamId_NS`, `TeamId_EW`) defines the matches: two teams that met
in a round. The standard's predefined columns have no teams: these are our own, as is `TeamId` in the total table.
`MatchMethod` and `MatchScale` are tags of our own (PBN 2.1, section 4.9); without them the tag `Scoring` defines the
points of boards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.reading import clean, exact_number, whole_number
from arrowswitch.formats.results.raw import RawFile
from arrowswitch.formats.results.results import FileMatch, FileTeam, ResultsFile

MATCH_METHOD, MATCH_SCALE = "MatchMethod", "MatchScale"
"""Tags of our own: how boards of a match become points, and the scale of victory points by its name."""
ANY_SCALE, NO_SCALE = "any", "none"
"""The values of `MatchScale` for victory points by a scale without a name, and for none."""
TEAM_COLUMNS = frozenset(("teamid_ns", "teamid_ew"))
_TEAM_METHODS = {method.value: method for method in TeamMethod}
_RANK = re.compile(r"(\d{1,9})(=?)")


def with_match_tags(head: ResultsFile, method: str, scale: str) -> ResultsFile:
    """Returns the head of a file with what its own tags say of its matches, where they say anything."""
    return replace(
        head,
        team_method=_TEAM_METHODS.get(method) or head.team_method,
        is_by_vp=None if not scale else scale != NO_SCALE,
        scale="" if scale in (ANY_SCALE, NO_SCALE) else clean(scale),
    )


@dataclass(slots=True)
class TeamTables:
    """The teams in the tables of a file, in the order of the file."""

    listed: dict[Number, FileTeam] = field(default_factory=dict)
    pairs: dict[Number, dict[Number, None]] = field(default_factory=dict)
    boards: dict[tuple[str, frozenset[Number]], dict[BoardNumber, None]] = field(default_factory=dict)
    firsts: dict[tuple[str, frozenset[Number]], tuple[Number, Number]] = field(default_factory=dict)

    def list_team(self, cells: Mapping[str, str], total: str) -> None:
        """Takes a row of the total table."""
        number = Number(clean(cells["teamid"]))
        rank = _RANK.fullmatch(cells.get("rank", ""))
        if number:
            self.listed[number] = FileTeam(
                number=number,
                name=clean(cells.get("names", "")),
                pairs=tuple(Number(pair) for pair in cells.get("pairid", "").split(";") if pair),
                total=exact_number(total),
                rank=int(rank[1]) if rank else None,
                is_tied=bool(rank and rank[2]),
            )

    def seat(self, cells: Mapping[str, str], board: str) -> None:
        """Reads a row of a score table: the teams that met, and the board."""
        first, second = (Number(clean(cells.get(f"teamid_{side}", ""))) for side in ("ns", "ew"))
        number = whole_number(board)
        if not first or not second or first == second or number is None:
            return
        for team, side in ((first, "ns"), (second, "ew")):
            self.pairs.setdefault(team, {})[Number(cells.get(f"pairid_{side}", ""))] = None
        match = cells.get("round", ""), frozenset((first, second))
        self.firsts.setdefault(match, (first, second))
        self.boards.setdefault(match, {})[number] = None

    def add_to(self, raw: RawFile) -> None:
        """Adds the teams and their matches to a file that has any."""
        if not self.boards:
            return
        for team in dict.fromkeys((*self.listed, *self.pairs)):
            listed_team = self.listed.get(team, FileTeam(number=team))
            raw.teams.append(replace(listed_team, pairs=listed_team.pairs or tuple(self.pairs.get(team, ()))))
        for match, (first, second) in self.firsts.items():
            boards = tuple(sorted(self.boards[match]))
            raw.matches.append(FileMatch(first=first, second=second, round=whole_number(match[0]), boards=boards))
        method = raw.head.team_method or TeamMethod.IMPS
        raw.head = replace(raw.head, method=None, team_method=method)
        raw.winners = 1
