"""Pairs by victory points: the boards of two contestants against one another are a round, or a match.

| method | clause | rule |
|---|---|---|
| `houston` | manual, lines 1388-1444 and 2598-2601 | the IMPs against the datums of a round become VP |
| `round-imps` | manual, lines 1534-1548 | the IMPs against the other tables do, by the same scale |
| `swiss-matchpoints` | manual, line 1513 | the mean percentage of the matchpoints of a match becomes VP, by a table |
| `swiss-imps` | manual, line 2595 | the margin of the IMPs does; they are those against the datums (decision) |

The scale is the one that the regulations name, in its column for the boards of a round: the manual prints none for
these methods, and a number of boards without a column is refused. Both sides' victory points follow from their own
IMPs, so that they need not balance when a board was fouled (regulations summary, line 226).

In the Houston trial and in a team of pairs all boards of two contestants in a session make their round. The total of a
contestant that met fewer opponents is factored like matchpoints (`totals.factoring`), for a lost round is not 0. While
results are awaited contestants are ranked by their share of the maximum so far.

Swiss pairs who meet again play another match: the boards of both meetings are divided by their rounds. Nothing is
factored: a round that was not played brings nothing, but one that a pair had to sit out as the odd one brings the
share of a draw that a forfeit brings at the least (decision; regulations summary, line 240).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.scales import Scale, ScaleUnit
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints
from arrowswitch.core.scoring.totals.accounts import Account, Worth, brought_to, factored_to, one_board_top

_HALF = Fraction(50)
_NOTHING = Fraction(0)

_Opponents = tuple[Number, ...]
_Row = tuple[BoardNumber, SidePoints]


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A match (a round) of a contestant: against whom, on which scored boards, what each brought, what could be won
    (IMPs have no most), the margin by which the scale is read, and the victory points."""

    opponents: _Opponents
    boards: tuple[BoardNumber, ...]
    amounts: tuple[Fraction, ...]
    possible: Fraction
    margin: Fraction
    points: Fraction

    @property
    def points_won(self) -> Fraction:
        """Returns the matchpoints or IMPs of all boards."""
        return sum(self.amounts, _NOTHING)


@dataclass(frozen=True, slots=True)
class MatchAccount(Account):
    """An account in victory points: the matches, and what each round sat out, or missed by joining late, brought."""

    matches: tuple[PairMatch, ...] = ()
    rests: tuple[Fraction, ...] = ()
    missed: tuple[Fraction, ...] = ()


def percent_margin(percent: Fraction) -> Fraction:
    """Returns by how many hundredths of a percent a share is above half (below: negative), as scales count it.

    >>> percent_margin(Fraction("56.23"))
    Fraction(623, 1)
    """
    return (percent - _HALF) * 100


def scale_key(method: Method) -> str:
    """Returns the key of the regulations that names the scale of a method."""
    if method.is_of_rounds:
        return "houston.scale"
    return f"swiss-pairs.{'percent' if method is Method.SWISS_MATCHPOINTS else 'imps'}-scale"


def pair_scale(regulations: ScoringRegulations, method: Method) -> Scale:
    """Returns the scale that the regulations name for a method.

    Raises Refused (`swiss.scale-unit`) for one that counts something else, NotFound for one that they do not hold.
    """
    rules = regulations.swiss_pairs
    if method.is_of_rounds:
        return regulations.scale(regulations.scoring.houston.scale)
    name, unit = (
        (rules.percent_scale, ScaleUnit.PERCENT)
        if method is Method.SWISS_MATCHPOINTS
        else (rules.imps_scale, ScaleUnit.IMPS)
    )
    scale = regulations.scale(name)
    if scale.unit is not unit:
        raise Refused.of("swiss.scale-unit", name=name, unit=scale.unit.value)
    return scale


def round_boards(session: ScoringInput) -> int:
    """Returns how many boards a round has: as the movement plans, else the most that two contestants have together in
    one round."""
    if session.round_boards is not None:
        return session.round_boards
    meetings: dict[tuple[int, frozenset[_Opponents]], int] = defaultdict(int)
    for line in session.lines:
        meetings[session.round_of(line.board, line.ns[0]) or 0, frozenset((line.ns, line.ew))] += 1
    return max(meetings.values(), default=0)


def match_accounts(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard], method: Method
) -> dict[Number, MatchAccount]:
    """Returns how the total of everybody who scored on some board, or sat out, comes about, in the order of the
    contestants."""
    scale, size, is_of_rounds = pair_scale(regulations, method), round_boards(session), method.is_of_rounds
    accounts: dict[Number, MatchAccount] = {}
    met = _rows_by_opponents(boards)
    for number in session.ranked_numbers if met else ():
        rows = met.get(number, {})
        played = () if is_of_rounds else (board for own in rows.values() for board, _ in own)
        rounds = {board: session.round_of(board, number) for board in played}
        matches = tuple(_matches(rows, scale, size, rounds, is_one_each=is_of_rounds))
        rests = () if is_of_rounds else (rest_points(scale, size, regulations),) * session.sat_out.get(number, 0)
        missed = () if is_of_rounds else (missed_points(session, scale, size),) * session.missed.get(number, 0)
        if matches or rests or missed:
            accounts[number] = MatchAccount(
                points=sum((match.points for match in matches), sum((*rests, *missed), _NOTHING)),
                most=scale.most(size) * len(matches) if is_of_rounds else _NOTHING,
                boards=sum(len(match.boards) for match in matches),
                unscored=sum(points.exact is None for own in rows.values() for _, points in own),
                matches=matches,
                rests=rests,
                missed=missed,
            )
    if is_of_rounds:
        counts = [len(account.matches) for account in accounts.values()]
        target = factored_to(counts, regulations.scoring.totals.factoring, is_provisional=session.is_provisional)
        accounts = {number: brought_to(target, account, len(account.matches)) for number, account in accounts.items()}
    if not session.penalties or not accounts:
        return accounts
    worth, most = match_worth(session, regulations, method), scale.most(size)
    return {
        number: replace(
            account,
            penalties=worth.amounts(session.penalties_of(number), most * len(account.matches) * account.factor),
        )
        for number, account in accounts.items()
    }


def match_worth(session: ScoringInput, regulations: ScoringRegulations, method: Method) -> Worth:
    """Returns the worth of one board: a percentage of a match's maximum (regulations summary, lines 55-57)."""
    rules, most = regulations.scoring, pair_scale(regulations, method).most(round_boards(session))
    return Worth(method, rules.worth.of_match(most), one_board_top(session, rules))


def rest_points(scale: Scale, size: int, regulations: ScoringRegulations) -> Fraction:
    """Returns the points for a round sat out: `teams.draw-share` of a draw."""
    return regulations.teams.draw_share * scale.points(0, size)[0]


def missed_points(session: ScoringInput, scale: Scale, size: int) -> Fraction:
    """Returns the victory points of a round that a late entry has missed."""
    return session.missed_as.points(scale.most(size), scale.points(0, size)[0])


def _rows_by_opponents(
    boards: Mapping[BoardNumber, ScoredBoard],
) -> Mapping[Number, Mapping[_Opponents, Sequence[_Row]]]:
    """Returns the points of each contestant against each of its opponents."""
    met: dict[Number, dict[_Opponents, list[_Row]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for board in boards.values() for row in board.rows):
        for side in Side:
            for number in row.line.side(side)[0]:
                met[number][row.line.side(side.opponents)[0]].append((row.line.board, row.side(side)))
    return met


def _matches(
    met: Mapping[_Opponents, Sequence[_Row]],
    scale: Scale,
    size: int,
    rounds: Mapping[BoardNumber, int | None],
    *,
    is_one_each: bool,
) -> Iterator[PairMatch]:
    for opponents in sorted(met, key=lambda numbers: number_order(numbers[0])):
        rows = sorted(met[opponents], key=lambda row: row[0])
        for part in (rows,) if is_one_each else _parts(rows, size, rounds):
            scored = [row for row in part if row[1].exact is not None]
            if scored:
                yield _match(opponents, scored, scale, size)


def _parts(rows: Sequence[_Row], size: int, rounds: Mapping[BoardNumber, int | None]) -> Iterator[Sequence[_Row]]:
    """Yields the boards of each match against the same opponents: by their rounds if these are known, else by the
    number of boards in a round."""
    dated = [(number, row) for row in rows if (number := rounds[row[0]]) is not None]
    if len(dated) == len(rows):
        by_round: dict[int, list[_Row]] = {}
        for number, row in dated:
            by_round.setdefault(number, []).append(row)
        yield from (by_round[number] for number in sorted(by_round))
        return
    length = max(size, 1)
    yield from (rows[start : start + length] for start in range(0, len(rows), length))


def _match(opponents: _Opponents, rows: Sequence[_Row], scale: Scale, size: int) -> PairMatch:
    amounts = tuple(points.exact or _NOTHING for _, points in rows)
    won = sum(amounts, _NOTHING)
    possible = sum((points.top for _, points in rows), _NOTHING)
    margin = won
    if scale.unit is ScaleUnit.PERCENT:
        margin = percent_margin(won * 100 / possible) if possible else _NOTHING
    return PairMatch(
        opponents=opponents,
        boards=tuple(board for board, _ in rows),
        amounts=amounts,
        possible=possible,
        margin=margin,
        points=scale.points(margin, size)[0],
    )
