"""The effect of a ruling, shown before it is given: guidance on Law 12C1(c), lines 9-66."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import AwardGiven, GiveAward, apply_awards
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.results.tables import cells
from arrowswitch.tournament.rulings.effect import RulingEffect, effect_of
from arrowswitch.tournament.scored.planned_matches import planned_matches
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, new_evening, person
from tests.form_events import cases, play_case

WEIGHTS = "40% 6SN=, 30% 4SN+2, 20% 4SN+1, 10% 6SN-1"
SCORES = ["1430", "1660", "680", "650", "1430", "650", "680", "-200", "680", "-100", "-100", "1430"]
"""The scores of the twelve other tables on the board (guidance, lines 40-56), North-South vulnerable."""
BOARD = 2


@pytest.fixture(scope="module")
def field() -> tuple[Evening, Slot]:
    """Returns thirteen tables at which a board was played, and the slot that is ruled on."""
    evening = new_evening(20)
    for pair in range(6):
        evening.do(AddEntry((person(f"Guest {pair} A"), person(f"Guest {pair} B"))))
    evening.start(make("mitchell", tables=13, boards_per_round=1))
    *others, ruled = [slot for slot in missing_slots(evening.state, 1) if slot.board == BOARD]
    for slot, score in zip(others, SCORES, strict=True):
        evening.do(EnterResult(slot, score))
    return evening, ruled


def effect_for(state: EventState, slot: Slot, ns_text: str, ew_text: str) -> RulingEffect:
    """Returns the effect of a ruling that gives both sides an amount."""
    effect = effect_of(state, slot, ns_text, ew_text)
    assert effect is not None
    return effect


def test_pairs_get_13_and_a_half_and_10_and_a_half(field: tuple[Evening, Slot]) -> None:
    """R-349: 0.4 x 19 + 0.3 x 13 + 0.2 x 8 + 0.1 x 4 = 13.5 of 24, counted 2 for a win; 10.5 for the others."""
    evening, slot = field
    effect = effect_for(evening.state, slot, WEIGHTS, WEIGHTS)
    points = [side.after.points for side in (effect.ns, effect.ew)]
    assert [None if one is None or one.points is None else one.points * 24 / one.top for one in points] == [13.5, 10.5]
    assert effect.ns.before.points is None
    assert slot not in evening.state.results
    assert effect.match is None


def test_other_weights_for_the_offending_side(field: tuple[Evening, Slot]) -> None:
    """Each side is weighted by itself: the offenders get the game, without a share of the slam down one."""
    evening, slot = field
    effect = effect_for(evening.state, slot, WEIGHTS, "50% 1430, 50% 680")
    assert effect.ns.after == effect_for(evening.state, slot, WEIGHTS, WEIGHTS).ns.after
    assert effect.ew.after.points is not None
    assert effect.ew.after.points.points is not None
    assert effect.ew.after.points.points * 24 / effect.ew.after.points.top == 8


@pytest.mark.parametrize("text", ["40% 6SN=, 30% 4SN+2", "60% 6SN=, 60% 4SN+2", "40% 6SN=, 60% what"])
def test_shares_that_do_not_make_a_whole_are_refused(field: tuple[Evening, Slot], text: str) -> None:
    evening, slot = field
    with pytest.raises(Mistake):
        effect_for(evening.state, slot, text, text)


def test_a_director_error_helps_both_sides(field: tuple[Evening, Slot]) -> None:
    """Manual, lines 2892-2902: where the board cannot be scored both sides are non-offending."""
    evening, slot = field
    effect = effect_for(evening.state, slot, "A+", "A+")
    shares = [side.after.points.percent for side in (effect.ns, effect.ew) if side.after.points is not None]
    assert len(shares) == 2
    assert all(share is not None and share >= 60 for share in shares)


def test_teams_get_3_7_rounded_to_4_imps() -> None:
    """R-349: 5.2 + 0 - 0.2 - 1.3 = 3.7 (guidance, lines 25-36), in the match and in what the ruling then does."""
    evening = play_case(next(case for case in cases() if case.form is EventForm.SWISS_TEAMS))
    match = next(one for one in planned_matches(evening.state) if any(slot.board == BOARD for slot in one.open))
    here, other = (next(slot for slot in half if slot.board == BOARD) for half in (match.open, match.closed))
    for slot in (here, other):
        evening.do(GiveAward(slot=slot, ns_text="", ew_text="", law="12"), reason="none")
        evening.do(EnterResult(slot, "4SN+2", correction=CorrectionReason.RULING), reason="typed wrong")
    effect = effect_for(evening.state, here, WEIGHTS, WEIGHTS)
    assert effect.match is not None
    assert (effect.match.home, effect.match.away) == (match.home, match.away)
    gained = [now - then for now, then in zip(effect.match.after.points, effect.match.before.points, strict=True)]
    assert gained == [4, -4] or gained == [4, 0]
    evening.do(GiveAward(slot=here, ns_text=WEIGHTS, ew_text=WEIGHTS, law="12C1(c)"), reason="weighted")
    repeated = effect_for(evening.state, here, WEIGHTS, WEIGHTS)
    assert (repeated.match is not None and repeated.match.before) == effect.match.after
    assert [side.before.total for side in (repeated.ns, repeated.ew)] == [
        side.after.total for side in (effect.ns, effect.ew)
    ]


def test_half_a_ruling_on_a_board_without_a_score_has_no_effect_yet(field: tuple[Evening, Slot]) -> None:
    evening, slot = field
    assert effect_of(evening.state, slot, "A+", "") is None
    assert effect_of(evening.state, slot, "", "") is None


def test_awards_of_a_board_without_a_score_are_taken_back_together() -> None:
    """One side alone would have neither score nor award; both leave the board open, as it was."""
    evening = new_evening(8)
    evening.start(make("howell", tables=4, boards_per_round=2))
    slot = missing_slots(evening.state, 1)[0]
    ruling = GiveAward(slot, "A+", "A-", "12C2")
    evening.do(ruling, reason="late")
    with pytest.raises(Mistake, match=r"award\.one-side-only"):
        evening.do(GiveAward(slot, "A+", "", "12C2"), reason="late")
    assert len(evening.state.results) == 1
    assert effect_of(evening.state, slot, "A+", "") is None
    evening.do(GiveAward(slot, "", "", "12C2"), reason="it was played after all")
    assert evening.state.results == {}
    assert slot in missing_slots(evening.state, 1)
    assert cells(evening.state, 1)
    evening.do(EnterResult(slot, "400"))
    evening.do(GiveAward(slot, "A+", "", "12C2"), reason="late")
    assert evening.state.results[slot].ew_award is None


def test_an_event_of_an_earlier_version_keeps_what_a_side_had() -> None:
    """A ledger may hold half a ruling on a board without a score: the pages open, the other side keeps its award."""
    evening = new_evening(8)
    evening.start(make("howell", tables=4, boards_per_round=2))
    slot = missing_slots(evening.state, 1)[0]
    evening.do(GiveAward(slot, "A+", "A-", "12C2"), reason="late")
    before = evening.state.results[slot]
    half = AwardGiven(slot=slot, ns=before.ns, ew=before.ew, ns_award=before.ew_award, ew_award=None)
    after = apply_awards(evening.state, half, 99)
    assert (after.results[slot].ns_award, after.results[slot].ew_award) == (before.ew_award, before.ew_award)
    assert cells(after, 1)
