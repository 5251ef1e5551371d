"""From a qualifying to its final. R-106, R-219 to R-225."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules, LimitOn
from arrowswitch.i18n import Locale, problem_text, translate
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.finals.making import make_final
from arrowswitch.tournament.finals.qualifiers import QualifierStatus, QualifiersView, qualifiers
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.finals import DeclineFinal, NoteFinal, PlanFinal, SetCarryOver
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import Brought, QualifyBy
from arrowswitch.tournament.ranking.carried import carry_over_of, final_top
from arrowswitch.tournament.ranking.event_total import brought_amounts, brought_ranking, why_brought
from arrowswitch.tournament.ranking.further import FurtherKind, further_rankings
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, mitchell_evening, new_evening
from tests.paper import job_of, print_paper
from tests.reckoning import amounts, exact_words, is_used_later
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli

FINAL = Settings("水曜例会　決勝", "2026-11-28")
TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")


def qualifying(tables: int = 5) -> Evening:
    """Returns a Mitchell played to its end: `tables` rounds of two boards."""
    evening = mitchell_evening(tables)
    evening.play_all(TEXTS)
    return evening


def finals(evening: Evening, rules: CarryRules | None = None, settings: Settings = FINAL) -> Evening:
    """Returns the final made from an evening, not yet begun."""
    stamp = Stamp("final", "director")
    fresh = make_final(evening.tournament, evening.event_id, settings, rules or CarryRules(), stamp)
    return Evening(evening.tournament, fresh, evening.clock, 1000)


def played_final(rules: CarryRules, count: int = 2, by: QualifyBy = QualifyBy.SIDES) -> Evening:
    """Returns a final of the qualifiers of a five-table Mitchell, played in a Howell of two tables."""
    evening = qualifying()
    evening.do(PlanFinal(count, by))
    final = finals(evening, rules)
    final.start(make("howell", tables=2, boards_per_round=2))
    final.play_all(TEXTS[::-1])
    return final


def numbers(view: QualifiersView) -> list[str]:
    return [row.number for row in view.qualified_rows]


class TestQualifiers:
    """R-106, R-223: the best of all, or of every section and side (manual, lines 1983-1987)."""

    def test_the_best_of_each_side(self) -> None:
        """R-106: two of N-S and two of E-W are the first two of each ranking."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        view = qualifiers(evening.state)
        ranking = standings(evening.state).ranking
        wanted = [row.number for side in (0, 1) for row in ranking if row.field == side][:2]
        wanted += [row.number for row in ranking if row.field == 1][:2]
        assert numbers(view) == wanted
        assert (view.entrants, view.boards, view.is_provisional) == (10, 10, False)

    def test_the_best_of_all(self) -> None:
        """R-106, R-213: over both fields by percentage."""
        evening = qualifying()
        evening.do(PlanFinal(3, QualifyBy.ALL))
        view = qualifiers(evening.state)
        best = sorted(standings(evening.state).ranking, key=lambda row: -(row.percent or 0))[:3]
        assert view.by_percent
        assert {row.number for row in view.qualified_rows} == {row.number for row in best}

    def test_of_one_field_by_its_ranking(self) -> None:
        """R-223: a Howell has one ranking, in any way of qualifying."""
        evening = new_evening(4)
        evening.start(make("howell", tables=2, boards_per_round=2))
        evening.play_all(TEXTS)
        lists = []
        for by in QualifyBy:
            evening.do(PlanFinal(2, by))
            lists.append(numbers(qualifiers(evening.state)))
        first = [row.number for row in standings(evening.state).ranking][:2]
        assert lists == [first] * 3

    def test_a_tie_at_the_cut_is_told(self) -> None:
        """R-223, R-384: everybody has the same; the program names the pairs and breaks nothing."""
        evening = mitchell_evening(3)
        evening.play_all(("100",))
        evening.do(PlanFinal(1, QualifyBy.SIDES))
        groups = qualifiers(evening.state).groups
        assert [set(group.ties) for group in groups] == [{"NS1", "NS2", "NS3"}, {"EW1", "EW2", "EW3"}]

    def test_a_decliner_is_replaced(self) -> None:
        """R-106, R-224: the first declines, the third moves up for it; the history has it; it can be taken back."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        before = qualifiers(evening.state)
        first, third = before.groups[0].rows[0], before.groups[0].rows[2]
        assert first.entry is not None
        evening.do(DeclineFinal(first.entry.entry_id))
        after = qualifiers(evening.state)
        statuses = {row.number: row.status for row in after.groups[0].rows}
        assert statuses[first.number] is QualifierStatus.DECLINED
        assert statuses[third.number] is QualifierStatus.MOVED_UP
        assert next(row.instead_of for row in after.groups[0].rows if row.number == third.number) == first.number
        fact = history(evening.tournament.ledger(evening.event_id))[0].what[0]
        assert (fact.code, fact.params["names"]) == ("history.final-declined", first.entry.display_names)
        evening.do(DeclineFinal(first.entry.entry_id, is_declined=False))
        assert qualifiers(evening.state) == before
        evening.do(Undo())
        assert qualifiers(evening.state) == after

    @rotate("locale", Locale)
    def test_the_list_is_printed(self, locale: Locale) -> None:
        """R-106: the qualifiers, the decliners and their substitutes."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        first = qualifiers(evening.state).groups[0].rows[0]
        assert first.entry is not None
        evening.do(DeclineFinal(first.entry.entry_id))
        text = "".join(print_paper("qualifiers", job_of(evening), locale).text.split())
        wanted = ("declined", "moved-up")
        words = [translate(f"sheet.qualifiers.{one}", {"number": first.number}, locale) for one in wanted]
        assert all("".join(one.split()) in text for one in words)

    @for_each("count, code", [(0, "final.count"), (6, "qualifying.too-few"), (1000, "final.count")])
    def test_what_cannot_be(self, count: int, code: str) -> None:
        """R-223: no number, too many, more than there are."""
        evening = qualifying()
        if code == "qualifying.too-few":
            evening.do(PlanFinal(count, QualifyBy.SIDES))
        with pytest.raises(Refused) as caught:
            qualifiers(evening.do(PlanFinal(count, QualifyBy.SIDES)))
        assert caught.value.problems[0].code == code

    def test_too_few_of_everybody_names_no_group(self) -> None:
        """R-223: one list of everybody has no name, and the sentence begins with the number."""
        with pytest.raises(Refused) as caught:
            qualifiers(qualifying().do(PlanFinal(99, QualifyBy.ALL)))
        (problem,) = caught.value.problems
        assert problem_text(problem, Locale.EN).startswith("99 should qualify")

    def test_before_it_is_settled(self) -> None:
        """R-223: nothing to list, nobody to decline, no final to remember."""
        evening = qualifying(3)
        entry_id = next(iter(evening.state.entries))
        for command in (DeclineFinal(entry_id), NoteFinal(EventId("x"))):
            with pytest.raises(Refused) as caught:
                evening.do(command)
            assert caught.value.problems[0].code == "final.no-plan"
        with pytest.raises(Refused):
            qualifiers(evening.state)


class TestMakingTheFinal:
    """R-106, R-224: the final is an event of its own with the qualifiers."""

    def test_entries_totals_and_the_link(self) -> None:
        """R-106: four qualifiers with their totals, 10 entrants, 10 boards; the qualifying knows its final."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        view = qualifiers(evening.state)
        final = finals(evening, CarryRules(CarryKind.ALL))
        state = final.state
        assert [entry.names for entry in state.entries.values()] == [
            row.entry.names for row in view.qualified_rows if row.entry is not None
        ]
        assert state.finals.carry_over is not None
        assert list(state.finals.carry_over.totals.values()) == [row.standing.total for row in view.qualified_rows]
        assert (state.finals.carry_over.entrants, state.finals.carry_over.boards, state.finals.carry_over.source) == (
            10,
            10,
            evening.event_id,
        )
        assert (state.settings.name, state.rules) == (FINAL.name, evening.state.rules)
        assert evening.state.finals.plan is not None
        assert evening.state.finals.plan.final == final.event_id
        with pytest.raises(Refused) as caught:
            finals(evening)
        assert caught.value.problems[0].code == "final.made-already"

    def test_not_before_the_results_are_in(self) -> None:
        """R-106: while a result is awaited nobody has qualified."""
        evening = mitchell_evening(3)
        evening.enter(1, 1, 1, "100")
        evening.do(PlanFinal(1, QualifyBy.SIDES))
        assert qualifiers(evening.state).is_provisional
        with pytest.raises(Refused) as caught:
            finals(evening)
        assert caught.value.problems[0].code == "final.not-complete"

    def test_a_deleted_final_is_made_anew(self) -> None:
        """R-224: a finalist declines late: the final is deleted and made again with the replacement."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        first = finals(evening)
        evening.tournament.delete(first.event_id)
        assert first.event_id != finals(evening).event_id

    def test_the_event_files_keep_all(self) -> None:
        """R-407: plan, decliners, totals and rules come back from both files."""
        final = played_final(CarryRules(CarryKind.FORMULA, is_limited=True, limit_on=LimitOn.SPREAD))
        source = final.state.finals.carry_over
        assert source is not None
        assert source.source is not None
        for event_id in (final.event_id, source.source):
            ledger = event_file.load(final.tournament.export(event_id), "event")
            again = state_of(ledger)
            before = final.tournament.state(event_id)
            assert (again.finals.plan, again.finals.carry_over) == (before.finals.plan, before.finals.carry_over)


class TestCarriedPoints:
    """R-219 to R-222: what the qualifiers begin the final with, at the desk."""

    def own(self, state: EventState) -> dict[Number, Fraction]:
        return {row.number: row.total for row in standings(state).ranking}

    def with_carry(self, state: EventState) -> dict[Number, Fraction]:
        return {row.number: row.total for row in brought_ranking(state, 1)}

    def totals(self, state: EventState) -> dict[Number, Fraction]:
        """Returns the qualifying totals by number in the final."""
        carry_over = state.finals.carry_over
        assert carry_over is not None
        numbers_ = state.section(Place(1, "A")).numbers
        return {number: carry_over.totals[entry_id] for number, entry_id in numbers_.items()}

    def test_nothing_all_and_a_part(self) -> None:
        """R-219: own total; own total + M; own total + 0.4 × M, to two decimals."""
        none = played_final(CarryRules())
        assert carry_over_of(none.state) is None
        assert brought_ranking(none.state, 1) == ()
        for rules, share in (
            (CarryRules(CarryKind.ALL), 1),
            (CarryRules(CarryKind.PART, Fraction("0.4")), Fraction("0.4")),
        ):
            state = played_final(rules).state
            own, totals = self.own(state), self.totals(state)
            assert self.with_carry(state) == {n: own[n] + round(totals[n] * share, 2) for n in own}

    def test_two_boards(self) -> None:
        """R-220: a Howell of two tables has a top of 1: the first brings 2, the last 0, the others in proportion."""
        state = played_final(CarryRules(CarryKind.TWO_BOARDS)).state
        assert final_top(state) == 1
        own, totals = self.own(state), self.totals(state)
        low, high = min(totals.values()), max(totals.values())
        exact = {n: (totals[n] - low) * 2 / (high - low) for n in own}
        assert self.with_carry(state) == {n: own[n] + round(exact[n], 2) for n in own}
        assert {max(exact.values()), min(exact.values())} == {2, 0}

    def test_the_formula(self) -> None:
        """R-221: M × 4/10 × (0.5 × 10) / (S/4), S the sum of the four totals."""
        state = played_final(CarryRules(CarryKind.FORMULA)).state
        own, totals = self.own(state), self.totals(state)
        mean = sum(totals.values(), Fraction(0)) / 4
        wanted = {n: own[n] + round(totals[n] * Fraction(4, 10) * Fraction(1, 2) * 10 / mean, 2) for n in own}
        assert self.with_carry(state) == wanted

    def test_the_carry_does_not_change_while_results_come_in(self) -> None:
        """R-221: the top is that of the movement, so that nobody's carry-over moves during play."""
        evening = qualifying()
        evening.do(PlanFinal(2, QualifyBy.SIDES))
        final = finals(evening, CarryRules(CarryKind.TWO_BOARDS))
        assert carry_over_of(final.state) is None
        final.start(make("howell", tables=2, boards_per_round=2))
        before = carry_over_of(final.state)
        assert before is not None
        final.enter(1, 1, 1, "100")
        assert carry_over_of(final.state) == before
        final.play_all()
        assert carry_over_of(final.state) == before

    def test_it_can_change_the_order_and_is_listed_beside(self) -> None:
        """R-219: the list with the carry-over is next to the session's own ranking, on paper too."""
        state = played_final(CarryRules(CarryKind.ALL)).state
        (further,) = [one for one in further_rankings(state, 1) if one.kind is FurtherKind.BROUGHT]
        assert [row.standing.total for row in further.rows] == sorted(self.with_carry(state).values(), reverse=True)
        assert further.notes == self.totals(state)
        final = played_final(CarryRules(CarryKind.ALL))
        text = print_paper("ranking", job_of(final), Locale.EN).text
        assert "With the carry-over" in text

    @for_each("kind", [kind for kind in CarryKind if kind is not CarryKind.NONE])
    @rotate("locale", Locale)
    def test_every_number_is_explained(self, kind: CarryKind, locale: Locale) -> None:
        """R-219 to R-222: reckoning the text again gives the total with the carry-over, for everybody."""
        state = played_final(CarryRules(kind, is_limited=True)).state
        for number, total in self.with_carry(state).items():
            explanation = why_brought(state, Place(1, "A"), number)
            assert explanation is not None
            texts = exact_words(explanation.steps, locale)
            chains = amounts(texts)
            assert chains[-1].value == total == explanation.result
            assert all(is_used_later(chain, texts) for chain in chains[:-1]), texts

    def test_the_command_line(self, tmp_path: Path) -> None:
        """R-219: `score` lists it, `explain --total` tells how it came about."""
        final = played_final(CarryRules(CarryKind.ALL))
        (tmp_path / "final.json").write_text(final.tournament.export(final.event_id), encoding="utf-8")
        plain = cli("score", "final.json", "--json", folder=tmp_path).json
        scores = {Number(row["number"]): Fraction(row["score"]) for row in plain["brought"]}
        assert scores == self.with_carry(final.state)
        assert "With the carry-over" in cli("score", "final.json", "--lang", "en", folder=tmp_path).out
        output = cli("explain", "final.json", "--total", "1", "--lang", "en", folder=tmp_path).out
        assert "Total with the carry-over" in output
        by_imps = cli("score", "final.json", "--json", "--method", "imps", folder=tmp_path).json
        assert "brought" not in by_imps

    def test_scored_by_other_methods(self) -> None:
        """R-179, R-219: all and a part go with IMPs; two boards and the formula need tops and are refused."""
        final = played_final(CarryRules(CarryKind.TWO_BOARDS))
        imps = replace(final.state.settings, scoring=replace(final.state.settings.scoring, method=Method.IMPS))
        with pytest.raises(Refused) as caught:
            final.do(ChangeSettings(imps))
        assert "carry.needs-tops" in [problem.code for problem in caught.value.problems]
        carry_over = final.state.finals.carry_over
        assert carry_over is not None
        final.do(SetCarryOver(_with(carry_over, CarryRules(CarryKind.ALL))), "IMP で")
        final.do(ChangeSettings(imps))
        assert final_top(final.state) == 1
        assert self.with_carry(final.state) == {
            n: total + self.totals(final.state)[n] for n, total in self.own(final.state).items()
        }
        with pytest.raises(Refused) as caught:
            final.do(SetCarryOver(_with(carry_over, CarryRules(CarryKind.FORMULA))), "戻す")
        assert caught.value.problems[0].code == "carry.needs-tops"

    def test_typed_by_hand(self) -> None:
        """R-219: a qualifying held elsewhere: totals of some entries; who has none brings nothing."""
        final = new_evening(4)
        ids = list(final.state.entries)
        final.do(SetCarryOver(Brought("別会場の予選", 12, 24, {ids[0]: Fraction("61.5")}, CarryRules(CarryKind.ALL))))
        final.start(make("howell", tables=2, boards_per_round=2))
        final.play_all(TEXTS)
        assert list(brought_amounts(final.state, 1).values()) == [Fraction("61.5")]
        before = {row.number: row.total for row in standings(final.state).ranking}
        more = {row.number: row.total - before[row.number] for row in brought_ranking(final.state, 1)}
        assert sorted(more.values()) == [0, 0, 0, Fraction("61.5")]
        final.do(SetCarryOver(None), "なくした")
        assert carry_over_of(final.state) is None

    def test_what_is_refused(self) -> None:
        """R-219: each with its own words: no name, unknown entries, no reason after the start."""
        final = new_evening(4)
        ids = list(final.state.entries)
        cases = (
            (Brought("", 4, 24, {ids[0]: Fraction(5)}, CarryRules(CarryKind.ALL)), "carry.name"),
            (Brought("予選", 0, 24, {ids[0]: Fraction(5)}, CarryRules(CarryKind.ALL)), "carry.entrants"),
            (Brought("予選", 4, 0, {ids[0]: Fraction(5)}, CarryRules(CarryKind.ALL)), "carry.boards"),
            (Brought("予選", 4, 24, {}, CarryRules(CarryKind.ALL)), "carry.nobody"),
            (Brought("予選", 4, 24, {ids[0]: Fraction(5)}, CarryRules(CarryKind.PART, Fraction(2))), "carry.part"),
            (Brought("予選", 4, 24, {ids[0]: Fraction(10**7)}, CarryRules(CarryKind.ALL)), "carry.total"),
        )
        for carry_over, code in cases:
            with pytest.raises(Refused) as caught:
                final.do(SetCarryOver(carry_over))
            assert caught.value.problems[0].code == code
        final.start(make("howell", tables=2, boards_per_round=2))
        with pytest.raises(Refused) as caught:
            final.do(SetCarryOver(Brought("予選", 4, 24, {ids[0]: Fraction(5)}, CarryRules(CarryKind.ALL))))
        assert caught.value.problems[0].code == "carry.needs-reason"

    def test_a_correction_after_publication_counts(self) -> None:
        """R-308: a changed carry-over is a correction of the published ranking."""
        final = played_final(CarryRules(CarryKind.ALL))
        final.do(Publish())
        carry_over = final.state.finals.carry_over
        assert carry_over is not None
        final.do(SetCarryOver(_with(carry_over, CarryRules(CarryKind.PART))), "要項のとおり")
        assert final.state.publication.corrections == 1


class TestSeveralSessions:
    """R-219, R-222, R-225, R-299: a final of two sessions, in which everybody has another number."""

    def test_two_sessions_of_a_howell(self) -> None:
        """R-225: each entry's total is the sum of both sessions and the carry-over, and explained as that."""
        evening = new_evening(4, sessions=2)
        ids = list(evening.state.entries)
        totals = {entry_id: Fraction(place) for place, entry_id in enumerate(ids, start=3)}
        evening.do(SetCarryOver(Brought("予選", 9, 20, totals, CarryRules(CarryKind.ALL))))
        for session in (1, 2):
            evening.do(ChooseMovement(Place(session, "A"), make("howell", tables=2, boards_per_round=2)))
            evening.do(DrawNumbers(Place(session, "A"), seed=session + 3))
            evening.do(StartPlay(session))
            for place, slot in enumerate(missing_slots(evening.state, session)):
                evening.do(EnterResult(slot, TEXTS[(place * session) % len(TEXTS)]))
        state = evening.state
        sums: dict[str, Fraction] = {str(entry_id): total for entry_id, total in totals.items()}
        for session in (1, 2):
            for row in standings(state, session).ranking:
                sums[state.section(Place(session, "A")).numbers[row.number]] += row.total
        totals_by_number = {
            state.section(Place(2, "A")).numbers[row.number]: row.total for row in brought_ranking(state, 2)
        }
        assert totals_by_number == sums
        explanation = why_brought(state, Place(2, "A"), Number("1"))
        assert explanation is not None
        assert explanation.result == sums[state.section(Place(2, "A")).numbers[Number("1")]]
        text = translate(explanation.steps[-1].code, explanation.steps[-1].params, Locale.EN)
        assert len(amounts([text])[-1].addends) == 3


def _with(carry_over: Brought, rules: CarryRules) -> Brought:
    return replace(carry_over, rules=rules)
