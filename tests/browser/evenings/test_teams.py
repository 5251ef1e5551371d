"""One evening of each form of teams that is played by a sheet or by draws, with default settings."""

from __future__ import annotations

from itertools import cycle

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from tests.browser.evenings.walking_teams import http_evening
from tests.rotation import rotate

pytestmark = [pytest.mark.slow, pytest.mark.turns(of=4)]

JA, EN = Locale.JA, Locale.EN
TEAM_FORMS = [form for form in EventForm if form.kind is ContestantKind.TEAM]


@rotate(
    "form, teams, locale",
    [
        ("round-robin-teams", 5, JA),
        ("short-round-robin-teams", 6, EN),
        ("bam-teams", 5, JA),
        ("bam-vp-teams", 6, EN),
        ("teams-and-pairs", 5, JA),
    ],
    cells=1,
)
def test_a_whole_evening_by_a_sheet(form: str, teams: int, locale: Locale) -> None:
    """A ruling, a penalty, a late entry turned away, a withdrawal; published, corrected, closed, printed. Every form is
    played to its publication below."""
    with http_evening(locale) as evening:
        evening.begin(form, teams)
        evening.look_around()
        evening.play_sheet()
        evening.rule()
        evening.penalise()
        assert not evening.come_late()
        evening.withdraw()
        evening.look_around()
        assert {"record.pdf", "ranking.pdf", "cross-table.pdf"} <= set(evening.finish())


@rotate(
    "form, teams, locale",
    [
        ("round-robin-teams", 3, EN),
        ("round-robin-teams", 4, JA),
        ("round-robin-teams", 6, EN),
        ("round-robin-teams", 7, JA),
        ("short-round-robin-teams", 3, JA),
        ("short-round-robin-teams", 5, EN),
        ("short-round-robin-teams", 7, JA),
        ("bam-teams", 4, EN),
        ("bam-teams", 7, JA),
        ("bam-vp-teams", 5, EN),
        ("teams-and-pairs", 4, JA),
        ("teams-and-pairs", 6, EN),
    ],
    cells=3,
)
def test_what_is_proposed_is_played_to_its_publication(form: str, teams: int, locale: Locale) -> None:
    with http_evening(locale, most_typed=1) as evening:
        evening.begin(form, teams)
        evening.play_sheet()
        evening.publish()


@rotate("method", EventForm.TEAMS_AND_PAIRS.methods[1:], cells=1)
def test_teams_and_pairs_by_every_method_of_the_pairs(method: Method) -> None:
    """Five teams play six boards a round. The usual scale has no column for that number, so another one is used."""
    with http_evening(JA, most_typed=1) as evening:
        evening.begin("teams-and-pairs", 5, method=method.value)
        evening.play_sheet()
        evening.publish()


@rotate(
    "form, method, locale",
    [(form, *row) for form in TEAM_FORMS for row in zip(form.methods, cycle(Locale), strict=False)],
    by=lambda row: row[:1],
    ids=str,
)
def test_every_method_of_a_form_begins(form: EventForm, method: Method, locale: Locale) -> None:
    """The form decides how results are counted: any other value in the method field does not keep play from
    beginning."""
    with http_evening(locale) as evening:
        evening.begin(form.value, 5, method=method.value)
        assert evening.walker.offers("/movement/plan") or evening.walker.links(r"/(draw|bracket|league|movement)$")


@rotate("comparison, locale", [("cross", JA), ("aggregate", EN)])
def test_a_whole_evening_of_teams_of_eight(comparison: str, locale: Locale) -> None:
    with http_evening(locale) as evening:
        evening.begin("round-robin-teams", 4, people=8, eight=comparison)
        evening.play_sheet()
        evening.rule()
        evening.penalise()
        evening.withdraw()
        evening.look_around()
        assert {"record.pdf", "ranking.pdf", "cross-table.pdf"} <= set(evening.finish())


@rotate("locale", [JA, EN], cells=1)
def test_a_match_of_two_teams(locale: Locale) -> None:
    """Two halves, a ruling and a penalty; published, corrected, closed, printed."""
    with http_evening(locale, most_typed=1) as evening:
        evening.begin("team-match", 2)
        evening.play_sheet()
        evening.rule()
        evening.penalise()
        assert not evening.come_late()
        evening.look_around()
        paper = set(evening.finish())
        assert {"record.pdf", "ranking.pdf", "team-result.pdf"} <= paper
        assert "cross-table.pdf" not in paper


@rotate("teams, locale", [(6, JA), (9, EN)])
def test_a_whole_evening_of_swiss_teams(teams: int, locale: Locale) -> None:
    """A late team is drawn from the next round on; another team withdraws after round 2."""
    with http_evening(locale) as evening:
        evening.begin("swiss-teams", teams)
        evening.look_around()
        rounds = evening.state.settings.conditions.rounds
        assert evening.play_draws(withdraw_after=2) == rounds
        evening.rule()
        evening.penalise()
        assert not evening.come_late()
        evening.look_around()
        assert {"record.pdf", "draw-sheet.pdf"} <= set(evening.finish())


@rotate("teams, locale", [(5, EN), (8, JA)])
def test_swiss_teams_of_every_number(teams: int, locale: Locale) -> None:
    with http_evening(locale, most_typed=1) as evening:
        evening.begin("swiss-teams", teams)
        assert evening.play_draws() == evening.state.settings.conditions.rounds
        evening.publish()
