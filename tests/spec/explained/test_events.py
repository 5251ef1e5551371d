"""Every number of a whole event explained: the text, reckoned again, gives the number, for every form and method.

The events are those of `tests/form_events.py`, played from a script to their published ranking. `tests/reckoning.py`
reads the arithmetic of each text by itself and shares nothing with the program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import product

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.steps import Step
from arrowswitch.i18n import Locale
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.matches.why import why_board, why_match
from arrowswitch.tournament.matches.why_team import why_team
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSettings, TeamScoring
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.ranking.why import why_points, why_rank, why_total
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.match_rules import match_penalty_units
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening
from tests.form_events import Case, cases, play_case
from tests.reckoning import amounts, exact_words, is_used_later, percents
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_sheet, play_swiss
from tests.tables import for_each

SMALLEST = tuple(reversed(cases()))
TO_EXPLAIN = dict.fromkeys(
    (
        *{case.form: case for case in SMALLEST}.values(),
        *{(case.method, case.scale): case for case in SMALLEST}.values(),
    )
)
"""An event of each form, and one of each method and scale."""


def words(steps: Iterable[Step], locale: Locale) -> list[str]:
    return exact_words((step for step in steps if step.code != "explain.placed"), locale)


def last_amount(steps: Sequence[Step], locales: Iterable[Locale]) -> Fraction:
    """Returns the amount a text arrives at, the same in each language, and checks that every interim amount is used."""
    ends = set()
    for locale in locales:
        texts = words(steps, locale)
        reckoned_amounts = amounts(texts)
        for amount in reckoned_amounts[:-1]:
            assert is_used_later(amount, texts), (amount, texts)
        ends.add(reckoned_amounts[-1].value)
    (end,) = ends
    return end


def every_board(state: EventState, locales: Collection[Locale] = tuple(Locale)) -> int:
    """Reckons every board score, total, percentage and rank of the sessions of a game compared with the field."""
    count = 0
    for session in state.sessions:
        scored = standings(state, session)
        for row in scored.ranking:
            letter, number = section_number(state.session(session), row.number)
            total = why_total(state, Place(session, letter), number)
            assert last_amount(total.steps, locales) == row.total == total.result
            for locale in locales if row.percent is not None else ():
                assert percents(words(total.steps, locale))[-1].value == row.percent
            assert last_amount(why_rank(state, Place(session, letter), number).steps, locales) == row.rank
            count += 2
            for board, scored_board in scored.boards.items():
                for line in scored_board.rows:
                    points = line.ns if row.number in line.line.ns else line.ew
                    if row.number in (*line.line.ns, *line.line.ew) and points.points is not None:
                        explanation = why_points(state, Place(session, letter), board, number)
                        assert last_amount(explanation.steps, locales) == points.points == explanation.result
                        count += 1
    return count


def every_match(state: EventState, locales: Collection[Locale] = tuple(Locale)) -> int:
    """Reckons the points of both sides of every match, every total and every rank."""
    count = 0
    newest = max(state.sessions)
    for match in matches(state):
        for number in match.teams:
            if match.status is MatchStatus.COMPLETE and not match.in_triangle:
                opponent = match.away if number == match.home else match.home
                steps = why_match(state, match.place.at(match.rounds[0]), number, opponent)
                assert last_amount(steps, locales) == match.points_of(number)
                count += 1
    for row in standings(state, newest).ranking:
        letter, number = section_number(state.session(newest), row.number)
        assert last_amount(why_rank(state, Place(newest, letter), number).steps, locales) == row.rank
        explanation = why_team(state, Place(newest, letter), number)
        assert last_amount(explanation.steps, locales) == explanation.result == row.total
        count += 2
    return count


@rotate("case, locale", product(TO_EXPLAIN, Locale), by=lambda row: (*row[0].axes[:3], row[1]), ids=str)
def test_every_number(case: Case, locale: Locale) -> None:
    """R-369, R-396: every contestant, every board or match."""
    state = play_case(case).state
    reckon = every_match if form_of(state.settings).ranks_matches(state) else every_board
    assert reckon(state, (locale,)) > 3


SCALES = {TeamScoring.IMPS_VP: "wbf-continuous", TeamScoring.BOARD_A_MATCH_VP: "bam-vp"}


def ruled_event(scoring: TeamScoring) -> Evening:
    """Returns a round robin of four teams with awards of all kinds, penalties and a forfeit."""
    by_boards = scoring is TeamScoring.BOARD_A_MATCH
    form = EventForm.BAM_TEAMS if by_boards else EventForm.ROUND_ROBIN_TEAMS
    evening = new_event(
        4,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.BAM_VP_TEAMS if scoring is TeamScoring.BOARD_A_MATCH_VP else form,
        scale=SCALES.get(scoring, ""),
        matches=MatchSettings(scoring=scoring),
        minutes=90,
    )
    play_sheet(evening, movement_choices(evening.state)[0].movement, seed=3)
    slots = [board.open.slot for match in matches(evening.state) for board in match.boards if board.open is not None]
    law = "第12条C"
    for slot, (ns, ew) in zip(
        slots, (("A+", "A-"), ("A", "A"), ("A-", "A-"), ("60% 100, 40% -50", "-50")), strict=False
    ):
        evening.do(GiveAward(slot, ns, ew, law), "裁定")
    first = matches(evening.state)[0]
    unit = match_penalty_units(evening.state)[0]
    if PenaltyUnit.IMPS in match_penalty_units(evening.state):
        fine = GivePenalty(
            place=Place(1, "A"), number=first.home, amount=Fraction(3), unit=PenaltyUnit.IMPS, round=first.rounds[0]
        )
        evening.do(fine, "遅刻")
    if unit is not PenaltyUnit.IMPS:
        evening.do(GivePenalty(place=Place(1, "A"), number=first.away, amount=Fraction(1), unit=unit), "遅刻")
    return evening


@for_each("scoring", TeamScoring)
def test_rulings_and_penalties_of_teams(scoring: TeamScoring) -> None:
    """R-182 to R-187, R-202, R-205, R-396: awards, split and weighted scores, IMPs and points taken: every match, every
    total and every rank, in both languages."""
    state = ruled_event(scoring).state
    assert any(match.penalties or match.status is MatchStatus.COMPLETE for match in matches(state))
    assert every_match(state) > 12


def test_a_board_of_a_match_of_pairs() -> None:
    """R-315: it was compared with the whole field; what it brought is what the match adds up."""
    evening = new_event(
        8, 2, form=EventForm.SWISS_PAIRS, method=Method.IMPS, scale="wbf-25", boards_per_round=8, conditions=PLAIN_SWISS
    )
    play_swiss(evening, 1)
    at = Place(1, "A").at(1)
    for match in matches(evening.state):
        for number in match.teams:
            added = [step for step in why_match(evening.state, at, number) if "board" in step.params]
            assert len(added) == len(match.boards)
            for step in added:
                explanation = why_board(evening.state, at, number, int(str(step.params["board"])))
                (counted,) = (one.value for one in explanation if one.code == "explain.divided")
                assert counted == step.value
