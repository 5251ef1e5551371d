"""Random Swiss events at the desk: contestants come late, leave, forfeit and must not meet; every draw is judged.

The generator knows only commands; what it finds wrong is what the independent checks say: `draw_faults` of every drawn
round, from the encounters before it, and a replay of the sheet that came of all rounds.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.pairing.swiss.case import Draw, Kept, Pairing
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.core.pairing.swiss.round_draw import settle_case
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.forms.drawing import drawn_numbers
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.swiss.rounds import draw_input, next_round
from tests.builders import Evening
from tests.scripted_events import new_event

FEWEST = 4
SIZES = (*range(5, 17), *range(5, 17), 21, 24, 33, 60)
NO_DRAW = ("draw.no-legal", "draw.no-triangle")
"""The codes of the draw when nothing keeps the rule; the director then lets it be broken."""


@dataclass
class RandomSwiss:
    """A Swiss from a seed; `wrong` is what the checks found, `forced` how many rounds had to break the rule."""

    seed: int
    rng: random.Random = field(init=False)
    evening: Evening = field(init=False)
    bans: tuple[Ban, ...] = ()
    rounds: int = 0
    forced: int = 0
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        self.count = rng.choice(SIZES)
        self.is_teams = rng.random() < 0.7
        conditions = self._conditions()
        by_imps = self.is_teams or rng.random() < 0.5
        self.people = invented_people(5 * 196 // 5)
        self.evening = new_event(
            0,
            0,
            kind=ContestantKind.TEAM if self.is_teams else ContestantKind.PAIR,
            form=EventForm.SWISS_TEAMS if self.is_teams else EventForm.SWISS_PAIRS,
            method=Method.IMPS if by_imps else Method.MATCHPOINTS,
            scale="wbf-continuous" if by_imps else "",
            boards_per_round=2 if conditions.triangle is Triangle.ONE_ROUND else 1,
            sessions=rng.choice((1, 1, 2)),
            conditions=conditions,
        )
        self.entered = 0
        for _ in range(self.count):
            self._enter()

    def _conditions(self) -> SwissConditions:
        rng = self.rng
        triangle = rng.choice(list(Triangle)) if self.is_teams else Triangle.NONE
        rounds = 2 * rng.randint(2, 3) if triangle is Triangle.TWO_ROUNDS else rng.randint(3, 7)
        return SwissConditions(
            rounds,
            rng.choice(list(Rematch)),
            rng.randint(1, 3),
            rng.choice(list(RankBase)),
            rng.choice(list(LastRound)),
            triangle,
            rng.randint(1, 3),
        )

    def _enter(self) -> None:
        size = 4 if self.is_teams else 2
        people = (replace(self.people[at % len(self.people)], number=str(10000 + at), name=f"Oak {at}") for at in
                  range(self.entered * size, (self.entered + 1) * size))  # fmt: skip
        self.evening.do(AddEntry(tuple(people)))
        self.entered += 1

    def play(self) -> None:
        """Plays all rounds of all sessions and publishes the ranking."""
        self.evening.do(DrawNumbers(Place(1, "A"), self.seed))
        everybody = [Number(str(at)) for at in range(1, self.count + 1)]
        pairs = (self.rng.sample(everybody, 2) for _ in range(self.rng.randint(0, self.count // 6)))
        self.bans = tuple(Ban(one, other) for one, other in pairs)
        for session in range(1, self.evening.state.settings.sessions + 1):
            while (number := next_round(self.evening.state, Place(session, "A"))) is not None:
                if self.rounds:
                    self._come_and_go(session)
                self._draw(session, number)
                if number == 1:
                    self.evening.do(StartPlay(session))
                self.evening.do(StartRound(session, number))
                self._results(session)
                self.rounds += 1
            self._check_sheet(session)
        self.evening.do(Publish())

    def _come_and_go(self, session: SessionNumber) -> None:
        playing = drawn_numbers(self.evening.state, Place(session, "A"))
        if self.rng.random() < 0.15 and len(playing) > FEWEST + 1:
            leaver = playing[self.rng.choice(list(playing))]
            self.evening.do(WithdrawEntry(leaver.entry_id))
        has_sheet = "A" in self.evening.state.session(session).sections
        if self.rng.random() < 0.15 and has_sheet:
            self._enter()
            self.evening.do(SeatLatePair(Place(session, "A"), list(self.evening.state.entries)[-1]))

    def _draw(self, session: SessionNumber, number: int) -> None:
        state = self.evening.state
        playing = list(drawn_numbers(state, Place(session, "A")))
        bans = tuple(ban for ban in self.bans if ban.first in playing and ban.other in playing)
        free = [
            one
            for one in playing
            if one not in draw_input(state, DrawRound(Place(session, "A").at(number)))[0].triangle_goes_on
        ]
        first, other = self.rng.sample(free, 2)
        pairings = (Kept(first, other, "guests"),) if self.rng.random() < 0.1 else ()
        wish = DrawRound(Place(session, "A").at(number), pairings, bans)
        try:
            self.evening.do(wish, reason="guests" if pairings or bans else "")
        except Refused as mistake:
            if mistake.problems[0].code not in NO_DRAW:
                raise
            wish = replace(wish, may_break_rule=True)
            self.evening.do(wish, reason="no other way")
            self.forced += 1
        case, _, _ = draw_input(state, DrawRound(Place(session, "A").at(number), pairings, bans, wish.may_break_rule))
        case = settle_case(case)
        drawn = self.evening.state.section(Place(session, "A")).draws[-1]
        self.wrong += [f"round {number}: {one!r}" for one in draw_faults(case, _as_draw(case.policy.round, drawn))]

    def _results(self, session: SessionNumber) -> None:
        state = self.evening.state
        drawn = state.section(Place(session, "A")).draws[-1]
        if self.is_teams and drawn.matches and self.rng.random() < 0.2:
            loser = self.rng.choice(drawn.matches).away
            self.evening.do(ForfeitMatch(Place(session, "A").at(drawn.round), loser), reason="nobody came")
        for slot in missing_slots(self.evening.state, session):
            self.evening.do(EnterResult(slot, plausible_result_text(slot, self.seed)))

    def _check_sheet(self, session: SessionNumber) -> None:
        """Replays the sheet: nobody plays a board twice on a side, nor pairs at two tables in a round; both halves of a
        match of teams are on one set, but for a triangle whose second half fell away because one of them has left."""
        section = self.evening.state.section(Place(session, "A"))
        sheet = section.movement
        assert sheet is not None
        sides = {
            side: Counter((getattr(m, side)[0], board) for m in sheet.meetings for board in sheet.boards_of(m))
            for side in ("ns", "ew")
        }
        self.wrong += [f"{key} twice {side}" for side, times in sides.items() for key in times if times[key] > 1]
        self.wrong += [f"set {m.board_set} is empty" for m in sheet.meetings if not sheet.boards_of(m)]
        halves = {(m.ns, m.ew, m.board_set) for m in sheet.meetings}
        if self.is_teams:
            alone = {one for one in halves if (one[1], one[0], one[2]) not in halves}
            self.wrong += [f"half of {one}" for one in alone if not _is_left(section, one[0] + one[1])]
            return
        seats = Counter((m.round, number) for m in sheet.meetings for number in m.contestants)
        self.wrong += [f"{key} twice" for key in seats if seats[key] > 1]


def _is_left(section: Section, two: tuple[Number, ...]) -> bool:
    """True if two contestants were in a triangle that began and did not go on in the next round."""
    draws = section.draws
    return any(
        set(two) <= set(one.triangle) and not one.goes_on and not later.goes_on for one, later in pairwise(draws)
    )


def _as_draw(number: int, drawn: DrawnRound) -> Draw:
    pairings = tuple(Pairing(match.home, match.away) for match in drawn.matches)
    return Draw(number, pairings, drawn.triangle, drawn.sit_out)
