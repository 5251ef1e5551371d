"""Swiss pairs by IMPs against the field, and the scale of victory points: R-267 (manual, line 2595)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.method_rules import Divisor
from arrowswitch.core.scoring.methods import Method
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import by_comparison, rules_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_swiss


def play_round(**settings: object) -> Evening:
    """Returns a round of twelve pairs: six results a board, so that each is compared with five others."""
    wanted = {"form": EventForm.SWISS_PAIRS, "method": Method.IMPS, "scale": "wbf-25", "boards_per_round": 8}
    evening = new_event(12, 2, **{**wanted, **settings}, conditions=replace(PLAIN_SWISS, rounds=1))
    play_swiss(evening, 1)
    return evening


def by_hand(state: EventState, match: PlannedMatch) -> Fraction:
    """Returns the mean margin of the home pair: its IMPs against all other results, over their number."""
    total = Fraction(0)
    for slot in match.open:
        scores = {
            other: ns_score(entry.result, other.board)
            for other, entry in state.results.items()
            if other.board == slot.board and entry.result is not None
        }
        gained = [imps(scores[slot] - score) for other, score in scores.items() if other != slot]
        assert len(gained) == 5
        total += Fraction(sum(gained), len(gained))
    return total


def test_the_margin_is_one_comparison_a_board() -> None:
    """R-267: IMPs against five other tables are divided by 5 before the column of eight boards is read: by hand from
    the results, match by match."""
    evening = play_round()
    planned = planned_matches(evening.state)
    assert len(planned) == 6
    for match, played_match in zip(planned, matches(evening.state), strict=True):
        margin = by_hand(evening.state, match)
        assert abs(played_match.margins[0] - margin) <= Fraction(1, 10)
        assert played_match.brings == load_scale("wbf-25").points(played_match.margins[0], 8)
    assert len({found.brings for found in matches(evening.state)}) > 2
    assert_replays(evening)


def test_nothing_is_divided_where_no_scale_is_read() -> None:
    """R-169: IMP pairs are ranked by the sum, as the manual's figure 19 prints it (lines 1446-1460)."""
    plain = new_event(12, 2, form=EventForm.IMP_PAIRS, method=Method.IMPS)
    assert rules_of(plain.state).scoring.imps.divide_by is Divisor.NONE
    assert rules_of(play_round().state).scoring.imps.divide_by is Divisor.COMPARISONS


def test_regulations_that_divide_are_left_alone() -> None:
    """R-267: an organiser's rules that divide by the results keep their own divisor."""
    state = play_round().state
    plain = rules_of(new_event(0, 0).state)
    own = replace(plain, scoring=replace(plain.scoring, imps=replace(plain.scoring.imps, divide_by=Divisor.RESULTS)))
    assert by_comparison(own, state.settings) is own
    assert by_comparison(plain, state.settings).scoring.imps.divide_by is Divisor.COMPARISONS
