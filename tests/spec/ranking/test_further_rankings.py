"""Further lists at the desk and on paper: R-213, R-216, R-217, R-218.

Six tables of a Howell with twelve pairs. Strata A without a limit, B up to 300, C up to 100 master points; the partner
with more decides. Lines 1521-1532 of the director's manual 3.3.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapOf
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.ranking.ranking import LISTS, document
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.tournament.entries.copies import join_entries
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm, parse_limits
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry, SetHandicap
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.entry_points import handicap_of, points_of
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.tournament.ranking.further import FurtherKind, FurtherRanking, further_rankings
from arrowswitch.tournament.ranking.rankings import ranking
from tests.builders import PAIRS, Evening, new_evening, person
from tests.paper import open_part
from tests.rotation import rotate
from tests.tables import for_each

POINTS = (1200, 40, 300, 90, 301, 100, 800, 20, 250, 101, 60, 500)
"""Whole master points of the first partner of each pair; the second has 10."""
STRATA = parse_limits("A, B 300, C 100", "strata")
HOME = {"A": 4, "B": 3, "C": 5}
"""How many pairs have their home in each stratum."""


def twelve(played: bool = True, **settings: Any) -> Evening:
    evening = new_evening(0, strata=STRATA, form=EventForm.STRATIFIED_PAIRS, **settings)
    for (name, other), points in zip(PAIRS[:12], POINTS, strict=True):
        people = (replace(person(name), master_points=points * 100), replace(person(other), master_points=1000))
        evening.do(AddEntry(people))
    evening.start(make("howell", tables=6, boards_per_round=2))
    if played:
        evening.play_all(("P", "-100", "140", "100", "110", "-140", "200", "-110", "-200", "90", "80"))
    return evening


def lists(evening: Evening, kind: FurtherKind) -> tuple[FurtherRanking, ...]:
    return tuple(one for one in further_rankings(evening.state) if one.kind is kind)


@pytest.fixture(scope="module")
def stratified_event() -> Evening:
    return twelve()


class TestStrata:
    """Lines 1527-1529: A ranks everybody, B all but A, C its own."""

    def test_who_is_in_which_list(self, stratified_event: Evening) -> None:
        """R-216: twelve pairs in A, the eight of B and C in B, five in C."""
        strata = lists(stratified_event, FurtherKind.STRATUM)
        assert [(one.name, len(one.rows)) for one in strata] == [("A", 12), ("B", 8), ("C", 5)]
        homes = list(strata[0].notes.values())
        assert {name: homes.count(name) for name in HOME} == HOME

    def test_the_same_results_rank_all_lists(self, stratified_event: Evening) -> None:
        """R-216: A is the ranking of the game; B and C rank those who are in them by the same totals."""
        overall = ranking(stratified_event.state).groups[0][1]
        a, b, c = lists(stratified_event, FurtherKind.STRATUM)
        assert [row.standing for row in a.rows] == [row.standing for row in overall]
        for stratum, names in ((b, {"B", "C"}), (c, {"C"})):
            wanted = [row for row in overall if stratum.notes[row.standing.number] in names]
            assert [row.standing.number for row in stratum.rows] == [row.standing.number for row in wanted]
            for row in stratum.rows:
                better = sum(other.standing.total > row.standing.total for other in stratum.rows)
                assert row.standing.rank == better + 1

    def test_a_pair_of_c_can_win_b(self) -> None:
        """R-216: pair 2 of stratum C gets the best of every board; it wins A, B and C."""
        evening = twelve(played=False)
        winner = next(
            n
            for n, e in evening.state.section(Place(1, "A")).numbers.items()
            if points_of(evening.state.entry(e)) < 10_000
        )
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        for meeting in sorted(movement.meetings, key=lambda m: (m.round, m.table)):
            for board in movement.boards_of(meeting):
                score = "-400" if winner in meeting.ew else "400" if winner in meeting.ns else "P"
                evening.enter(meeting.round, meeting.table, board, score)
        strata = lists(evening, FurtherKind.STRATUM)
        assert [one.rows[0].standing.number for one in strata] == [winner] * 3
        assert [one.rows[0].standing.rank for one in strata] == [1, 1, 1]

    def test_the_partner_with_more_points_decides(self) -> None:
        """R-216: 40 and 10 are C, 301 and 10 are A: the higher one counts (a decision; the manual is silent)."""
        evening = twelve(played=False)
        points = sorted(points_of(entry) for entry in evening.state.entries.values())
        assert points == sorted(100 * one for one in POINTS)

    def test_two_fields_have_strata_each(self) -> None:
        """R-216, R-217: in a Mitchell each direction is ranked by itself, in every stratum."""
        evening = new_evening(6, strata=STRATA)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all()
        strata = lists(evening, FurtherKind.STRATUM)
        assert [(one.name, one.side.value if one.side else "", len(one.rows)) for one in strata] == [
            (name, side, 3) for name in "ABC" for side in ("NS", "EW")
        ]

    def test_nothing_is_shown_before_results(self) -> None:
        assert further_rankings(twelve(played=False).state) == ()


class TestOverall:
    def test_one_list_of_both_directions(self) -> None:
        """R-213, R-217: six pairs of a Mitchell, every pair once, by percentage over both fields."""
        evening = new_evening(6)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all()
        (overall,) = lists(evening, FurtherKind.OVERALL)
        percents = [row.standing.percent or Fraction(0) for row in overall.rows]
        assert percents == sorted(percents, reverse=True)
        assert len({row.standing.number for row in overall.rows}) == 6
        assert overall.rows[0].standing.rank == 1

    def test_not_where_there_is_one_field_or_no_percentage(self, stratified_event: Evening) -> None:
        assert lists(stratified_event, FurtherKind.OVERALL) == ()
        evening = new_evening(6, method=Method.TOTAL_POINTS)
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all()
        assert lists(evening, FurtherKind.OVERALL) == ()


class TestSections:
    def test_each_section_and_side(self) -> None:
        """R-217: two sections of a Mitchell: four lists, every pair in exactly one of them."""
        evening = new_evening(12)
        ids = list(evening.state.entries)
        for letter, part in (("A", ids[:6]), ("B", ids[6:])):
            evening.do(ChooseMovement(Place(1, letter), make("mitchell", tables=3, boards_per_round=2)))
            section = evening.state.section(Place(1, letter))
            assert section.movement is not None
            evening.do(AssignNumbers(Place(1, letter), dict(zip(section.movement.contestants, part, strict=True))))
        evening.do(StartPlay(1))
        evening.play_all()
        sections = lists(evening, FurtherKind.SECTION)
        assert [(one.name, one.side.value if one.side else "") for one in sections] == [
            ("A", "NS"),
            ("A", "EW"),
            ("B", "NS"),
            ("B", "EW"),
        ]
        names = [row.names for one in sections for row in one.rows]
        assert len(names) == len(set(names)) == 12
        assert all(one.rows[0].standing.rank == 1 for one in sections)


class TestHandicaps:
    """Line 4205 names handicap games; the kinds are the field's."""

    @staticmethod
    def with_handicap(evening: Evening, number: str, handicap: str | None) -> None:
        entry_id = evening.state.section(Place(1, "A")).numbers[Number(number)]
        evening.do(SetHandicap(entry_id, None if handicap is None else Fraction(handicap)))

    def test_percent(self) -> None:
        """R-218: the last pair gets 60 percent and leads the second list; the first list stays."""
        evening = twelve()
        before = ranking(evening.state).groups[0][1]
        assert lists(evening, FurtherKind.HANDICAP) == ()
        last = before[-1].standing
        self.with_handicap(evening, last.number, "60")
        (handicaps,) = lists(evening, FurtherKind.HANDICAP)
        assert handicaps.rows[0].standing.number == last.number
        assert last.percent is not None
        assert handicaps.rows[0].standing.percent == last.percent + 60
        assert handicaps.notes[last.number] == 60
        after = ranking(evening.state).groups[0][1]
        assert [row.standing for row in after] == [row.standing for row in before]

    @for_each("kind", HandicapKind)
    def test_every_kind(self, kind: HandicapKind) -> None:
        """R-218: 2 percent, 2 points, or 2 boards of half a top each, on a session of n boards of top 5."""
        evening = twelve(handicap_kind=kind)
        self.with_handicap(evening, "3", "2")
        real = next(r.standing for r in ranking(evening.state).groups[0][1] if r.standing.number == "3")
        (handicaps,) = lists(evening, FurtherKind.HANDICAP)
        standing = next(row.standing for row in handicaps.rows if row.standing.number == "3")
        more = {
            HandicapKind.PERCENT: Fraction(2, 100) * 5 * real.boards_due,
            HandicapKind.POINTS: Fraction(2),
            HandicapKind.BOARDS: Fraction(5),
        }[kind]
        assert abs(standing.total - real.total - more) <= Fraction(1, 100)

    def test_the_mean_of_the_players(self) -> None:
        """R-218: players of 4 and 1 have 2.5 together; the entry's own, 0 too, goes before it."""
        evening = new_evening(0)
        first, other = (replace(person(name), handicap=Fraction(h)) for name, h in (("春川 一葉", 4), ("夏山 二葉", 1)))
        evening.do(AddEntry((first, other)))
        (entry,) = evening.state.entries.values()
        assert handicap_of(entry, HandicapOf.MEAN) == Fraction(5, 2)
        evening.do(SetHandicap(entry.entry_id, Fraction(0)))
        assert handicap_of(evening.state.entry(entry.entry_id), HandicapOf.MEAN) == 0
        again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
        assert again.entries == evening.state.entries

    def test_what_cannot_be(self) -> None:
        """R-218: beyond 1000; percent or boards where a method has no top."""
        evening = new_evening(2)
        entry_id = next(iter(evening.state.entries))
        with pytest.raises(Refused, match=r"handicap\.range"):
            evening.do(SetHandicap(entry_id, Fraction(1001)))
        settings = Settings(
            "例会", "2026-11-21", scoring=ScoringSettings(method=Method.IMPS), form=EventForm.HANDICAP_PAIRS
        )
        with pytest.raises(Refused, match=r"form\.handicap-kind"):
            evening.do(ChangeSettings(settings))
        evening.do(
            ChangeSettings(replace(settings, scoring=replace(settings.scoring, handicap_kind=HandicapKind.POINTS)))
        )

    def test_a_method_without_a_top_shows_no_percent_handicaps(self) -> None:
        """R-218: handicaps in percent of a game by IMPs are left out of the lists, not counted wrongly."""
        evening = new_evening(6, method=Method.IMPS)
        evening.start(make("howell", tables=3, boards_per_round=2))
        evening.play_all()
        self.with_handicap(evening, "3", "2")
        assert lists(evening, FurtherKind.HANDICAP) == ()


class TestPaper:
    """R-217, R-218: all lists are printed, each with every pair that belongs to it once."""

    @rotate("locale", Locale)
    def test_the_sheet_has_all_lists(self, locale: Locale) -> None:
        """R-216, R-217, R-218: the ranking, strata A, B, C, and with handicaps; or the ranking only."""
        evening = twelve()
        TestHandicaps.with_handicap(evening, "1", "20")
        ledger = evening.tournament.ledger(evening.event_id)
        job = PrintJob(evening.state, ledger, datetime(2026, 11, 21, 22, 0, tzinfo=UTC))
        sheet = open_part(document(job, Words(locale, UTC)).sheet)
        assert [len(group.lines) for group in sheet.groups] == [12, 12, 8, 5, 12]
        assert [group.is_further for group in sheet.groups] == [False, True, True, True, True]
        assert len({group.title for group in sheet.groups}) == 5
        assert sum("[+20]" in line.names for line in sheet.groups[-1].lines) == 1
        assert [line.number for line in sheet.groups[0].lines] != [line.number for line in sheet.groups[-1].lines]
        only = open_part(document(replace(job, options={LISTS.name: "main"}), Words(locale, UTC)).sheet)
        assert len(only.groups) == 1


class TestSumOfHandicaps:
    """The handicap of a pair is the sum of its players' handicaps where the settings say so (requirement R-109)."""

    def test_a_pair_gets_both_handicaps(self) -> None:
        players = (Person("Alder", handicap=Fraction(3)), Person("Elm", handicap=Fraction(5, 2)))
        entry = Entry(EntryId("pair"), players)
        assert handicap_of(entry, HandicapOf.SUM) == Fraction(11, 2)
        assert handicap_of(entry, HandicapOf.MEAN) == Fraction(11, 4)
        assert handicap_of(replace(entry, handicap=Fraction(1)), HandicapOf.SUM) == 1

    @for_each("by, percent", [(HandicapOf.MEAN, Fraction(2)), (HandicapOf.SUM, Fraction(4))])
    def test_the_list_counts_it(self, by: HandicapOf, percent: Fraction) -> None:
        evening = twelve(handicap_of=by)
        first = next(iter(evening.state.entries.values()))
        people = tuple(replace(person, handicap=Fraction(2)) for person in first.people)
        evening.do(ChangeEntry(first.entry_id, people))
        [handicapped] = [list_ for list_ in further_rankings(evening.state, 1) if list_.kind is FurtherKind.HANDICAP]
        scratch = {row.standing.number: row.standing.percent for row in ranking(evening.state).groups[0][1]}
        after = {row.standing.number: row.standing.percent for row in handicapped.rows}
        gained = {(after[number] or Fraction(0)) - (known or Fraction(0)) for number, known in scratch.items()}
        assert gained == {Fraction(0), percent}

    def test_two_singles_that_join(self) -> None:
        first = Entry(EntryId("one"), (Person("Alder"),), handicap=Fraction(3))
        second = Entry(EntryId("other"), (Person("Elm", handicap=Fraction(2)),))
        assert join_entries(first, second, EntryId("pair"), HandicapOf.SUM).handicap == 5
        assert join_entries(first, second, EntryId("pair")).handicap == Fraction(5, 2)
