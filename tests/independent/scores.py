"""Scores single matches of teams from their facts, without the program: boards, rulings, slips, victory points.

The clauses are those of the regulations' files; the lines are those of the JCBL manual (M) and of the regulations
summary (R).

| what | clause |
|---|---|
| a board of a match | M 1640-1668, IMPs; M 1688, total points; M 1823, board-a-match |
| an adjusted score | R 29-45; what a side wins and loses on the board follows from its own ruling |
| a weighted score of teams | guidance 25-36: each result to IMPs, weighted, nearest whole IMP |
| victory points | M 2613; M 1825-1827 and EBU 3.1.6, added to the points of the boards |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from tests.independent.facts import Award, BoardFact, Contract, MatchFact, TableFact, Team
from tests.independent.rules import ScaleData, nearest, two_places

NOTHING = Fraction(0)
IMP_STEPS: tuple[int | Fraction, ...] = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
BOARDS_WON = ("board-a-match", "board-a-match-vp", "point-a-board", "patton", "pachabo")
ADDS_VP = ("board-a-match-vp", "patton", "pachabo")
BLITZ = Fraction(10**6)


@cache
def imps(points: int | Fraction) -> int:
    """Returns the IMPs of a difference, signed."""
    size = bisect_right(IMP_STEPS, abs(Fraction(points)))
    return -size if points < 0 else size


def contract_score(contract: Contract, board: int) -> int:
    """Returns the North-South score of a contract on a board (manual, lines 425-434; Law 77)."""
    level, denomination, multiplier, declarer, tricks = contract
    turn = (board - 1) % 16
    vulnerable = ("", "NS", "EW", "NSEW")[(turn + turn // 4) % 4]
    is_vulnerable = declarer in vulnerable
    over = tricks - level - 6
    if over < 0:
        score = -_undertricks(-over, multiplier, is_vulnerable=is_vulnerable)
    else:
        trick = 20 if denomination in "CD" else 30
        points = (level * trick + 10 * (denomination == "NT")) * multiplier
        score = (
            points + (300 + 200 * is_vulnerable if points >= 100 else 50) + 25 * (multiplier if multiplier > 1 else 0)
        )
        score += {6: 500, 7: 1000}.get(level, 0) * (3 if is_vulnerable else 2) // 2
        each = trick if multiplier == 1 else 50 * multiplier * (2 if is_vulnerable else 1)
        score += over * each
    return score if declarer in "NS" else -score


def _undertricks(down: int, multiplier: int, *, is_vulnerable: bool) -> int:
    if multiplier == 1:
        return down * (100 if is_vulnerable else 50)
    steps = [200, 300, 300] if is_vulnerable else [100, 200, 200]
    doubled = sum(steps[:down]) + 300 * max(down - 3, 0)
    return doubled * multiplier // 2


@dataclass
class Score:
    """A match of two as far as it is played, by team: points of its boards won and lost, margin, and what it brings."""

    won: dict[Team, Fraction]
    lost: dict[Team, Fraction]
    margin: dict[Team, Fraction]
    is_complete: bool
    brings: dict[Team, Fraction]
    boards_won: dict[Team, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Scorer:
    """Scores single matches of an event by the values of its regulations."""

    values: dict[str, Any]
    scoring: str
    scale: ScaleData | None

    def number(self, name: str) -> Fraction:
        """Returns a value of the regulations."""
        return Fraction(str(self.values[name]))

    def vp(self, margin: Fraction, boards: int) -> Fraction | None:
        """Returns the victory points of a margin, those of Patton and Pachabo with the same sum for each board."""
        if self.scale is None:
            return None
        points = self.scale.vp(margin, boards)
        if self.scoring not in ("patton", "pachabo") or not self.number(f"{self.scoring}.margin-per-board"):
            return points
        draw = 2 * self.scale.vp(NOTHING, boards)
        return two_places(points * self.number(f"{self.scoring}.margin-per-board") * boards / draw)

    def extreme(self, margin: Fraction, board: Fraction, boards: int) -> Fraction:
        """Returns the points of a match by a margin and the same points on every board; 0 where margins are added."""
        vp = self.vp(margin, boards)
        won = board * boards if self.scoring in BOARDS_WON else NOTHING
        return won + (vp or NOTHING)

    def draw(self, boards: int) -> Fraction:
        return self.extreme(NOTHING, self.number("board-a-match.win") / 2, boards)

    def least(self, boards: int) -> Fraction:
        return self.extreme(-BLITZ, NOTHING, boards)

    def most(self, boards: int) -> Fraction:
        return self.extreme(BLITZ, self.number("board-a-match.win"), boards)

    def board_won(self, net: int) -> Fraction:
        """Returns the board points of a net score in board-a-match."""
        win = self.number("board-a-match.win")
        if abs(net) <= self.number("board-a-match.tie-within"):
            return win / 2
        return win if net > 0 else NOTHING

    def score(self, match: MatchFact, fines: dict[Team, Fraction]) -> Score:
        """Returns a match scored; `fines` are penalties in IMPs of the match."""
        sides = {team: _Side() for team in match.teams}
        boards = match.boards
        slip_boards = 0
        if match.slip is not None:
            slip_boards = len(boards) if match.slip.is_vp else min(match.slip.boards, len(boards))
            for team, side in sides.items():
                points = NOTHING if match.slip.is_vp else match.slip.points[team]
                side.add_slip(points, NOTHING if match.slip.is_vp else match.slip.points[other_team(match, team)])
        compared, ruled, decided = self._sort_boards(match, boards[slip_boards:])
        boards_won = dict.fromkeys(match.teams, NOTHING)
        for _, nets in compared:
            _count_board(boards_won, {team: self._add_board(side, nets[team]) for team, side in sides.items()})
        for _, verdicts in ruled:
            _count_board(boards_won, {team: self._add_ruling(side, verdicts[team]) for team, side in sides.items()})
        margin = {team: side.margin(self.scoring) for team, side in sides.items()}
        for team, amount in fines.items():
            margin[team] -= amount
            if self.values["teams.penalty-moves-margin"]:
                margin[other_team(match, team)] += amount
        is_complete = slip_boards + decided == match.length and bool(slip_boards or compared or ruled)  # decision 53
        won = {team: side.points for team, side in sides.items()}
        return Score(
            won=won,
            lost={team: sides[team].lost for team in sides},
            margin=margin,
            is_complete=is_complete,
            brings=self._brings(match, sides, margin) if is_complete else {},
            boards_won=boards_won,
        )

    def _brings(self, match: MatchFact, sides: dict[Team, _Side], margin: dict[Team, Fraction]) -> dict[Team, Fraction]:
        if match.slip is not None and match.slip.is_vp:
            return dict(match.slip.points)
        points = {}
        for team, side in sides.items():
            vp = self.vp(margin[team], match.length)
            own = side.points if self.scoring in BOARDS_WON else margin[team]
            points[team] = own if vp is None else own + vp if self.scoring in ADDS_VP else vp
        return points

    def _sort_boards(
        self, match: MatchFact, boards: Sequence[BoardFact]
    ) -> tuple[list[tuple[int, dict[Team, int]]], list[tuple[int, dict[Team, Any]]], int]:
        """Returns the boards compared, with the net score of each team, those ruled on, with the ruling for each team,
        and how many are decided: the boards left out as well."""
        compared, ruled, decided = [], [], 0
        for board in boards:
            by_ns = {table.ns: table for table in reversed(board.tables)}
            awards = [
                award for table in board.tables for award in (table.ns_award, table.ew_award) if award is not None
            ]
            is_full = len(board.tables) == board.due
            if "NP" in awards:
                decided += 1
                continue
            if is_full and len(by_ns) < board.due:
                # Both teams sat the same way at both tables (M 2652): only adjusted scores of both count (decision 53).
                decided += 1
                ruling = next((table for table in board.tables if _is_adjusted(table)), None)
                if ruling is not None:
                    only = {ruling.ns: ruling}
                    ruled.append((board.number, {team: _verdict(team, ruling.ns, only, board) for team in match.teams}))
                continue
            if awards:
                verdicts = {team: _verdict(team, match.teams[0], by_ns, board) for team in match.teams}
                if all(verdict is not None for verdict in verdicts.values()):
                    ruled.append((board.number, verdicts))
                    decided += 1
                continue
            if len(by_ns) == 2:
                first, second = match.teams
                net = _ns_score(by_ns[first], board.number) - _ns_score(by_ns[second], board.number)
                compared.append((board.number, {first: net, second: -net}))
                decided += 1
        return compared, ruled, decided

    def _add_board(self, side: _Side, net: int) -> Fraction:
        """Counts a board that was compared for a side, and returns what it brings."""
        side.net += net
        side.imps += imps(net)
        side.compared += 1
        if self.scoring in BOARDS_WON:
            side.points += self.board_won(net)
            side.lost += self.board_won(-net)
            side.own_boards += self.board_won(net)
            return self.board_won(net)
        gain = Fraction(net if self.scoring == "total-points" else imps(net))
        side.points += max(gain, NOTHING)
        side.lost += max(-gain, NOTHING)
        return gain

    def _add_ruling(self, side: _Side, verdict: Any) -> Fraction:
        """Counts a board with an adjusted score for a side, and returns what it brings: in IMPs R 39-45, in
        board-a-match R 29-37."""
        kind = verdict if isinstance(verdict, str) else ""
        weighted = () if kind else verdict
        mean_net = sum((weight * net for net, weight in weighted), NOTHING)
        plus_net, minus_net = self.number("board-a-match.plus-net"), self.number("board-a-match.minus-net")
        net = {"A+": plus_net, "A-": -minus_net, "A": NOTHING}.get(kind, mean_net)
        in_imps = {"A+": self.number("teams.plus"), "A-": -self.number("teams.minus"), "A": NOTHING}.get(
            kind, Fraction(nearest(sum((weight * imps(points) for points, weight in weighted), NOTHING)))
        )
        side.net += net
        side.imps += in_imps
        if self.scoring not in BOARDS_WON:
            gain = net if self.scoring == "total-points" else in_imps
            side.points += max(gain, NOTHING)
            side.lost += max(-gain, NOTHING)
            return gain
        before = side.points
        if not kind:
            side.points += sum((weight * self.board_won(points) for points, weight in weighted), NOTHING)
        elif kind == "A+":
            side.pluses += 1
            later = self.number("board-a-match.plus-later")
            if side.compared:
                later = max(later, side.own_boards / side.compared)
            is_later = side.pluses >= self.number("board-a-match.later-from")
            side.points += later if is_later else self.number("board-a-match.plus")
        else:
            side.points += self.number(f"board-a-match.{'minus' if kind == 'A-' else 'average'}")
        side.lost += self.number("board-a-match.win") - (side.points - before)
        return side.points - before


@dataclass
class _Side:
    """A side of a match so far. `own_boards` are the points of the boards compared."""

    net: Fraction = NOTHING
    imps: Fraction = NOTHING
    points: Fraction = NOTHING
    lost: Fraction = NOTHING
    own_boards: Fraction = NOTHING
    compared: int = 0
    pluses: int = 0

    def add_slip(self, own: Fraction, other: Fraction) -> None:
        """Counts the points of a slip for a side."""
        self.points += own
        self.lost += other
        self.net += own - other
        self.imps += own - other

    def margin(self, scoring: str) -> Fraction:
        """Returns the margin of the match: IMPs, the net score, or boards won less lost."""
        if scoring in ("board-a-match", "point-a-board"):
            return self.points - self.lost
        return self.net if scoring in ("total-points", "board-a-match-vp", "patton") else self.imps


def _count_board(boards_won: dict[Team, Fraction], brings: dict[Team, Fraction]) -> None:
    """Counts a board for the team that it brings more; half for each if it brings both the same."""
    best = max(brings.values())
    winners = [team for team, points in brings.items() if points == best]
    for team in winners:
        boards_won[team] += Fraction(1, len(winners))


def other_team(match: MatchFact, team: Team) -> Team:
    """Returns the opponents of a team of a match."""
    return match.teams[1] if team == match.teams[0] else match.teams[0]


def _is_adjusted(table: TableFact) -> bool:
    """True if both sides of a table have an average or a percentage."""
    return all(isinstance(award, str | Fraction) for award in (table.ns_award, table.ew_award))


def _ns_score(table: TableFact, board: int) -> int:
    assert table.result is not None
    return table.result if isinstance(table.result, int) else contract_score(table.result, board)


def _verdict(team: Team, home: Team, by_ns: dict[Team, TableFact], board: BoardFact) -> Any:
    """Returns the ruling of a board for a team: A+, A or A-, or weighted net scores; None while the
    other table is awaited. An average at either table is that of the board, if there are two the one at the table where
    the home team sits North-South."""
    parts: tuple[tuple[int, Fraction], ...] = ((0, Fraction(1)),)
    there = sorted(by_ns.values(), key=lambda table: table.ns != home)
    own = [(table, 1 if table.ns == team else -1) for table in there]
    scores: list[tuple[tuple[tuple[int, Fraction], ...], int]] = []
    for table, sign in own:
        award: Award | None = table.ns_award if sign > 0 else table.ew_award
        if isinstance(award, Fraction):
            award = "A" if award == 50 else "A+" if award > 50 else "A-"
        if isinstance(award, str):
            return award
        if award is None:
            award = ((_ns_score(table, board.number), Fraction(1)),)
        scores.append((award, sign))
    if len(scores) < board.due:
        return None
    for award, sign in scores:
        parts = tuple((net + sign * score, share * weight) for net, share in parts for score, weight in award)
    return parts
