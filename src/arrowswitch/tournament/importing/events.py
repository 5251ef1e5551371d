"""An event made of results that were scored elsewhere: who took part, who met whom with which boards, what was made.

Pairs, single players, and teams with their matches and line-ups. Hands, leads, auctions, plays and deductions from
totals are included. The sheet that was played is found in `sheets`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SectionLetter
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.scoring.foreign import ForeignResults, ForeignScore
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.teams.event import TeamStandings
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.importing.sheets import PlayedSheet, played_sheet
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.fold import advance, state_of
from arrowswitch.tournament.model.forms import form_of_results
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.deals import KeepAnalysis, PlaceDeals, ReleaseDeals
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.matches import EnterLineup
from arrowswitch.tournament.model.slices.movement import AssignNumbers, MovementSet
from arrowswitch.tournament.model.slices.play import RoundClosed, StartPlay
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import AwardGiven, GivePenalty
from arrowswitch.tournament.model.slices.swiss import RoundDrawn
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import DealAnalysis, PlacedDeals
from arrowswitch.tournament.model.values.matches import MatchSettings, TeamScoring
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.lines import scored_number
from arrowswitch.tournament.scored.match_rules import penalty_units_of
from arrowswitch.tournament.scored.session import board_standings, tables_of
from arrowswitch.tournament.service.decide import decide
from arrowswitch.tournament.settings.decide import settings_problems
from arrowswitch.tournament.settings.decide_forms import match_problems
from arrowswitch.tournament.settings.ranges import MOST_SECTIONS

SESSION = 1
_PEOPLE = {ContestantKind.PLAYER: 1, ContestantKind.PAIR: 2, ContestantKind.TEAM: 4}
_MOST_OF_TEAM = 8
_OF_ANY_LENGTH = "wbf-continuous"
"""A scale that is reckoned for every number of boards."""
_Seated: TypeAlias = tuple[BoardNumber, Side, tuple[str, ...]]
"""A board of a team's match, the side on which a pair of the team sat, and its names."""
_FREE = SwissConditions(
    rematch=Rematch.FREE,
    rank_base=RankBase.PREVIOUS,
    last_round=LastRound.AS_OTHERS,
    triangle=Triangle.NONE,
)
"""The conditions of a Swiss that is over: nothing is drawn any more."""


@dataclass(frozen=True, slots=True)
class MadeEvent:
    """An event file's ledger with its state, and what had to be assumed. `numbers` are those by which the event's
    scoring knows whom the file calls otherwise; `standings` what it comes to: of teams the table with its matches in
    the order of the file, else ranking and boards."""

    ledger: tuple[LedgerEntry, ...]
    state: EventState
    notes: tuple[Problem, ...]
    numbers: Mapping[Number, Number]
    standings: Standings | TeamStandings


def event_of(
    results: ForeignResults, base: Settings, rules: Mapping[str, object], event_id: EventId, now: datetime
) -> MadeEvent:
    """Returns the event of these results under the plain copy of its `rules`, all of it or nothing. `base` are settings
    with a name and date; the results set the players and the scoring.

    Raises Refused (`elsewhere.sections` for more sections than an event has, `elsewhere.twice` for a board that is
    listed twice for the same two, those of `match_problems` if the scale of the file does not fit its matches) and the
    errors of the commands that enter the results, with the place of the result.
    """
    letters = sorted({drawn_round.section for drawn_round in results.played})
    if len(letters) > MOST_SECTIONS:
        raise Refused.of("elsewhere.sections", n=len(letters), most=MOST_SECTIONS)
    plans = {
        letter: played_sheet([drawn_round for drawn_round in results.played if drawn_round.section == letter], results)
        for letter in letters
    }
    notes = [] if all(plan.is_told for plan in plans.values()) else [Problem("elsewhere.rounds")]
    settings = _fitting(_settings(results, base, rules, tuple(plans.values())), results, plans, notes)
    Refused.check(settings_problems(settings, (settings.scoring.regulations,)))
    Refused.check(_scale_problems(plans, settings))
    writer = _Writer(EventCreated(event_id, settings, rules), now)
    _enter(writer, results, plans, notes)
    if results.deals:
        writer.do(PlaceDeals(SESSION, PlacedDeals(results.deals, source=results.program or results.name)))
    for letter, plan in plans.items():
        for drawn_round in plan.rounds:
            writer.take(RoundDrawn(Place(SESSION, letter), drawn_round.drawn, drawn_round.meetings, plan.board_sets))
    _play(writer, plans)
    _line_up(writer, plans, notes)
    _deduct(writer, results)
    _release(writer, results, notes)
    session = writer.state.session(SESSION)
    return MadeEvent(
        ledger=tuple(writer.ledger),
        state=writer.state,
        notes=tuple(notes),
        numbers={called: scored_number(session, letter, own) for (letter, own), called in results.numbers.items()},
        standings=_standings(writer.state, results, next(iter(plans.values())).match_rounds),
    )


def _standings(state: EventState, results: ForeignResults, rounds: tuple[int, ...]) -> Standings | TeamStandings:
    if not results.matches:
        return board_standings(state, SESSION)
    table = tables_of(state, SESSION)[0]
    by_round = {(frozenset(one.teams), one.rounds[0]): table.of(one) for one in table.planned}
    by_teams = {teams: match for (teams, _), match in by_round.items()}
    matches = (
        by_round.get((match.teams, at)) or by_teams[match.teams]
        for match, at in zip(results.matches, rounds, strict=True)
    )
    return replace(table.scored, matches=tuple(matches))


def _settings(
    results: ForeignResults, base: Settings, rules: Mapping[str, object], plans: tuple[PlayedSheet, ...]
) -> Settings:
    """Returns the settings of an event that was played: from the results, and for the rest those of `base`."""
    is_swiss = any(plan.rounds for plan in plans)
    boards = max(plan.movement.boards_per_round for plan in plans)
    settings = replace(
        base,
        kind=results.kind,
        scoring=replace(base.scoring, method=results.method, scale=""),
        form=form_of_results(results.kind, is_drawn=is_swiss),
        conditions=replace(_FREE, rounds=plans[0].movement.rounds) if is_swiss else SwissConditions(),
        play=replace(base.play, boards_per_round=boards if is_swiss else None),
        division=replace(base.division, sections=len(plans)),
        sessions=1,
        matches=MatchSettings(),
    )
    if results.kind is not ContestantKind.TEAM:
        return replace(settings, scoring=replace(settings.scoring, scale=results.scale))
    scoring = _team_scoring(results)
    scale = ""
    if scoring.unit is not None and not scoring.has_usual_scale:
        usual = "bam-vp" if scoring is TeamScoring.BOARD_A_MATCH_VP else regulations.from_plain(rules).teams.scale
        scale = results.scale or usual
    return replace(settings, scoring=replace(settings.scoring, scale=scale), matches=MatchSettings(scoring=scoring))


def _fitting(
    settings: Settings, results: ForeignResults, plans: Mapping[SectionLetter, PlayedSheet], notes: list[Problem]
) -> Settings:
    """Returns the settings. If the file names no scale and the usual one has no column for its matches, a scale for
    matches of every length is used, with a note."""
    if results.scale or not settings.scoring.scale or not any(_scale_problems(plans, settings)):
        return settings
    notes.append(Problem("elsewhere.other-scale", {"usual": settings.scoring.scale, "taken": _OF_ANY_LENGTH}))
    return replace(settings, scoring=replace(settings.scoring, scale=_OF_ANY_LENGTH))


def _scale_problems(plans: Mapping[SectionLetter, PlayedSheet], settings: Settings) -> Iterator[Problem]:
    return (problem for plan in plans.values() for problem in match_problems(plan.movement, settings))


def _team_scoring(results: ForeignResults) -> TeamScoring:
    """Returns how the matches are scored: by IMPs and victory points if the file leaves it open."""
    method = results.team_method or TeamMethod.IMPS
    if method is TeamMethod.IMPS:
        return TeamScoring.IMPS if results.is_by_vp is False else TeamScoring.IMPS_VP
    return TeamScoring(method.value)


def _enter(
    writer: _Writer, results: ForeignResults, plans: Mapping[SectionLetter, PlayedSheet], notes: list[Problem]
) -> None:
    """Enters all contestants with their numbers on the sheets."""
    people = _People(results)
    for letter, plan in plans.items():
        entries = {}
        for number in plan.movement.contestants:
            if number == plan.movement.phantom:
                continue
            before = writer.state.entries.keys()
            name = results.names.get((letter, number), "")
            writer.do(AddEntry(people.of(letter, number), name=people.free_name(name, number)))
            entries[number] = next(iter(writer.state.entries.keys() - before))
        writer.take(MovementSet(Place(SESSION, letter), plan.movement))
        writer.do(AssignNumbers(Place(SESSION, letter), entries))
    notes += people.notes


class _People:
    """Gives out people, nobody twice; where the file names too few, their number stands in place of a name."""

    def __init__(self, results: ForeignResults) -> None:
        self._results = results
        self._used: set[str] = set()
        self._nameless = 0
        self._again: list[str] = []

    @property
    def notes(self) -> list[Problem]:
        """Returns the number of missing names, and the names listed twice."""
        missing = [Problem("elsewhere.names", {"n": self._nameless})] if self._nameless else []
        return [*missing, *(Problem("elsewhere.same-name", {"name": name}) for name in self._again)]

    def of(self, letter: SectionLetter, number: Number) -> tuple[Person, ...]:
        """Returns the players of a seat, as many as play at once."""
        most = _PEOPLE[self._results.kind]
        listed = self._results.people.get((letter, number), ())
        people = tuple(self._person(name, member, number) for name, member in listed[: max(most, _MOST_OF_TEAM)])
        self._nameless += len(people) < most
        missing = range(len(people), most)
        return people + tuple(Person(f"{letter}{number}{'abcd'[at] if most > 1 else ''}") for at in missing)

    def free_name(self, name: str, number: Number) -> str:
        """Returns a name for a team that no other has."""
        return name if not name or self._is_new(f"team {name}") else f"{name} ({number})"

    def _person(self, name: str, member: str, number: Number) -> Person:
        if member and self._is_new(f"member {member}"):
            return Person(name, member)
        if self._is_new(f"name {name}"):
            return Person(name)
        self._again.append(name)
        return Person(f"{name} ({number})")

    def _is_new(self, key: str) -> bool:
        is_new = key not in self._used
        self._used.add(key)
        return is_new


def _play(writer: _Writer, plans: Mapping[SectionLetter, PlayedSheet]) -> None:
    writer.do(StartPlay(SESSION))
    records = []
    for round_number in range(1, max(plan.movement.rounds for plan in plans.values()) + 1):
        for letter, plan in plans.items():
            for score, meeting in plan.results:
                if meeting.round != round_number:
                    continue
                slot = Slot(
                    session=SESSION, section=letter, round=meeting.round, table=meeting.table, board=score.board
                )
                if score.awards is not None:
                    ns_award, ew_award = score.awards
                    writer.take(AwardGiven(slot=slot, ns=score.ns, ew=score.ew, ns_award=ns_award, ew_award=ew_award))
                    continue
                other = None if (score.ns, score.ew) == (meeting.ns, meeting.ew) else (score.ns, score.ew)
                entering = EnterResult(slot, score.text, is_confirmed=True)
                if other is not None:
                    entering = replace(entering, ns=other[0], ew=other[1], force=score.where or str(score.board))
                _with_place(writer, entering, score)
                if score.record is not None:
                    records.append((slot, score.record))
        writer.take(RoundClosed(SESSION, round_number))
    if records:
        writer.do(KeepRecords(tuple(records)))


def _line_up(writer: _Writer, plans: Mapping[SectionLetter, PlayedSheet], notes: list[Problem]) -> None:
    """Records the seats of the teams' pairs in each match, as far as the file names them. Counts the matches of teams
    whose seats fit no line-up."""
    untold = 0
    for letter, plan in plans.items():
        seated, against = _seated_of(plan)
        halves = {key: _halves(told) for key, told in seated.items()}
        for (at_round, number), own in halves.items():
            # Where the other team changed its pairs at half time, this one has a line-up for both halves too.
            both = own * 2 if len(own) == 1 and len(halves.get((at_round, against[at_round, number]), ())) > 1 else own
            at = RoundPlace(Place(SESSION, letter), at_round)
            try:
                for half, (ns, ew) in enumerate(both, start=1):
                    writer.do(EnterLineup(at=at, number=number, ns=ns, ew=ew, half=half))
            except Mistake:
                both = ()
            untold += not both
    if untold:
        notes.append(Problem("elsewhere.lineups", {"n": untold}))


def _seated_of(
    plan: PlayedSheet,
) -> tuple[dict[tuple[RoundNumber, Number], list[_Seated]], dict[tuple[RoundNumber, Number], Number]]:
    """Returns by round and team the seats of its players on each board, as far as the file names them, and its
    opponents."""
    seated: dict[tuple[RoundNumber, Number], list[_Seated]] = {}
    against: dict[tuple[RoundNumber, Number], Number] = {}
    for score, meeting in plan.results:
        teams = (score.ns[0], score.ew[0])
        for number, other, names, side in zip(teams, teams[::-1], score.people, Side, strict=True):
            if names:
                seated.setdefault((meeting.round, number), []).append((score.board, side, names))
                against[meeting.round, number] = other
    return seated, against


def _halves(seated: Sequence[_Seated]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Returns the pairs of a team that sat North-South and East-West in each half of a match, or once if nobody moved.
    Returns nothing if pairs changed at another board, or if a side is not named."""
    boards = sorted({board for board, _, _ in seated})
    first = boards[: len(boards) - len(boards) // 2]
    for parts in ((boards,), (first, boards[len(first) :])):
        pairs = [
            [{names for board, at, names in seated if at is side and board in part} for side in Side] for part in parts
        ]
        if all(len(one) == 1 for both in pairs for one in both):
            return tuple((ns.pop(), ew.pop()) for ns, ew in pairs)
    return ()


def _with_place(writer: _Writer, command: Command, score: ForeignScore) -> None:
    """Runs the command that enters a result. Raises Mistake with its place in the file, else with the two opponents."""
    try:
        writer.do(command)
    except Mistake as mistake:
        where = score.where or f"{score.section} {'+'.join(score.ns)} - {'+'.join(score.ew)} board {score.board}"
        raise type(mistake)(*(replace(problem, where=where) for problem in mistake.problems)) from mistake


def _deduct(writer: _Writer, results: ForeignResults) -> None:
    """Enters the deductions of the file as penalties."""
    for (letter, number), amount in results.deductions.items():
        is_of_teams = results.kind is ContestantKind.TEAM
        unit = penalty_units_of(writer.state)[0] if is_of_teams else results.method.unit
        giving = GivePenalty(place=Place(SESSION, letter), number=number, amount=amount, unit=unit)
        writer.do(giving, reason=results.program or results.name or "–")


def _release(writer: _Writer, results: ForeignResults, notes: list[Problem]) -> None:
    """Releases the hands of the event, with the tricks that they make."""
    if not results.deals:
        return
    analyses = {board: DealAnalysis(results.deals[board], text) for board, text in results.tricks.items()}
    if analyses:
        writer.do(KeepAnalysis(SESSION, analyses))
    try:
        writer.do(ReleaseDeals(SESSION))
    except Refused:
        notes.append(Problem("elsewhere.sealed"))


class _Counted:
    """Ids that count on from the event's own."""

    def __init__(self, event_id: EventId) -> None:
        self._event_id = event_id
        self._count = 0

    def seed(self) -> int:
        """Returns the same seed always: nothing is drawn here."""
        return 0

    def new_id(self) -> str:
        """Returns an id that nobody else has."""
        self._count += 1
        return f"{self._event_id}-{self._count}"


class _Writer:
    """Writes a ledger, command by command."""

    def __init__(self, created: EventCreated, now: datetime) -> None:
        self._now = now
        self._chance = _Counted(created.event_id)
        self.ledger = [LedgerEntry(1, now, Stamp(self._chance.new_id()), (created,))]
        self.state: EventState = state_of(tuple(self.ledger))

    def do(self, command: Command, reason: str = "") -> None:
        """Runs a command. Raises Mistake if it is refused."""
        stamp = Stamp(self._chance.new_id(), reason=reason)
        context = Context(now=self._now, chance=self._chance, stamp=stamp, ledger=tuple(self.ledger))
        facts = decide(self.state, command, context)
        if facts:
            self._append(stamp, facts)

    def take(self, fact: Fact) -> None:
        """Records a fact without a decision: the sheet that was actually played, even if it has faults."""
        self._append(Stamp(self._chance.new_id()), (fact,))

    def _append(self, stamp: Stamp, facts: tuple[Fact, ...]) -> None:
        self.ledger.append(LedgerEntry(len(self.ledger) + 1, self._now, stamp, facts))
        self.state = advance(self.state, self.ledger[-1])
