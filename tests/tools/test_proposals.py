"""The reference page of proposals: the manual's choice next to that of the program (`tools.proposals`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.tournament.model.forms import EventForm
from tools import proposals
from tools.proposals import Group, first_proposal

SWISS = Group(EventForm.SWISS_TEAMS, (16,), "1801", rounds=(6, 8), boards=(4, 7))
WEEKLY = Group(EventForm.MATCHPOINT_PAIRS, (14, 15), "3048-3068", listed="weekly")


def test_every_form_has_rows() -> None:
    """R-033: the table has each form of event that movements, rounds or lengths of matches are proposed for."""
    assert {group.form for group in proposals.groups()} == set(EventForm)


def test_a_proposal_is_that_of_a_new_event() -> None:
    assert first_proposal(SWISS, 16).text == "6 rounds of 4 boards"
    assert first_proposal(WEEKLY, 14).line is not None
    assert first_proposal(WEEKLY, 15).line is None


@pytest.mark.parametrize(
    ("group", "number", "message"),
    [
        (replace(SWISS, rounds=(7, 8)), 16, "no reason for: 6 rounds of 4 boards"),
        (replace(SWISS, why={16: "too few boards"}), 16, "a reason without a difference"),
        (WEEKLY, 15, "no reason for: Bye-and-relay Mitchell"),
    ],
)
def test_each_difference_has_its_reason(group: Group, number: int, message: str) -> None:
    """A difference that nobody has explained and an explanation that is out of date stop the page."""
    with pytest.raises(ValueError, match=message):
        proposals.row(group, number)
