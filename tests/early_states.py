"""Random Swiss events that stop while boards are open, and the ways in which these boards can end.

An event has one of `KINDS` and a seed. Contestants forfeit matches, withdraw and get rulings; numbers are even or odd,
with triangles of both kinds; one to three boards are open when the next round is drawn. A board ends with a result,
plausible or extreme, or with a ruling: averages of all kinds, an assigned or a weighted score, or not played.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)
from arrowswitch.core.scoring.team_rules import TeamsRankBy, TieBreak
from arrowswitch.tournament.forms.drawing import drawn_numbers
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.fold import advance
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSettings, TeamScoring
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.slots import missing_slots, sides_of
from arrowswitch.tournament.service.decide import decide
from tests.builders import START, CountingChance
from tests.scripted_events import new_event

PLACE = Place(1, "A")
ROUNDS = 4
MOST = 12
"""How many contestants an event has at most."""
RESULTS = ("7NXX-13 E", "7NXX-13 N", "P", "4S= N", "3NT-1 E")
EXTREMES = RESULTS[:2]


_PLUS, _MINUS, _AVERAGE = (Average(kind) for kind in (AverageKind.PLUS, AverageKind.MINUS, AverageKind.AVERAGE))
End = tuple[str, SideOutcome | None, SideOutcome | None]
"""The result of a board, and what each side was awarded in place of it."""
RULINGS: tuple[End, ...] = (
    ("", _PLUS, _MINUS),
    ("", _MINUS, _PLUS),
    ("", _PLUS, _PLUS),
    ("", _MINUS, _MINUS),
    ("", _AVERAGE, _AVERAGE),
    ("", NotPlayed(), NotPlayed()),
    ("", _PLUS, NotPlayed()),
    ("", Percentage(Fraction(100)), Percentage(Fraction(0))),
    ("", Percentage(Fraction(0)), Percentage(Fraction(100))),
    ("4S= N", TableScore(-50), TableScore(620)),
    ("3NT-1 E", Weighted(((430, Fraction(1, 2)), (-50, Fraction(1, 2)))), _MINUS),
)
_KINDS_OF_TEAMS: dict[str, TeamScoring] = {
    "victory-points": TeamScoring.IMPS_VP,
    "imps": TeamScoring.IMPS,
    "board-a-match": TeamScoring.BOARD_A_MATCH,
    "board-a-match-vp": TeamScoring.BOARD_A_MATCH_VP,
    "total-points": TeamScoring.TOTAL_POINTS,
}
_KINDS_OF_PAIRS: dict[str, tuple[Method, str]] = {
    "pairs-matchpoints": (Method.MATCHPOINTS, ""),
    "pairs-imps": (Method.IMPS, "wbf-continuous"),
    "pairs-butler": (Method.BUTLER, "wbf-continuous"),
    "pairs-swiss-matchpoints": (Method.SWISS_MATCHPOINTS, ""),
    "pairs-swiss-imps": (Method.SWISS_IMPS, ""),
}
BY_WINS = "ranked-by-wins"
KINDS = (*_KINDS_OF_TEAMS, *_KINDS_OF_PAIRS, BY_WINS, *(tie_break.value for tie_break in TieBreak))


class Quick:
    """An event whose commands are decided and folded without a store: nothing else is done between them."""

    def __init__(self, state: EventState) -> None:
        self.state = state

    def do(self, command: Command, reason: str = "") -> None:
        stamp = Stamp("", "director", "desk", reason)
        facts = decide(self.state, command, Context(START, CountingChance(), stamp, ()))
        self.state = advance(self.state, LedgerEntry(self.state.seq + 1, START, stamp, facts))

    def fill(self, slots: Iterable[Slot], rng: random.Random, rulings: float = 0) -> None:
        """Puts results into slots, and rulings into this share of them."""
        ends = {slot: self._end(slot, rng, rulings) for slot in slots}
        self.state = with_ends(self.state, ends, self.state.seq + 1)

    def _end(self, slot: Slot, rng: random.Random, rulings: float) -> End:
        return rng.choice(RULINGS) if rng.random() < rulings else (result_text(self.state, slot, rng), None, None)


@dataclass(frozen=True)
class Stopped:
    """An event that stopped with boards open in `round`, whose ranking the next round is drawn by."""

    state: EventState
    round: int

    @property
    def draw(self) -> DrawRound:
        return DrawRound(PLACE.at(self.round + 1))


@lru_cache(maxsize=256)
def enter_event(kind: str, contestants: int, rematch: Rematch, triangle: Triangle) -> EventState:
    """Returns a Swiss of four rounds with everybody entered."""
    limit = None if triangle is Triangle.NONE else 2
    method, scale = _KINDS_OF_PAIRS.get(kind, (Method.IMPS, ""))
    is_pairs = kind in _KINDS_OF_PAIRS
    scoring = _KINDS_OF_TEAMS.get(kind, TeamScoring.IMPS_VP)
    scales = {TeamScoring.IMPS_VP: "wbf-continuous", TeamScoring.BOARD_A_MATCH_VP: "bam-vp"}
    settings: dict[str, object] = {
        "form": EventForm.SWISS_PAIRS if is_pairs else EventForm.SWISS_TEAMS,
        "kind": ContestantKind.PAIR if is_pairs else ContestantKind.TEAM,
        "scale": scale if is_pairs else scales.get(scoring, ""),
        "method": method,
        "boards_per_round": _boards_of(kind),
        "conditions": SwissConditions(ROUNDS, rematch, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, triangle, limit),
    }
    if not is_pairs:
        settings["matches"] = MatchSettings(scoring=scoring)
    return under(kind, new_event(contestants, 2 if is_pairs else 4, **settings).state)


def _boards_of(kind: str) -> int:
    if kind == "pairs-swiss-imps":
        return 8
    return 3 if kind in _KINDS_OF_PAIRS else 4


def stop_event(kind: str, seed: int) -> Stopped:
    """Returns a Swiss with boards of its latest round open."""
    return next(stop_events(kind, seed, 1))


def stop_events(kind: str, seed: int, stops: int, most: int = MOST) -> Iterator[Stopped]:
    """Yields one Swiss of at most `most` contestants stopped this many times, with other boards of its latest round
    open and other results in the rest of that round each time."""
    rng = random.Random(f"{kind} {seed}")
    is_pairs = kind in _KINDS_OF_PAIRS
    contestants = rng.randint(5, most)
    triangle = Triangle.NONE if is_pairs or contestants % 2 == 0 else rng.choice(list(Triangle))
    event = Quick(enter_event(kind, contestants, rng.choice([Rematch.NEVER, Rematch.FREE]), triangle))
    event.do(DrawNumbers(PLACE, seed))
    last = rng.choice([1, 2, 2, 2, 3])
    rulings = rng.choice([0, 0, 0.1])
    for number in range(1, last + 1):
        if number > 1:
            _withdraw(event, rng)
        try:
            event.do(DrawRound(PLACE.at(number)))
        except Refused:
            yield from stop_events(kind, seed + 1_000_003, stops, most)
            return
        if number == 1:
            event.do(StartPlay(1))
        _forfeit(event, number, rng)
        if number < last:
            event.fill(missing_slots(event.state, 1), rng, rulings)
    if not missing_slots(event.state, 1):
        yield from stop_events(kind, seed + 1_000_003, stops, most)
        return
    for at in range(stops):
        stopped = Quick(replace(event.state, seq=event.state.seq + 10_000 * at))
        missing = list(missing_slots(event.state, 1))
        rng.shuffle(missing)
        stopped.fill(missing[rng.choice([1, 1, 1, 2, 3]) :], rng, rulings)
        yield Stopped(stopped.state, last)


def result_text(state: EventState, slot: Slot, rng: random.Random) -> str:
    """Returns a result with which lower numbers beat higher ones by much, as a rule: so that totals lie apart."""
    ns, ew = (int(side[0].rstrip("ABCD")) for side in sides_of(state, slot))
    if rng.random() < (1 / 3 if state.settings.event_form.is_of_teams else 1 / 10):
        return plausible_result_text(slot, rng.randrange(1_000))
    return f"4SX-{min(abs(ns - ew) + 1, 9)} {'E' if ns < ew else 'N'}"


def _forfeit(event: Quick, round_number: int, rng: random.Random) -> None:
    """Lets a contestant lose its match of a round unplayed, now and then."""
    drawn = event.state.section(PLACE).draws[round_number - 1]
    pairs = [match.teams for match in drawn.matches]
    if not ranks_matches(event.state.settings) or rng.random() > 1 / 4:
        return
    if len(drawn.triangle) == 3 and not drawn.goes_on:
        pairs += combinations(drawn.triangle, 2)
    if pairs:
        loser, winner = rng.sample(rng.choice(pairs), 2)
        event.do(ForfeitMatch(PLACE.at(round_number), loser, winner), "late")


def _withdraw(event: Quick, rng: random.Random) -> None:
    """Lets a contestant leave, now and then."""
    there = drawn_numbers(event.state, PLACE)
    if rng.random() < 1 / 8 and len(there) > 4:
        event.do(WithdrawEntry(there[rng.choice(list(there))].entry_id))


def under(kind: str, state: EventState) -> EventState:
    """Returns an event under regulations that break ties, or rank, as the kind of event asks for."""
    if kind not in (*TieBreak, BY_WINS):
        return state
    rules = regulations.from_plain(state.rules)
    teams = (
        replace(rules.teams, rank_by=TeamsRankBy.WINS)
        if kind == BY_WINS
        else replace(rules.teams, tie_breaks=(TieBreak(kind),))
    )
    return replace(state, rules=regulations.to_plain(replace(rules, teams=teams)))


def endings(state: EventState, rng: random.Random, count: int) -> Iterator[dict[Slot, End]]:
    """Yields ways in which the open boards can end: up to `count` extremes, and as many others by results and by
    rulings."""
    slots = missing_slots(state, 1)
    every = [(text, None, None) for text in RESULTS]
    extremes = list(product(every[:2], repeat=len(slots)))
    for ends in rng.sample(extremes, min(len(extremes), count)):
        yield dict(zip(slots, ends, strict=True))
    for _ in range(count):
        share = rng.choice([0, 0.5, 1])
        yield {
            slot: rng.choice(RULINGS)
            if rng.random() < share
            else rng.choice([*every, (plausible_result_text(slot, rng.randrange(1_000)), None, None)])
            for slot in slots
        }


def with_ends(state: EventState, ends: Mapping[Slot, End], seq: int) -> EventState:
    """Returns an event with results and rulings put into slots, as its ledger entry `seq`."""
    new = {}
    for slot, (text, ns_award, ew_award) in ends.items():
        ns, ew = sides_of(state, slot)
        result = parse_result(text) if text else None
        new[slot] = TableEntry(slot=slot, ns=ns, ew=ew, result=result, ns_award=ns_award, ew_award=ew_award)
    return replace(state, results={**state.results, **new}, seq=seq)
