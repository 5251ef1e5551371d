"""Pages of events of teams or single players name no pairs, except two at a table (R-094, R-103)."""

from __future__ import annotations

import re

from arrowswitch.i18n import Locale, all_codes, translate
from arrowswitch.tournament.model.forms import EventForm
from tests.form_events import cases, play_case
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import Page
from tests.web.playing import at_desk

FORMS = (EventForm.INDIVIDUAL, EventForm.EVEN_CHANCE_TEAMS, EventForm.SWISS_TEAMS, EventForm.LEAGUE)
PAGES = (
    "movement",
    "movement?choose=1",
    "scores",
    "matrix",
    "ranking",
    "recap",
    "rulings",
    "recovery",
    "total",
    "draw",
)
PAIRS = {Locale.EN: re.compile(r"\bpairs?\b", re.IGNORECASE), Locale.JA: re.compile("ペア")}
AT_A_TABLE = ("desk.rulings.offender-by-place", "desk.recovery.table")
"""Both pairs at a table, in every form; two pairs are the four players of a new table."""

REFUSALS = (
    "entry.fewer-people",
    "late-pair.too-late",
    "movement.change-loses-number",
    "numbers.nobody",
    "numbers.other-size",
    "print.no-numbers",
    "result.against-itself",
    "result.no-pairs",
    "result.unknown-number",
    "scoring.not-on-board",
    "scoring.unknown-contestant",
)


@rotate(form=FORMS, locale=Locale)
def test_pages_name_the_contestants_of_the_event(form: EventForm, locale: Locale) -> None:
    case = next(one for one in cases() if one.form is form)
    allowed = {translate(code, {}, locale) for code in AT_A_TABLE}
    with at_desk(play_case(case)) as desk:
        wrong = [
            f"{path}: {text}"
            for path in PAGES
            if (answer := desk.get(f"/{path}", locale)).status_code == 200
            for text in Page.read(answer.text).texts
            if PAIRS[locale].search(text) and text not in allowed
        ]
    assert wrong == []


def test_the_head_counts_the_teams_that_were_formed() -> None:
    """Eight pairs make four even-chance teams."""
    case = next(one for one in cases() if one.form is EventForm.EVEN_CHANCE_TEAMS)
    with at_desk(play_case(case)) as desk:
        assert "4 teams" in desk.page("/entries", Locale.EN).texts


@for_each("code", REFUSALS)
def test_refusals_of_every_form_name_no_pairs(code: str) -> None:
    assert code in all_codes()
    for locale in Locale:
        params = dict.fromkeys(("pairs", "seats", "number", "round", "table", "board", "section"), 3)
        assert not PAIRS[locale].search(translate(code, params, locale)), locale


def test_a_refused_proposal_names_the_settings_that_it_speaks_of() -> None:
    """Time, boards, sessions and scale are on the page of a refusal."""
    form, table = EventForm.TEAMS_AND_PAIRS, "10-10 11-9 20-0\n8: 0 3 9"
    evening = new_event(7, 4, kind=form.kind, form=form, sessions=2, scale="own", scale_table=table)
    with at_desk(evening) as desk:
        for path in ("/entries", "/movement"):
            texts = desk.page(path, Locale.EN).texts
            assert translate("team-choice.none", {"teams": 7, "sessions": 2}, Locale.EN) in texts
            assert {"200", "2", "10-10 11-9 20-0 / 8: 0 3 9"} <= set(texts)
