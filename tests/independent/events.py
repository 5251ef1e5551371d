"""Random events of matches at the desk, from a seed: Swiss, round robins and knockouts with everything that goes wrong.

Teams come late, leave and forfeit; boards get averages, percentages and weighted scores; matches are entered by slips;
penalties come in every unit. The generator knows only commands, and what the desk refuses is not done.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.forms.drawing import drawn_numbers
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.knockout import DecideMatch
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip, ForfeitMatch, ShortenMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers, SeatLatePair, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.swiss.rounds import next_round
from tests.builders import Evening
from tests.knockout_events import stands
from tests.scripted_events import new_event

PAIRS = ("pairs-imps", "pairs-butler", "pairs-swiss-imps", "pairs-swiss-matchpoints")
KINDS = ("swiss", "swiss-two-sessions", "round-robin", "short-round-robin", "knockout", *PAIRS)
FEWEST = 4
AWARDS = ("A+", "A", "A-", "60%", "40%", "50%", "NP")
WEIGHTED = ("60%50, 40%-50", "25%420, 75%170", "50%-620, 30%-170, 20%100", "10%1430, 90%-50")
CLOSE = ("P", "P", "100", "-100", "110", "-110")
"""Scores that any board can have, close enough for equal totals."""
UNITS = (PenaltyUnit.IMPS, PenaltyUnit.IMPS, PenaltyUnit.VP, PenaltyUnit.BOARDS, PenaltyUnit.PERCENT)


@dataclass
class MatchEvent:
    """An event of matches from a seed. `after_round` are the states after each round of a Swiss."""

    seed: int
    kind: str
    rng: random.Random = field(init=False)
    evening: Evening = field(init=False)
    boards: int = field(init=False)
    after_round: list[EventState] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.kind} {self.seed}")
        self.boards = self.rng.choice((2, 4, 6, 8))
        self.is_close = self.rng.random() < 0.5
        self.trouble = self.rng.choice((0.0, 0.1, 0.2))
        self.breaking = random.Random(f"breaking off {self.kind} {self.seed}")
        self.gives_rulings = True

    def play(self) -> EventState:
        """Plays the event and returns its state."""
        if self.kind in PAIRS:
            self._play_pairs(Method(self.kind.removeprefix("pairs-")))
        elif self.kind.startswith("swiss"):
            self._play_swiss(2 if self.kind == "swiss-two-sessions" else 1)
        elif self.kind == "knockout":
            self._play_knockout()
        else:
            self._play_sheets()
        return self.evening.state

    def _new(self, form: EventForm, count: int, **settings: object) -> None:
        wanted = {"kind": ContestantKind.TEAM, "scale": "wbf-continuous", **settings}
        self.evening = new_event(0, 0, form=form, boards_per_round=self.boards, **wanted)
        self.size = 2 if wanted["kind"] is ContestantKind.PAIR else 4
        self.entered = 0
        for _ in range(count):
            self._enter()

    def _enter(self) -> None:
        people = invented_people(self.size)
        first = self.size * self.entered
        named = (
            replace(one, number=str(10000 + first + at), name=f"Elm {first + at}") for at, one in enumerate(people)
        )
        self.evening.do(AddEntry(tuple(named)))
        self.entered += 1

    def _try(self, command: Command) -> bool:
        """Does a command unless the desk refuses it."""
        try:
            self.evening.do(command, reason="as it happened")
        except (Refused, NotFound):
            return False
        return True

    def _play_swiss(self, sessions: int) -> None:
        rng = self.rng
        triangle = rng.choice(list(Triangle))
        rounds = 2 * rng.randint(2, 3) if triangle is Triangle.TWO_ROUNDS or sessions > 1 else rng.randint(3, 6)
        rounds = 4 if sessions > 1 else rounds
        conditions = SwissConditions(
            rounds, rng.choice(list(Rematch)), 3, rng.choice(list(RankBase)), LastRound.AS_OTHERS, triangle, 3
        )
        self._new(EventForm.SWISS_TEAMS, rng.randint(5, 9), conditions=conditions, sessions=sessions)
        self.evening.do(DrawNumbers(Place(1, "A"), self.seed))
        for session in range(1, sessions + 1):
            if not self._play_rounds(session):
                return

    def _play_rounds(self, session: int) -> bool:
        """Draws and plays the rounds of a session; returns False where no round can be drawn any more."""
        place = Place(session, "A")
        while (number := next_round(self.evening.state, place)) is not None:
            if number > 1:
                self._come_and_go(place)
            if not self._draw(place, number):
                return False
            if number == 1:
                self.evening.do(StartPlay(session))
            self.evening.do(StartRound(session, number))
            self._results(session, number)
            self.after_round.append(self.evening.state)
        return True

    def _play_pairs(self, method: Method) -> None:
        """Plays Swiss pairs; those who have a percentage of the top get no adjusted scores."""
        is_percent = method is Method.SWISS_MATCHPOINTS
        self.gives_rulings = not is_percent
        conditions = SwissConditions(
            self.rng.randint(2, 4), Rematch.FREE, 3, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE, 3
        )
        scale = "" if is_percent else "wbf-continuous"
        settings = {"kind": ContestantKind.PAIR, "method": method, "scale": scale, "conditions": conditions}
        self._new(EventForm.SWISS_PAIRS, self.rng.randint(6, 13), **settings)
        self.evening.do(DrawNumbers(Place(1, "A"), self.seed))
        self._play_rounds(1)

    def _draw(self, place: Place, number: int) -> bool:
        return self._try(DrawRound(place.at(number))) or self._try(DrawRound(place.at(number), may_break_rule=True))

    def _come_and_go(self, place: Place) -> None:
        playing = drawn_numbers(self.evening.state, place)
        if self.rng.random() < self.trouble and len(playing) > FEWEST:
            self.evening.do(WithdrawEntry(playing[self.rng.choice(sorted(playing))].entry_id))
        if self.rng.random() < self.trouble:
            self._enter()
            self._try(SeatLatePair(place, list(self.evening.state.entries)[-1]))

    def _play_sheets(self) -> None:
        teams = self.rng.randint(4, 7)
        is_by_pairs = self.kind == "short-round-robin"
        if is_by_pairs:
            self.boards = self.rng.choice((1, 2, 3))
        sheets: list[Movement] = []
        try:
            for session in (1, 2) if is_by_pairs else (1,):
                form = "pair" if is_by_pairs else "team"
                more = {"sessions": 2, "session": session} if is_by_pairs else {}
                sheets.append(make("round-robin", tables=teams, form=form, boards_per_round=self.boards, **more))
        except Refused:
            sheets = [make("round-robin", tables=4, form="team", boards_per_round=self.boards)]
        form = EventForm.SHORT_ROUND_ROBIN_TEAMS if is_by_pairs else EventForm.ROUND_ROBIN_TEAMS
        count = teams if len(sheets) == (2 if is_by_pairs else 1) else 4
        self._new(form, count, sessions=len(sheets))
        for session, sheet in enumerate(sheets, start=1):
            self.evening.do(ChooseMovement(Place(session, "A"), sheet, fits_scale=True))
        for session in range(1, len(sheets) + 1):
            if not self.evening.state.section(Place(session, "A")).numbers:
                self.evening.do(DrawNumbers(Place(session, "A"), self.seed))
        for session, sheet in enumerate(sheets, start=1):
            self.evening.do(StartPlay(session))
            for number in range(1, sheet.rounds + 1):
                numbers = self.evening.state.section(Place(session, "A")).numbers
                if number > 1 and self.rng.random() < self.trouble:
                    self.evening.do(WithdrawEntry(numbers[self.rng.choice(sorted(numbers))]))
                self._results(session, number)

    def _play_knockout(self) -> None:
        self._new(EventForm.KNOCKOUT_TEAMS, self.rng.randint(4, 8))
        place = Place(1, "A")
        self.evening.do(SeedNumbers(place))
        for number in range(1, 5):
            if not self._try(DrawRound(place.at(number))):
                return
            if number == 1:
                self.evening.do(StartPlay(1))
            self._results(1, number)
            for match in stands(self.evening).matches:
                if match.state is MatchState.LEVEL and match.teams[0] is not None:
                    self._try(DecideMatch(place.at(number), match.teams[0]))
            if stands(self.evening).winner is not None:
                return

    def _results(self, session: int, number: int) -> None:
        """Plays a round: some matches by slips or forfeits, some boards ruled on, now and then a penalty."""
        state = self.evening.state
        sheet = state.section(Place(session, "A")).movement
        assert sheet is not None
        there = sorted(
            {self._team(sheet, n) for m in sheet.meetings if m.round == number for n in m.contestants}, key=str
        )
        at = Place(session, "A").at(number)
        for team in there:
            if self.rng.random() < self.trouble / 3:
                self._try(EnterMatchSlip(at, team, self._slip_text()))
        if self.rng.random() < self.trouble:
            self._forfeit(session, number)
        leaver = self._leave_during(session, there) if self.rng.random() < self.trouble / 2 else None
        left = {
            n
            for n, entry in self.evening.state.section(Place(session, "A")).numbers.items()
            if self.evening.state.entries[entry].is_withdrawn
        }
        broken = {team for team in there if self.breaking.random() < self.trouble / 4}
        unplayed: list[tuple[Slot, Meeting]] = []
        for slot in missing_slots(self.evening.state, session):
            meeting = sheet.at(slot.round, slot.table)
            if slot.round != number or meeting is None:
                continue
            if self._team(sheet, meeting.ns[0]) in broken and self.breaking.random() < 0.5:
                unplayed.append((slot, meeting))
                continue
            is_off = bool(left & set(meeting.contestants))
            is_leaving = leaver is not None and leaver in meeting.contestants
            if not is_off or self.rng.random() < (0.5 if is_leaving else 0.1):
                self._enter_result(slot, meeting)
            if self.gives_rulings and self.rng.random() < self.trouble / 4:
                self._rule(slot)
        self._break_off(at, broken, unplayed)
        for team in there:
            if self.rng.random() < self.trouble / 2:
                amount = Fraction(self.rng.randint(1, 12), self.rng.choice((1, 2, 4)))
                unit = self.rng.choice(UNITS)
                in_round = number if unit is PenaltyUnit.IMPS else None
                self._try(GivePenalty(Place(session, "A"), team, amount, unit, round=in_round))

    def _break_off(self, at: RoundPlace, broken: set[Number], unplayed: list[tuple[Slot, Meeting]]) -> None:
        """Has matches scored on the boards played; where the desk refuses that, the other boards are played."""
        for team in sorted(broken):
            self._try(ShortenMatch(at, team))
        waiting = set(missing_slots(self.evening.state, at.place.session))
        for slot, meeting in unplayed:
            if slot in waiting:
                self._enter_result(slot, meeting)

    def _enter_result(self, slot: Slot, meeting: Meeting) -> None:
        """Enters a result; now and then both sides have sat the wrong way."""
        if self.rng.random() < self.trouble / 10:
            self._try(EnterResult(slot, self._text(slot), ns=meeting.ew, ew=meeting.ns, force="sat the wrong way"))
        else:
            self._try(EnterResult(slot, self._text(slot)))

    def _forfeit(self, session: int, number: int) -> None:
        """Notes a forfeit in a round; of two sides sometimes both forfeit."""
        sheet = self.evening.state.section(Place(session, "A")).movement
        assert sheet is not None
        meeting = self.rng.choice([meeting for meeting in sheet.meetings if meeting.round == number])
        sides = [self._team(sheet, side[0]) for side in (meeting.ns, meeting.ew)]
        self.rng.shuffle(sides)
        at = Place(session, "A").at(number)
        self._try(ForfeitMatch(at, sides[0], sides[1]))
        if self.rng.random() < 0.3:
            self._try(ForfeitMatch(at, sides[1], sides[0]))

    def _leave_during(self, session: int, playing: list[Number]) -> Number | None:
        """Lets someone leave in the middle of a round; returns nobody where a number is a pair's of a team."""
        number = self.rng.choice(playing)
        entry = self.evening.state.section(Place(session, "A")).numbers.get(number)
        if entry is None:
            return None
        self.evening.do(WithdrawEntry(entry))
        return number

    def _team(self, sheet: Movement, number: Number) -> Number:
        return Number(number[:-1]) if "team_mates" in sheet.options else number

    def _slip_text(self) -> str:
        if self.rng.random() < 0.5:
            return f"{self.rng.randint(0, 30)}-{self.rng.randint(0, 30)}"
        vp = Fraction(self.rng.randint(0, 80), 4)
        return f"{float(vp):g}-{float(20 - vp):g}v"

    def _text(self, slot: Slot) -> str:
        return self.rng.choice(CLOSE) if self.is_close else plausible_result_text(slot, self.seed)

    def _rule(self, slot: Slot) -> None:
        rng = self.rng
        both = rng.choice(WEIGHTED), ""
        if rng.random() < 0.6:
            both = rng.choice(AWARDS), rng.choice((*AWARDS, ""))
        elif rng.random() < 0.5:
            both = rng.choice(WEIGHTED), rng.choice((*WEIGHTED, ""))
        self._try(GiveAward(slot, both[0], both[1] or (both[0] if rng.random() < 0.5 else ""), "12"))
