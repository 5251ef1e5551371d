"""One program for every form of event (manual, lines 4197-4215): R-369.

The cases are in `tests.form_events`: every form of the enumeration, so that none can be forgotten."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.entries import SetHandicap
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.further import FurtherKind, further_rankings, takes_handicaps
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from tests.form_events import TEAM_MATCH, Case, cases, play_case
from tests.rotation import rotate
from tests.unit.cli.runner import cli

Row = tuple[int, bool, str, str]


def list_rows(state: EventState) -> list[Row]:
    """Returns the ranking of the newest session: rank, whether it is shared, number and total."""
    view = ranking(state, max(state.sessions))
    return [
        (row.standing.rank, row.standing.is_tied, row.standing.number, decimal_string(row.standing.total))
        for _, rows in view.groups
        for row in rows
    ]


@rotate("case", cases(), by=lambda case: case.axes, ids=str)
def test_from_entry_to_published_ranking(case: Case, tmp_path: Path) -> None:
    """R-369, R-033: entered, drawn or moved, played with random results, published with nothing missing; every
    contestant is ranked once; the event file alone gives the same ranking, at the desk and from the command line; a
    list with handicaps is next to it where the form has one."""
    evening = play_case(case)
    state = evening.state
    session = max(state.sessions)
    assert state.publication.versions
    assert not state.publication.versions[-1].is_interim
    assert not missing_slots(state, session)
    published = list_rows(state)
    playing = [entry for entry in state.entries.values() if not entry.is_withdrawn]
    assert len(published) == len({number for _, _, number, _ in published}) == len(playing)
    assert min(rank for rank, _, _, _ in published) == 1
    text = evening.tournament.export(evening.event_id)
    assert list_rows(state_of(event_file.load(text))) == published
    (tmp_path / "event.json").write_text(text, encoding="utf-8")
    document = cli("score", "event.json", "--json", "--session", str(session), folder=tmp_path).json
    assert [(one["rank"], one["tied"], one["number"], one["score"]) for one in document["standings"]] == published
    evening.do(SetHandicap(playing[0].entry_id, Fraction(1)))
    kinds = {one.kind for one in further_rankings(evening.state, session)}
    assert (FurtherKind.HANDICAP in kinds) == takes_handicaps(evening.state), "matches take none, and say so quietly"


def test_no_form_is_forgotten() -> None:
    """R-369: every form of the enumeration is played, an odd number of entries among its sizes; a match has two."""
    sizes: dict[EventForm, set[int]] = {}
    for case in cases():
        sizes.setdefault(case.form, set()).add(case.entries)
    assert set(sizes) == set(EventForm)
    assert sizes.pop(TEAM_MATCH) == {2}
    assert all(len(found) >= 2 and any(size % 2 for size in found) for found in sizes.values())


@rotate("form", [form for form in EventForm if form.is_of_teams][:3])
def test_a_total_of_matches_is_explained_by_its_rounds(form: EventForm, tmp_path: Path) -> None:
    """R-369: what was published is explained round by round, with the total that the ranking shows; with a method the
    field of pairs is."""
    case = next(case for case in cases() if case.form is form)
    evening = play_case(case)
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    outcome = cli("explain", "event.json", "--total", "1", folder=tmp_path)
    standings = cli("score", "event.json", "--json", folder=tmp_path).json["standings"]
    [score] = [row["score"] for row in standings if row["number"] == "1"]
    assert outcome.code == 0
    assert "Round 1, against " in outcome.out
    assert outcome.out.endswith(f" = {score}.\n")
    pairs = cli("score", "event.json", "--method", "imps", "--json", folder=tmp_path).json["standings"]
    number = pairs[0]["number"]
    assert cli("explain", "event.json", "--total", number, "--method", "imps", folder=tmp_path).code == 0
