"""Sheets of teams and of single players name no pairs, where none are meant."""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.documents.registry import obstacles, sheets
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from tests.form_events import cases, play_case
from tests.hall_events import form_evening
from tests.measured_paper import pairs_named, texts
from tests.paper import job_of, model
from tests.rotation import rotate
from tests.scripted_events import new_event

FIRST = {case.form: case for case in reversed(cases()) if case.form.kind is not ContestantKind.PAIR}
"""Each form of teams and single players, by its first method and in its first size."""
BY_PAIRS = {EventForm.ROUND_ROBIN_TEAMS, EventForm.SHORT_ROUND_ROBIN_TEAMS, EventForm.TEAMS_AND_PAIRS}
"""In the games proposed for these forms pairs move on their own: guide slips, master sheet and the calls of round 1 are
of pairs."""
OF_PAIRS = {"guide-slips", "master-sheet", "opening-words"}
"""Sheets that are of pairs there."""


@rotate("locale", Locale)
@pytest.mark.parametrize("form", FIRST, ids=str)
def test_no_sheet_calls_a_team_or_a_player_a_pair(form: EventForm, locale: Locale) -> None:
    evening = play_case(FIRST[form])
    job = job_of(evening)
    looked_at = 0
    wrong_words: list[str] = []
    for sheet in sheets(evening.state):
        if obstacles(sheet.name, job) or (form in BY_PAIRS and sheet.name in OF_PAIRS):
            continue
        looked_at += 1
        wrong_words += [f"{sheet.name}: {text}" for text in pairs_named(model(sheet.name, job, locale), locale)]
    assert looked_at > 10
    assert wrong_words == []


@rotate("locale", Locale)
def test_an_announcement_of_teams_without_a_form_names_the_teams(locale: Locale) -> None:
    evening = new_event(4, 4, kind=ContestantKind.TEAM)
    text = " ".join(texts(model("announcement", job_of(evening), locale)))
    assert {Locale.JA: "チーム", Locale.EN: "teams"}[locale] in text.lower()
    assert {Locale.JA: "マッチポイント", Locale.EN: "matchpoints"}[locale] not in text.lower()


def test_a_match_of_two_rounds_is_in_their_plural() -> None:
    """`Round 1, 4` of a board-a-match event in which each match has two rounds."""
    job = job_of(form_evening(EventForm.BAM_TEAMS))
    printed: Any = model("team-result", job, Locale.EN)
    matches = [match for team in printed.sheet["teams"] for match in team["matches"]]
    assert all(match["round"].startswith("Rounds " if "," in match["round"] else "Round ") for match in matches)
    assert any("," in match["round"] for match in matches)
