"""Sheets of teams and of single players name no pairs, where none are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.documents.registry import obstacles, sheets
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import EventForm
from tests.form_events import cases, played
from tests.paper import job_of, model
from tests.scripted_events import new_event

FIRST = {case.form: case for case in reversed(cases()) if case.form.kind is not ContestantKind.PAIR}
"""Each form of teams and single players, by its first method and in its first size."""
BY_PAIRS = {EventForm.ROUND_ROBIN_TEAMS, EventForm.SHORT_ROUND_ROBIN_TEAMS, EventForm.TEAMS_AND_PAIRS}
"""Forms whose pairs move on their own in the games that are proposed: guide slips and master sheet are of pairs."""
OF_PAIRS = {"guide-slips", "master-sheet"}
MEANT = (
    "pairs may change too",
    "Wednesday pairs",
    "teams and pairs",
    "Ranking of the pairs",
    "ペアの順位",
    "チーム＋ペア",
)
WORDS = {Locale.JA: re.compile("ペア"), Locale.EN: re.compile(r"\bpairs?\b", re.IGNORECASE)}


def texts(part: object) -> Iterator[str]:
    """Yields every text of a page model."""
    if isinstance(part, str):
        yield part
    elif is_dataclass(part):
        for one in fields(part):
            yield from texts(getattr(part, one.name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from texts(value)
    elif isinstance(part, tuple | list):
        for value in part:
            yield from texts(value)


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("form", FIRST, ids=str)
def test_no_sheet_calls_a_team_or_a_player_a_pair(form: EventForm, locale: Locale) -> None:
    evening = played(FIRST[form])
    job = job_of(evening)
    looked_at, found = 0, []
    for sheet in sheets(evening.state):
        if obstacles(sheet.name, job) or (form in BY_PAIRS and sheet.name in OF_PAIRS):
            continue
        looked_at += 1
        for text in texts(model(sheet.name, job, locale)):
            rest = text
            for meant in MEANT:
                rest = rest.replace(meant, "")
            if WORDS[locale].search(rest):
                found.append(f"{sheet.name}: {text[:100]}")
    assert looked_at > 10
    assert found == []


@pytest.mark.parametrize("locale", Locale)
def test_an_announcement_of_teams_without_a_form_names_the_teams(locale: Locale) -> None:
    evening = new_event(4, 4, kind=ContestantKind.TEAM)
    told = " ".join(texts(model("announcement", job_of(evening), locale)))
    assert {Locale.JA: "チーム", Locale.EN: "teams"}[locale] in told.lower()
    assert {Locale.JA: "マッチポイント", Locale.EN: "matchpoints"}[locale] not in told.lower()
