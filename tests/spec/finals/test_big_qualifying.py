"""A qualifying of 45 tables over two sessions, and its final: everything against a small form of its own. R-106, R-219
to R-225, R-299, R-375."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules
from arrowswitch.tournament.finals.making import make_final
from arrowswitch.tournament.finals.qualifiers import QualifierStatus, QualifiersView, qualifiers
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.finals import DeclineFinal, PlanFinal, SetCarryOver
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import Brought, QualifyBy
from arrowswitch.tournament.ranking.carried import carry_over_of
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.standings.totals import TotalRow
from tests.big_events import fill, go_on, half_up, planned_event, reckon_event
from tests.builders import Evening, mitchell_evening, new_evening
from tests.tables import for_each
from tests.travellers import standard

FINALISTS = 28
LIMITED = CarryRules(CarryKind.FORMULA, is_limited_by_rules=True)


@pytest.fixture(scope="module")
def qualifying() -> Evening:
    """90 pairs in three sections, two sessions of 26 boards."""
    evening = planned_event(90)
    fill(evening, 1, seed=5)
    go_on(evening, 2)
    fill(evening, 2, seed=6)
    return evening


def going(view: QualifiersView) -> list[EntryId]:
    return [row.entry.entry_id for row in view.qualified_rows if row.entry is not None]


def by_entry(rows: tuple[TotalRow, ...]) -> dict[EntryId, TotalRow]:
    return {row.entry.entry_id: row for row in rows if row.entry is not None}


def final_of(evening: Evening, sessions: int, rules: CarryRules = LIMITED) -> Evening:
    settings = replace(
        evening.state.settings,
        name="決勝",
        sessions=sessions,
        division=replace(evening.state.settings.division, sections=1),
    )
    stamp = Stamp(f"final-{sessions}-{evening.state.seq}", "director")
    made = make_final(evening.tournament, evening.event_id, settings, rules, stamp)
    return Evening(evening.tournament, made, evening.clock, 10_000 * sessions)


class TestQualifiersByTheTotal:
    @pytest.mark.slow
    def test_all_28_finalists_are_right(self, qualifying: Evening) -> None:
        """R-106: the best 28 of the total of both sessions, in its order; 90 entered, 52 boards."""
        wanted = reckon_event(qualifying.state)
        qualifying.do(PlanFinal(FINALISTS))
        view = qualifiers(qualifying.state)
        assert going(view) == wanted.best(FINALISTS)
        assert (view.entrants, view.boards, view.sessions, view.is_provisional) == (90, 52, (1, 2), False)
        rows = [row for group in view.groups for row in group.rows]
        assert {row.entry.entry_id: row.standing.total for row in rows if row.entry} == wanted.totals
        for row in rows:
            assert row.entry is not None
            own = [one[row.entry.entry_id] for one in wanted.sessions]
            assert [one.standing.total for one in row.sessions] == own

    def test_so_many_of_each_section(self, qualifying: Evening) -> None:
        """R-106: sections are those of session 2; within each the total of both sessions ranks."""
        wanted = reckon_event(qualifying.state)
        qualifying.do(PlanFinal(9, QualifyBy.SECTIONS))
        groups = qualifiers(qualifying.state).groups
        sections = qualifying.state.session(2).sections
        assert [group.section for group in groups] == sorted(sections)
        for group in groups:
            in_ = [row.entry.entry_id for row in group.rows if row.entry and row.status is QualifierStatus.IN]
            assert in_ == wanted.best(9, sections[group.section].numbers.values())

    def test_who_declines_and_who_has_withdrawn_are_replaced(self, qualifying: Evening) -> None:
        """R-224: of the first 28 one declines and one has withdrawn: 29 and 30 of the total move up for them."""
        wanted = reckon_event(qualifying.state).best(FINALISTS + 2)
        qualifying.do(PlanFinal(FINALISTS))
        qualifying.do(DeclineFinal(wanted[13]))
        state = qualifying.do(WithdrawEntry(wanted[4]), "体調")
        view = qualifiers(state)
        assert going(view) == [one for one in wanted if one not in (wanted[13], wanted[4])]
        statuses = {row.entry.entry_id: row.status for row in view.groups[0].rows if row.entry}
        assert (statuses[wanted[13]], statuses[wanted[4]]) == (QualifierStatus.DECLINED, QualifierStatus.WITHDRAWN)
        assert [statuses[one] for one in wanted[FINALISTS:]] == [QualifierStatus.MOVED_UP] * 2
        qualifying.do(Undo())
        qualifying.do(Undo())
        assert going(qualifiers(qualifying.state)) == wanted[:FINALISTS]

    def test_nobody_has_qualified_while_a_session_is_to_come(self) -> None:
        """R-106: after session 1 the list is the total so far, and the final is not made."""
        evening = planned_event(28)
        fill(evening, 1, seed=3)
        evening.do(PlanFinal(8))
        view = qualifiers(evening.state)
        assert (view.is_provisional, view.to_come, view.sessions) == (True, (2,), (1,))
        with pytest.raises(Refused) as caught:
            final_of(evening, 1)
        assert caught.value.problems[0].code == "final.session-to-come"


def play_final(final: Evening) -> None:
    """Plays a final of 14 tables in two sessions; North-South and East-West are two fields."""
    for session in (1, 2):
        final.do(ChooseMovement(Place(session, "A"), make("skip-mitchell", tables=14, boards_per_round=2, rounds=13)))
        final.do(DrawNumbers(Place(session, "A"), seed=session))
        final.do(StartPlay(session))
        fill(final, session, seed=70 + session)


@pytest.fixture(scope="module")
def final(qualifying: Evening) -> Evening:
    """The final of 28, played."""
    qualifying.do(PlanFinal(FINALISTS))
    made = final_of(qualifying, 2)
    play_final(made)
    return made


class TestTheFinal:
    """The carry-over by the formula with M, Q, E, A, B and S of the independent form; four boards at most."""

    def wanted_carry(self, qualifying: EventState, final: EventState) -> dict[EntryId, Fraction]:
        """C = M × 28/90 × (A × 52) / (S/28), brought into four tops of the final in proportion where they spread
        more."""
        reckoned = reckon_event(qualifying)
        best = reckoned.best(FINALISTS)
        names = {final.entries[one].names: one for one in final.entries}
        total = sum((reckoned.totals[one] for one in best), Fraction(0))
        top = reckon_event(final).top
        exact = {
            one: reckoned.totals[one] * Fraction(28, 90) * Fraction(top, 2) * reckoned.boards / (total / 28)
            for one in best
        }
        low, high = min(exact.values()), max(exact.values())
        if high - low > 4 * top:
            exact = {one: (amount - low) * 4 * top / (high - low) for one, amount in exact.items()}
        return {names[qualifying.entries[one].names]: half_up(amount) for one, amount in exact.items()}

    def test_it_has_all_the_qualifying_brought(self, qualifying: Evening, final: Evening) -> None:
        """R-106: 28 entries in the order of the total, two sessions, and what the formula needs."""
        reckoned = reckon_event(qualifying.state)
        carry_over = final.state.finals.carry_over
        assert carry_over is not None
        assert list(carry_over.totals.values()) == [reckoned.totals[one] for one in reckoned.best(FINALISTS)]
        assert (carry_over.entrants, carry_over.boards, carry_over.sessions) == (90, 52, 2)
        assert (final.state.settings.sessions, len(final.state.entries)) == (2, FINALISTS)

    def test_the_total_of_a_two_sided_final_is_one_list(self, qualifying: Evening, final: Evening) -> None:
        """R-221, R-222, R-299: both sessions and the carry-over of everybody, one ranking over both sides."""
        own = reckon_event(final.state)
        carry = self.wanted_carry(qualifying.state, final.state)
        view = event_total(final.state)
        rows = by_entry(view.rows)
        assert {one: row.carry_over for one, row in rows.items()} == carry
        assert {one: row.standing.total for one, row in rows.items()} == {
            one: own.totals[one] + carry[one] for one in carry
        }
        ordered = [row.standing.total for row in view.together or view.rows]
        assert ordered == sorted(ordered, reverse=True)
        assert len(ordered) == FINALISTS
        ranks = [row.standing.rank for row in view.together or view.rows]
        assert ranks == [1 + sum(other > one for other in ordered) for one in ordered]

    def test_the_carry_over_is_the_same_in_both_sessions(self, final: Evening) -> None:
        """R-221: one list for the whole final, with any top of each session."""
        amounts = carry_over_of(final.state)
        assert amounts is not None
        for session in (1, 2):
            assert {row.carry_over for row in event_total(final.state, session).rows} == set(
                amounts.carry_over.amounts.values()
            )


class TestTwoSides:
    """A final in which North-South and East-West stay what they are."""

    def test_ranks_and_points_are_those_with_the_carry_over(self) -> None:
        """R-219, R-320: one session, two fields, a class: the list over both counts, and masterpoints go by it."""
        final = new_evening(6, master_point_class=2)
        given_totals = {one: Fraction(50 - 3 * place) for place, one in enumerate(final.state.entries)}
        final.do(SetCarryOver(Brought("予選", 20, 24, given_totals, CarryRules(CarryKind.ALL))))
        final.start(make("mitchell", tables=3, boards_per_round=2))
        fill(final, 1, seed=4)
        own = reckon_event(final.state)
        view = event_total(final.state)
        assert {row.standing.direction for row in view.together} != {None}
        totals = {row.entry.entry_id: row.standing.total for row in view.together if row.entry}
        assert totals == {one: own.totals[one] + given_totals[one] for one in given_totals}
        assert [row.master_points for row in view.together][:2] == [Fraction("0.12"), Fraction("0.08")]
        assert all(row.master_points is None for _, rows in view.groups for row in rows)
        assert all(row.master_points is None for _, rows in ranking(final.state).groups for row in rows)


class TestWhatTheRegulationsSay:
    """The proposals, and the cases in which the limit of four boards holds."""

    def test_the_formula_is_proposed_where_boards_have_a_top(self) -> None:
        """R-221: the federation's formula; a part where no board has a top."""
        rules = rules_of(new_evening(2).state).carry_over
        assert rules.default_rules(has_tops=True) == LIMITED
        assert rules.default_rules(has_tops=False).kind is CarryKind.PART

    @for_each(
        "qualifying, final, is_limited", [(2, 2, True), (3, 2, True), (1, 2, False), (2, 1, False), (0, 2, False)]
    )
    def test_four_boards_where_both_have_two_sessions(self, qualifying: int, final: int, is_limited: bool) -> None:
        """R-222: manual, lines 2031-2033."""
        assert rules_of(new_evening(2).state).carry_over.is_limited(qualifying, final) is is_limited

    def test_the_limit_follows_the_sessions_of_the_final(self) -> None:
        """R-222: typed by hand with two sessions of the qualifying: it bites in a final of two, not in one of one."""
        for sessions, most in ((1, None), (2, Fraction(4))):
            final = new_evening(4, sessions=sessions)
            totals = {one: Fraction(300 - 60 * place) for place, one in enumerate(final.state.entries)}
            final.do(SetCarryOver(Brought("予選", 16, 52, totals, LIMITED, sessions=2)))
            final.do(ChooseMovement(Place(1, "A"), make("howell", tables=2, boards_per_round=2)))
            carry = carry_over_of(final.state)
            assert carry is not None
            assert carry.carry_over.is_limited is (most is not None)
            if most is not None:
                assert max(carry.carry_over.amounts.values()) == most
                assert min(carry.carry_over.amounts.values()) == 0


class TestEveryRule:
    """Each rule of the carry-over in a final whose top comes from its movement (manual, part 3, chapter 1)."""

    def begin_final(
        self, sheet: Movement, sessions: int, totals: list[Fraction], qualifying: Brought
    ) -> tuple[list[Fraction], bool]:
        """Returns the totals with which everybody begins a final, the best first, and whether the limit applied."""
        final = new_evening(len(totals), sessions=sessions)
        totals_by_entry = dict(zip(final.state.entries, totals, strict=True))
        final.do(SetCarryOver(replace(qualifying, totals=totals_by_entry)))
        final.do(ChooseMovement(Place(1, "A"), sheet))
        carry = carry_over_of(final.state)
        if carry is None:
            return [Fraction(0)] * len(totals), False
        return [carry.amount(one) or Fraction(0) for one in totals_by_entry], carry.carry_over.is_limited

    @for_each("name", ["own_example_within_limit", "own_example_over_limit"])
    @for_each("qualifying, final", [(2, 2), (1, 2), (2, 1)])
    @for_each("limit", ["rules", "always", "never"])
    def test_the_formula_and_its_limit(self, name: str, qualifying: int, final: int, limit: str) -> None:
        """R-221, R-222: six tables, a top of 5, twelve qualifiers: the printed amounts; four boards are 20 points, and
        hold where both have two sessions, or always, or never."""
        row = standard("carry_over")[name]
        rules = CarryRules(CarryKind.FORMULA, is_limited=limit == "always", is_limited_by_rules=limit == "rules")
        qualified = Brought("予選", row["E"], row["B"], {}, rules, sessions=qualifying)
        sheet = make("howell", tables=6, boards_per_round=2)
        holds = limit == "always" or (limit == "rules" and (qualifying, final) == (2, 2))
        bites = holds and row["limit_exceeded"]
        wanted = row["carry_over_final"] if bites else row["C"]
        assert self.begin_final(sheet, final, list(map(Fraction, row["M"])), qualified) == (
            list(map(Fraction, wanted)),
            bites,
        )

    @for_each("limit", [True, False])
    @for_each("kind", [CarryKind.NONE, CarryKind.ALL, CarryKind.PART, CarryKind.TWO_BOARDS])
    def test_the_others_know_no_limit(self, kind: CarryKind, limit: bool) -> None:
        """R-219, R-220: seventeen tables in sixteen rounds, a top of 15: nothing, all, half, and from 30 down to 0."""
        rows = standard("carry_over")["two_board_maximum"]["own_vectors_top_15"]
        totals = [Fraction(row["M"]) for row in rows]
        wanted = {
            CarryKind.NONE: [Fraction(0)] * len(rows),
            CarryKind.ALL: totals,
            CarryKind.PART: [total / 2 for total in totals],
            CarryKind.TWO_BOARDS: [Fraction(row["carry"]) for row in rows],
        }
        qualified = Brought("予選", 40, 52, {}, CarryRules(kind, is_limited=limit), sessions=2)
        sheet = make("mitchell", tables=17, rounds=16, boards_per_round=2)
        assert self.begin_final(sheet, 2, totals, qualified) == (wanted[kind], False)


def test_a_final_that_cannot_be_filled_is_not_left_half_made() -> None:
    """A part of three times the total is refused, and no event is left behind."""
    evening = mitchell_evening(3)
    evening.play_all()
    evening.do(PlanFinal(2))
    before, plan = evening.tournament.events(), evening.state.finals.plan
    with pytest.raises(Refused) as caught:
        final_of(evening, 1, CarryRules(CarryKind.PART, Fraction(3)))
    assert caught.value.problems[0].code == "carry.part"
    assert evening.tournament.events() == before
    assert evening.state.finals.plan == plan
