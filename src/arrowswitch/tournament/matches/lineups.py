"""The players of a team: the line-up of each half of a match, the seats, and the pairs that move at half time.

| clause | rule | here |
|---|---|---|
| manual, lines 1622-1630 | North-South at the home table, East-West at the other's | `seats` |
| manual, lines 1674-1676 | the losers' pairs change places; level teams agree | `HalfTime.LOSER` |
| manual, lines 1678-1680 | or a rule names the team that moves | `HalfTime.HOME`, `.AWAY` |
| manual, lines 1682-1686 | who may come in, and whether pairs may change | `substitution_of` |

The first half are the first boards of a match, one more than the second where their number is odd (decision).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import HalfTime, Lineup, Substitution

_PAIR = 2


@dataclass(frozen=True, slots=True)
class TableLineup:
    """The players at a table of a match in a half: both pairs by name, empty while a line-up is missing. `table` is its
    place in the match, from 0."""

    table: int
    ns: Number
    ew: Number
    ns_names: tuple[str, ...]
    ew_names: tuple[str, ...]

    @property
    def pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(names) for names in (self.ns_names, self.ew_names))


@dataclass(frozen=True, slots=True)
class HalfTimeView:
    """A match at half time: the margin of the home team over the boards of the first half, how many of them are still
    open, whose pairs move by the event's rule (None: nobody, or not decided), and why."""

    rule: HalfTime
    margin: Fraction
    open_boards: int
    mover: Number | None
    why: Problem

    @property
    def is_chosen(self) -> bool:
        """True if the teams choose who moves: they agree on it, or the first half is level."""
        is_level = self.rule is HalfTime.LOSER and not self.open_boards and self.mover is None
        return self.rule is HalfTime.AGREED or is_level


def lineup(state: EventState, at: RoundPlace, number: Number, half: int = 1) -> Lineup | None:
    """Returns the line-up of a team for a half of its match, None if there is none."""
    lineups = (known for known in state.matches.lineups if (known.at, known.number, known.half) == (at, number, half))
    return next(lineups, None)


def partners(lineup: Lineup, name: str) -> str | None:
    """Returns the partner of a player in a line-up. Returns None for a player who is not in it."""
    for pair in (*pairs_of(lineup.ns), *pairs_of(lineup.ew)):
        if name in pair:
            return next((other for other in pair if other != name), None)
    return None


def pairs_of(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Returns the names of a direction as pairs: one, or two of a team of eight.

    >>> pairs_of(("a", "b", "c", "d"))
    (('a', 'b'), ('c', 'd'))
    """
    return tuple(names[at : at + _PAIR] for at in range(0, len(names), _PAIR))


def half_time_rule(settings: Settings) -> HalfTime:
    """Returns the rule for the pairs that move at half time: as set, in a league the losers', else by agreement."""
    usual = form_of(settings).usual_half_time
    return settings.matches.half_time or usual


def substitution_of(settings: Settings) -> Substitution:
    """Returns the changes allowed at half time: as set, in a league partners stay together, else all."""
    usual = form_of(settings).usual_substitution
    return settings.matches.substitution or usual


def half_time(state: EventState, match: MatchView, session: SessionNumber | None = None) -> HalfTimeView:
    """Returns a match at half time: the margin of its first half, and the team that moves by the rule. `session`
    is the session whose boards are divided in two halves, None for all boards."""
    rule = half_time_rule(state.settings)
    boards = [board for board in match.boards if session in (None, board.session)]
    first = boards[: len(boards) - len(boards) // 2]
    compared = [one.points for one in first if one.points is not None]
    margin = sum((own - other for own, other in compared), Fraction(0))
    waiting = sum(one.points is None and not one.is_left_out for one in first)
    mover, why = _mover(rule, match, margin, waiting)
    return HalfTimeView(rule=rule, margin=margin, open_boards=waiting, mover=mover, why=why)


def _mover(rule: HalfTime, match: MatchView, margin: Fraction, waiting: int) -> tuple[Number | None, Problem]:
    if rule is HalfTime.NOBODY:
        return None, Problem("half-time.nobody")
    if rule is HalfTime.AGREED:
        return None, Problem("half-time.agreed")
    if rule in (HalfTime.HOME, HalfTime.AWAY):
        number = match.home if rule is HalfTime.HOME else match.away
        return number, Problem(f"half-time.{rule.value}", {"number": number})
    if waiting:
        return None, Problem("half-time.open", {"n": waiting})
    if not margin:
        return None, Problem("half-time.level")
    loser = match.away if margin > 0 else match.home
    return loser, Problem("half-time.loser", {"number": loser, "margin": str(abs(margin))})


def second_half(winner: Lineup, loser: Lineup) -> tuple[Lineup, Lineup]:
    """Returns the line-ups after half time where `loser` moves, the other's first: one team stays, and the other
    changes its pairs, so that all pairs meet."""
    return _next_half(winner, winner.ns, winner.ew), _next_half(loser, loser.ew, loser.ns)


def propose_lineups(home: Lineup | None, away: Lineup | None, mover: Number | None) -> tuple[Lineup, Lineup] | None:
    """Returns the line-ups of the second half, home first, when the pairs of `mover` change places (None: nobody's);
    None while a line-up of the first half is missing."""
    if home is None or away is None:
        return None
    if mover == home.number:
        return second_half(away, home)[::-1]
    if mover == away.number:
        return second_half(home, away)
    return _next_half(home, home.ns, home.ew), _next_half(away, away.ns, away.ew)


def seats(match: MatchView, home: Lineup | None, away: Lineup | None) -> tuple[TableLineup, ...]:
    """Returns the players at each table of a match in a half: every team North-South at its own table and East-West at
    the other's."""
    tables: list[TableLineup] = []
    count = max((len(pairs_of(one.ns)) for one in (home, away) if one is not None), default=1)
    for at in range(count):
        for place, (here, there) in enumerate(((match.home, match.away), (match.away, match.home))):
            own, other = (home, away) if here == match.home else (away, home)
            tables.append(
                TableLineup(
                    table=2 * at + place,
                    ns=here,
                    ew=there,
                    ns_names=_pair(own, Side.NS, at),
                    ew_names=_pair(other, Side.EW, at),
                )
            )
    return tuple(tables)


def meet_again(first: tuple[TableLineup, ...], second: tuple[TableLineup, ...]) -> tuple[TableLineup, ...]:
    """Returns the tables of the second half where two pairs meet that have met in the first."""
    met = {one.pairs for one in first if one.ns_names and one.ew_names}
    return tuple(one for one in second if one.ns_names and one.ew_names and one.pairs in met)


def lineup_problems(before: Lineup | None, wanted: Lineup, rule: Substitution) -> Iterator[Problem]:
    """Yields the changes of a line-up after the half before it that the rule on substitutions does not allow: one of
    the four with a new partner among them, or a substitute."""
    if before is None or rule is Substitution.FREE:
        return
    old = set(before.ns + before.ew)
    for pair in (*pairs_of(wanted.ns), *pairs_of(wanted.ew)):
        stay = [name for name in pair if name in old]
        if rule is Substitution.NONE:
            yield from (
                Problem("team-event.lineup-substitute", {"name": name}) for name in pair if name and name not in old
            )
        if len(stay) == _PAIR and partners(before, stay[0]) != stay[1]:
            yield Problem("team-event.lineup-new-partners", {"first": stay[0], "second": stay[1]})


def _pair(lineup: Lineup | None, side: Side, at: int) -> tuple[str, ...]:
    if lineup is None:
        return ()
    pairs = pairs_of(lineup.ns if side is Side.NS else lineup.ew)
    return pairs[at] if at < len(pairs) else ()


def _next_half(lineup: Lineup, ns: tuple[str, ...], ew: tuple[str, ...]) -> Lineup:
    return replace(lineup, half=lineup.half + 1, ns=ns, ew=ew)
