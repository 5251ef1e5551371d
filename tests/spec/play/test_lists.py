"""Lists to tick, the condition of boards, closing, ties at a cut, the edition of the Laws, and a dry run.

R-120, R-128, R-130, R-384, R-398 and R-403 (manual, lines 594-598, 1311, 2322, 2740, 3840-3916).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.scoring.rules import CutTies
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.regulations import from_plain, load, to_plain
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.lists.items import ITEMS, ListLine, ListPhase, board_sets, checklist
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import advance, state_of
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.lists import MarkBoards, TickItem
from arrowswitch.tournament.model.slices.movement import ChooseMovement, MovementSet
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import SetNote
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.ranking.cut import cuts
from arrowswitch.tournament.rehearsal.dry_run import DryRun, SectionRun, dry_run
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import header
from arrowswitch.tournament.standings.session import standings
from tests.builders import START, Evening, mitchell_evening, new_evening
from tests.movements import sheet
from tests.tables import for_each

FIRST = Slot(1, "A", 1, 1, 1)
NAME = "春川"


def lines(evening: Evening, phase: ListPhase) -> dict[str, ListLine]:
    """Returns the lines of a list by the name of their words."""
    by_name = checklist(evening.state, evening.clock.now())
    return {line.words.code.removeprefix("list."): line for line in by_name if line.phase is phase}


def dealt_evening() -> Evening:
    """Three tables with boards 1 to 6 that a machine dealt."""
    evening = mitchell_evening()
    evening.do(MarkBoards(Place(1, "A"), BoardCondition.MACHINE_DEALT))
    return evening


def readable(problems: tuple[Problem, ...]) -> bool:
    return all(problem_text(problem, locale) for problem in problems for locale in Locale)


class TestBeforePlay:
    """R-120: before the start board 1 and the last board are compared with the hand record (manual, line 3848)."""

    def test_the_list_demands_both_boards_with_a_name(self) -> None:
        """R-120: boards 1 and 6; a tick without a name is refused; the name and the time are kept."""
        evening = dealt_evening()
        before = lines(evening, ListPhase.BEFORE)
        assert before["first-board"].words.params == before["last-board"].words.params == {"first": 1, "last": 6}
        assert not before["first-board"].is_done
        with pytest.raises(Refused, match=r"list\.needs-name"):
            evening.do(TickItem("first-board", "  "))
        evening.clock.forward(3)
        evening.do(TickItem("first-board", f" {NAME} "))
        tick = lines(evening, ListPhase.BEFORE)["first-board"].tick
        assert tick is not None
        assert (tick.name, tick.at) == (NAME, evening.clock.now())
        assert not lines(evening, ListPhase.BEFORE)["last-board"].is_done

    def test_boards_made_at_the_tables_have_no_record_to_compare(self) -> None:
        """R-120, R-325: without machine-dealt boards the two lines are not asked for."""
        names = set(lines(mitchell_evening(), ListPhase.BEFORE))
        assert names == {"tables-laid", "boards-placed", "conditions-told"}

    def test_ticks_are_each_sessions_own(self) -> None:
        evening = new_evening(6, sessions=2)
        evening.do(TickItem("tables-laid", NAME, session=2))
        assert not lines(evening, ListPhase.BEFORE)["tables-laid"].is_done
        assert any(line.is_done for line in checklist(evening.state, START, session=2))

    def test_a_tick_is_taken_off_again(self) -> None:
        """R-376: by hand or by undo, and both stand in the record."""
        evening = mitchell_evening()
        evening.do(TickItem("tables-laid", NAME))
        evening.do(TickItem("tables-laid", NAME, is_done=False))
        assert not lines(evening, ListPhase.BEFORE)["tables-laid"].is_done
        evening.do(TickItem("tables-laid", NAME))
        evening.do(Undo())
        assert not lines(evening, ListPhase.BEFORE)["tables-laid"].is_done
        rows = history(evening.tournament.ledger(evening.event_id))[1:4]
        assert [row.what[0].code.removeprefix("history.item-ticked.") for row in rows] == [
            "done.tables-laid",
            "open.tables-laid",
            "done.tables-laid",
        ]

    def test_the_same_tick_twice_changes_nothing(self) -> None:
        evening = mitchell_evening()
        before = evening.do(TickItem("tables-laid", NAME)).seq
        assert evening.do(TickItem("tables-laid", NAME)).seq == before
        assert evening.do(TickItem("boards-placed", NAME, is_done=False)).seq == before

    def test_what_is_refused(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(NotFound, match=r"list\.unknown-item"):
            evening.do(TickItem("coffee", NAME))
        with pytest.raises(Refused, match=r"list\.name-too-long"):
            evening.do(TickItem("tables-laid", "あ" * 81))
        with pytest.raises(Refused, match=r"list\.choice"):
            evening.do(TickItem("report", NAME))
        with pytest.raises(Refused, match=r"list\.choice"):
            evening.do(TickItem("tables-laid", NAME, "sent"))

    @for_each("item", ITEMS, ids=lambda item: item.name)
    def test_every_item_is_data_with_its_source_and_has_words(self, item: Any) -> None:
        """R-120, R-130: the item, its ways and its lines in the record, in both languages."""
        assert item.source.startswith("manual, line ")
        ways = item.choices or ("done",)
        texts = [f"list.way.{way}" for way in item.choices]
        texts += [f"history.item-ticked.{way}.{item.name}" for way in (*ways, "open")]
        assert readable(tuple(Problem(code, {"name": NAME}) for code in texts))
        assert readable((Problem(item.code, {"first": 1, "last": 6}), Problem(f"list.phase.{item.phase.value}")))


class TestBoards:
    """R-128: boards are unmade, made or machine-dealt, and are not made again (manual, lines 594-598)."""

    def test_nothing_is_made_at_first(self) -> None:
        """R-128: three sets of two boards, all unmade, nothing against making them."""
        sets = board_sets(mitchell_evening().state, Place(1, "A"))
        assert [(s.set, s.boards, s.condition, s.making) for s in sets] == [
            (n, (2 * n - 1, 2 * n), BoardCondition.UNMADE, None) for n in (1, 2, 3)
        ]
        assert board_sets(new_evening_without_sheet().state, Place(1, "A")) == ()

    def test_making_a_machine_dealt_set_warns(self) -> None:
        """R-128: the warning is next to the set, and choosing "made" is refused until there is a reason."""
        evening = dealt_evening()
        (first, *_) = board_sets(evening.state, Place(1, "A"))
        assert first.condition is BoardCondition.MACHINE_DEALT
        assert first.making == Problem("boards.machine-dealt", {"board": 1})
        with pytest.raises(Refused, match=r"boards\.machine-dealt") as refusal:
            evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE))
        assert len(refusal.value.problems) == 1
        evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (2,), force="the record was lost"))
        assert [one.condition for one in board_sets(evening.state, Place(1, "A"))] == [
            BoardCondition.MACHINE_DEALT,
            BoardCondition.MADE,
            BoardCondition.MACHINE_DEALT,
        ]

    def test_made_and_played_boards_are_not_made_again(self) -> None:
        """R-128: "never make them again"; a played board even less."""
        evening = mitchell_evening()
        evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (1,)))
        with pytest.raises(Refused, match=r"boards\.already-made"):
            evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE))
        evening.do(MarkBoards(Place(1, "A"), BoardCondition.UNMADE, (1,)))
        evening.enter(1, 1, 1, "100")
        with pytest.raises(Refused, match=r"boards\.played"):
            evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (1,)))

    def test_a_set_of_mixed_boards_has_no_one_condition(self) -> None:
        """R-128: another movement puts marked and unmarked boards together; the marks stay with the boards."""
        evening = new_evening(6)
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
        evening.do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (1,)))
        evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=3)))
        assert [one.condition for one in board_sets(evening.state, Place(1, "A"))] == [
            None,
            *[BoardCondition.UNMADE] * 2,
        ]

    def test_what_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"boards\.no-such-set"):
            mitchell_evening().do(MarkBoards(Place(1, "A"), BoardCondition.MADE, (4,)))
        with pytest.raises(Refused, match=r"boards\.no-sheet"):
            new_evening_without_sheet().do(MarkBoards(Place(1, "A"), BoardCondition.MADE))

    def test_the_record_and_the_file_keep_it(self) -> None:
        """R-128, R-376, R-407: marks are facts with words in both languages; the same mark again is none."""
        evening = dealt_evening()
        before = evening.state.seq
        assert evening.do(MarkBoards(Place(1, "A"), BoardCondition.MACHINE_DEALT)).seq == before
        evening.do(TickItem("report", NAME, "postponed"))
        ledger = evening.tournament.ledger(evening.event_id)
        again = event_file.load(event_file.dump(ledger))
        assert again == ledger
        assert state_of(again).session(1) == evening.state.session(1)
        assert readable(tuple(words for row in history(ledger)[:2] for words in row.what))
        for condition in BoardCondition:
            params: dict[str, str | int] = {"section": "A", "first": 1, "last": 6, "n": 6}
            assert readable((Problem(f"history.boards-marked.{condition.value}", params),))
            assert readable((Problem(f"boards.condition.{condition.value}"),))


def new_evening_without_sheet() -> Evening:
    evening = new_evening(4)
    evening.do(ChooseMovement(Place(1, "A"), None))
    return evening


class TestClosing:
    """R-130: collect the equipment, send the report, wait 30 minutes after publishing (manual, lines 3912-3916)."""

    @staticmethod
    def played_evening() -> Evening:
        evening = mitchell_evening()
        evening.play_all()
        evening.do(
            ChangeSettings(
                replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, correction_minutes=30))
            )
        )
        return evening

    @staticmethod
    def words(evening: Evening) -> dict[str, Problem]:
        closing = lines(evening, ListPhase.CLOSING)
        return {name: line.words for name, line in closing.items() if not line.is_done}

    def open(self, evening: Evening) -> list[str]:
        return list(self.words(evening))

    def minutes_left(self, evening: Evening) -> object:
        return self.words(evening)["deadline-open"].params["n"]

    def test_everything_is_open_at_first(self) -> None:
        """R-130: results, publication, deadline, equipment and report, in the order of doing."""
        evening = mitchell_evening()
        evening.do(SetNote(FIRST, "hesitation", is_pending=True))
        open_lines = self.words(evening)
        assert self.open(evening) == [
            *("results-open", "rulings-open", "published-open", "deadline-open"),
            *("equipment", "report"),
        ]
        assert (open_lines["results-open"].params["n"], open_lines["rulings-open"].params["n"]) == (18, 1)
        assert readable(tuple(open_lines.values()))

    def test_not_before_the_report_is_sent_or_postponed_and_thirty_minutes_have_passed(self) -> None:
        """R-130: after 29 minutes and a half one is left; after 31 the report is still open; then it closes."""
        evening = self.played_evening()
        evening.do(Publish())
        assert self.minutes_left(evening) == 30
        evening.do(TickItem("equipment", NAME))
        evening.clock.forward(29.5)
        assert (self.open(evening), self.minutes_left(evening)) == (["deadline-open", "report"], 1)
        evening.clock.forward(1.5)
        assert self.open(evening) == ["report"]
        evening.do(TickItem("report", NAME, "postponed"))
        assert self.open(evening) == []

    def test_a_report_postponed_is_sent_later(self) -> None:
        """R-130: the way in which it was settled changes, with its author."""
        evening = self.played_evening()
        evening.do(TickItem("report", NAME, "postponed"))
        evening.do(TickItem("report", "夏山", "sent"))
        tick = lines(evening, ListPhase.CLOSING)["report"].tick
        assert tick is not None
        assert (tick.name, tick.choice) == ("夏山", "sent")

    def test_the_event_knows_the_rest_by_itself(self) -> None:
        """R-130: results, rulings, publication and deadline are looked up, not ticked."""
        evening = self.played_evening()
        evening.do(Publish())
        evening.clock.forward(31)
        automatic = {name: line for name, line in lines(evening, ListPhase.CLOSING).items() if line.item is None}
        assert set(automatic) == {"results", "rulings", "published", "deadline"}
        assert all(line.is_done and line.tick is None for line in automatic.values())
        assert readable(tuple(line.words for line in automatic.values()))

    def test_an_event_closed_early_waits_no_longer(self) -> None:
        """R-130: the director closed it with a reason before the deadline."""
        evening = self.played_evening()
        evening.do(Publish())
        evening.do(Finalise(), reason="everybody has checked")
        assert self.open(evening) == ["equipment", "report"]


class TestTiesAtACut:
    """R-384: how ties for a place are treated is a rule of the event; the program names the pairs and the rule."""

    @staticmethod
    def tied_state(rule: CutTies = CutTies.ALL_IN) -> EventState:
        """Three tables, all boards passed out but the first: NS2 and NS3 tie for the second place behind NS1."""
        evening = mitchell_evening()
        for slot in missing_slots(evening.state, 1):
            evening.do(EnterResult(slot, "100" if (slot.board, slot.table) == (1, 1) else "P"))
        rules = load("jcbl-2008")
        ranking = replace(rules.scoring.ranking, cut_ties=rule)
        changed = replace(rules, scoring=replace(rules.scoring, ranking=ranking))
        return replace(evening.state, rules=to_plain(changed))

    def test_the_pairs_and_the_rule_are_named(self) -> None:
        """R-384: two places are paid (35 % of 3, rounded up): NS1, then NS2 and NS3 share place 2: all are placed."""
        north_south, _ = cuts(self.tied_state())
        assert (north_south.entrants, north_south.places) == (3, 2)
        assert [row.standing.number for row in north_south.tied] == ["NS2", "NS3"]
        assert [row.standing.number for row in north_south.placed] == ["NS1", "NS2", "NS3"]
        assert (north_south.rule, north_south.clause != "") == (CutTies.ALL_IN, True)
        words = north_south.words
        assert words is not None
        assert (words.code, words.params["numbers"], words.params["rank"]) == ("cut.all-in", "NS2, NS3", 2)
        assert readable((words,))

    def test_another_rule_places_none_of_them(self) -> None:
        """R-384: with `all-out` only NS1 is placed, in the cut and in the ranking alike."""
        state = self.tied_state(CutTies.ALL_OUT)
        north_south, _ = cuts(state)
        assert [row.standing.number for row in north_south.placed] == ["NS1"]
        assert [s.number for s in standings(state).ranking if s.is_placed and s.number.startswith("NS")] == ["NS1"]
        words = north_south.words
        assert words is not None
        assert words.code == "cut.all-out"
        assert readable((words,))

    def test_both_rules_agree_with_the_ranking(self) -> None:
        """R-384: who is placed by the cut is who the ranking marks."""
        for rule in CutTies:
            state = self.tied_state(rule)
            placed = {row.standing.number for cut in cuts(state) for row in cut.placed}
            assert placed == {s.number for s in standings(state).ranking if s.is_placed}

    def test_a_cut_that_divides_nobody(self) -> None:
        """R-384: three prizes for three pairs, or one for the clear winner: nobody is tied at the cut."""
        for places in (1, 3, 9):
            north_south, _ = cuts(self.tied_state(), places=places)
            assert (north_south.tied, north_south.words) == ((), None)
            assert len(north_south.placed) == min(places, 3)
        with pytest.raises(Refused, match=r"cut\.places"):
            cuts(self.tied_state(), places=0)

    def test_the_rule_is_the_events_own(self) -> None:
        """R-384, R-374: it comes with the event's copy of the rules, and both bodies state it."""
        for name in ("jcbl-2008", "wbf-2017"):
            rules = from_plain(to_plain(load(name)))
            assert rules.scoring.ranking.cut_ties is CutTies.ALL_IN
            assert rules.clause("ranking.cut-ties")


class TestLawEdition:
    """R-398: the edition of the Laws can be chosen, because numbers and rules differ (manual, line 2740)."""

    def test_the_head_names_the_edition_of_the_regulations(self) -> None:
        """R-398: JCBL 2008 refers to the Laws of 2007, WBF 2017 to those of 2017."""
        assert header(new_evening().state).laws == 2007
        assert header(new_evening(regulations="wbf-2017").state).laws == 2017

    def test_an_event_may_choose_another(self) -> None:
        """R-398: JCBL's numbers under the Laws of 2017, also during play."""
        evening = mitchell_evening()
        evening.do(
            ChangeSettings(replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, laws=2017)))
        )
        assert header(evening.state).laws == 2017
        ledger = evening.tournament.ledger(evening.event_id)
        assert event_file.load(event_file.dump(ledger)) == ledger

    def test_only_editions_that_exist(self) -> None:
        evening = new_evening()
        with pytest.raises(Refused, match=r"settings\.laws") as refusal:
            evening.do(
                ChangeSettings(
                    replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, laws=1997))
                )
            )
        assert [problem.where for problem in refusal.value.problems] == ["laws"]


class TestDryRun:
    """R-403: a complete event is played with random scores beforehand (manual, line 2322)."""

    @staticmethod
    def planned_state(movement: Movement | None, pairs: int = 0, **settings: Any) -> EventState:
        """Returns an event with a movement that was put there past the checks of a director."""
        evening = new_evening(pairs, **settings)
        state = evening.state
        entry = LedgerEntry(state.seq + 1, START, Stamp("x"), (MovementSet(Place(1, "A"), movement),))
        return state_of((*evening.tournament.ledger(evening.event_id), entry))

    def run(self, movement: Movement, **settings: Any) -> tuple[DryRun, SectionRun]:
        outcome = dry_run(self.planned_state(movement, **settings))
        return outcome, outcome.sections[0]

    @for_each("family, tables", [("mitchell", 7), ("relay-mitchell", 8), ("skip-mitchell", 6), ("howell", 5)])
    def test_a_good_movement(self, family: str, tables: int) -> None:
        """R-403: every slot is entered and scored, everybody ranked, nothing to tell."""
        options = {"rounds": tables - 1} if family == "skip-mitchell" else {}
        movement = make(family, tables=tables, boards_per_round=2, **options)
        outcome, section = self.run(movement)
        assert outcome.is_good
        assert section.entered == section.planned == 2 * len(movement.meetings)
        assert (section.rematches, section.unplayed, section.uneven, section.refused, section.unranked) == ((),) * 5
        assert [words for words in outcome.words if words.code.startswith("dry-run.")] == []

    def test_with_a_phantom_nothing_is_missing(self) -> None:
        """R-403, R-151: seven boards of the half table are not entered; each board has one result fewer."""
        _, section = self.run(make("mitchell", tables=7, boards_per_round=1, phantom="ns"))
        assert (section.planned, section.entered, section.is_good) == (42, 42, True)

    def test_a_rematch(self) -> None:
        """R-403: EW1 and EW2 change places in round 2: two meetings come twice, two never; the checker faults it."""
        movement = make("mitchell", tables=5, boards_per_round=2)
        first, other = (m for m in movement.in_round(2) if m.ew in (("EW1",), ("EW2",)))
        swapped = {first: replace(first, ew=other.ew), other: replace(other, ew=first.ew)}
        damaged = replace(movement, meetings=tuple(swapped.get(m, m) for m in movement.meetings))
        outcome, section = self.run(damaged)
        assert not outcome.is_good
        assert len(section.rematches) == 2
        for rematch in section.rematches:
            met = [m.round for m in damaged.meetings if {rematch.first, rematch.second} == set(m.contestants)]
            assert rematch.rounds == tuple(sorted(met))
        assert any(fault.severity is Severity.FAULT for fault in section.faults)
        assert readable(outcome.words)

    def test_a_board_that_nobody_plays_and_one_that_is_played_less(self) -> None:
        """R-403: set 4 is taken instead of set 5 throughout: board 5 lies idle, board 4 would be played twice by
        everybody, which cannot be entered; the others are played less often than that."""
        movement = make("mitchell", tables=5, boards_per_round=1)
        meetings = tuple(replace(m, board_set=4) if m.board_set == 5 else m for m in movement.meetings)
        outcome, section = self.run(replace(movement, meetings=meetings))
        assert section.unplayed == (5,)
        assert dict(section.uneven) == {1: 5, 2: 5, 3: 5}
        assert section.planned == 25
        assert section.entered < 25
        assert len(section.refused) == section.planned - section.entered
        assert {problem.code for one in section.refused for problem in one.problems} == {"result.board-twice"}
        codes = {words.code for words in outcome.words}
        assert {"dry-run.unplayed", "dry-run.uneven", "dry-run.refused"} <= codes
        assert not outcome.is_good
        assert readable(outcome.words)

    def test_somebody_who_never_plays(self) -> None:
        """R-403: a number without a meeting gets no score."""
        movement = make("mitchell", tables=3)
        extra = replace(
            movement,
            contestants=(*movement.contestants, Number("NS9")),
            fields=((*movement.fields[0], Number("NS9")), movement.fields[1]),
        )
        outcome, section = self.run(extra)
        assert section.unranked == ("NS9",)
        assert not outcome.is_good
        assert readable(outcome.words)

    def test_meetings_at_tables_that_do_not_exist_are_passed_over(self) -> None:
        """R-403: a damaged file is reported and not stumbled over."""
        movement = make("mitchell", tables=3, boards_per_round=3)
        odd = Meeting(1, 9, (Number("NS1"),), (Number("XX"),), 77)
        outcome, section = self.run(replace(movement, meetings=(*movement.meetings, odd)))
        assert section.planned == section.entered == 27
        assert not outcome.is_good

    def test_a_number_that_is_unknown_is_told(self) -> None:
        """R-403: the sheet seats 99, whom nobody is: no score can be entered there."""
        movement = make("mitchell", tables=3, boards_per_round=1)
        meetings = tuple(
            replace(m, ew=(Number("99"),)) if (m.round, m.table) == (1, 1) else m for m in movement.meetings
        )
        _, section = self.run(replace(movement, meetings=meetings))
        (refused,) = section.refused
        assert [problem.code for problem in refused.problems] == ["result.unknown-number"]

    def test_single_players_may_meet_twice(self) -> None:
        """R-403: each of eight players meets every other twice as an opponent; that is no rematch."""
        _, section = self.run(sheet("fig20_individual_8"), kind=ContestantKind.PLAYER)
        assert section.rematches == ()
        assert section.entered == section.planned == 14

    def test_the_event_is_not_touched(self) -> None:
        """R-403: also one under way: its results stay, and the run begins from nothing."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        before = evening.state
        outcome = dry_run(before)
        assert outcome.is_good
        assert evening.state == before
        assert len(evening.tournament.ledger(evening.event_id)) == before.seq
        assert dry_run(before) == outcome

    def test_without_a_movement_there_is_nothing_to_try(self) -> None:
        with pytest.raises(Refused, match=r"dry-run\.no-movement"):
            dry_run(new_evening(4).state)
        with pytest.raises(Refused, match=r"dry-run\.no-movement"):
            dry_run(self.planned_state(None))

    def test_several_sections_and_sessions(self) -> None:
        """R-403: each section of each session is played and told by itself."""
        state = self.planned_state(make("mitchell", tables=3), sessions=2)
        for session, letter in ((1, "B"), (2, "A")):
            fact = MovementSet(Place(session, letter), make("howell", tables=4))
            state = _with(state, fact)
        outcome = dry_run(state)
        assert [(run.place.session, run.place.section, run.is_good) for run in outcome.sections] == [
            (1, "A", True),
            (1, "B", True),
            (2, "A", True),
        ]


def _with(state: EventState, fact: MovementSet) -> EventState:
    return advance(state, LedgerEntry(state.seq + 1, START, Stamp("x"), (fact,)))
