"""Events of every form in every format of results: a written file scores as the event does, or the loss was reported
before."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.form_events import Case, cases, play_case
from tests.repaired_events import EVENTS
from tests.rotation import is_exhaustive, rotate
from tests.scripted_events import play_round
from tests.unit.cli.runner import cli

pytestmark = pytest.mark.slow

FORMATS = (".xml", ".json", ".csv", ".pbn")


def _one_of_each() -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Yields a case of each form and method, the odd size where there are several, with the formats it is written in:
    for the first method of a form all, for the others every second, in turn."""
    by_form = {(case.form, case.method): case for case in cases()}
    seen = set()
    for at, case in enumerate(by_form.values()):
        yield case, FORMATS[at % 2 :: 2] if case.form in seen else FORMATS
        seen.add(case.form)


def _rows() -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Yields the cases with all their formats in `make exhaustive`, and one format at a time in `make test`."""
    for case, formats in _one_of_each():
        yield from [(case, formats)] if is_exhaustive() else [(case, (one,)) for one in formats]


def _row_id(part: Case | tuple[str, ...]) -> str:
    return str(part) if isinstance(part, Case) else "".join(part).removeprefix(".")


@rotate("case, formats", _rows(), by=lambda row: (row[0].form, row[0].method, row[1]), ids=_row_id)
def test_what_is_written_scores_as_the_event_does(case: Case, formats: tuple[str, ...], tmp_path: Path) -> None:
    """R-310, R-389: without an option the same ranks come back from a file, or `convert` has said what is lost."""
    evening = play_case(case)
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    ours = cli("score", "event.json", "--json", folder=tmp_path).json
    first = ours["standings"][0]
    number, side = str(first["number"]), (first["direction"] or "").lower()
    why = cli("explain", "event.json", "--total", number.removeprefix(side.upper()), "--json", folder=tmp_path)
    assert (why.code, Fraction(why.json["points"])) == (0, Fraction(first["score"])), why.err
    for ending in formats:
        made = cli("convert", "event.json", f"out{ending}", "--json", folder=tmp_path)
        assert made.code == 0, made.err
        losses = [problem["code"] for problem in made.json["problems"] if problem["code"].startswith("held.")]
        again = cli("score", f"out{ending}", "--json", "--regulations", ours["regulations"], folder=tmp_path)
        if again.code:
            assert losses, (ending, again.err)
            continue
        same = [_places(document["standings"]) for document in (ours, again.json)]
        assert same[0] == same[1] or losses, (ending, same)


def test_the_newest_session_with_results_is_meant(tmp_path: Path) -> None:
    """Between the sessions of an event of teams its files hold session 1: session 2 has numbers, but no results."""
    evening = EVENTS["teams-and-pairs"]()
    play_round(evening, 1, 1)
    assert evening.state.session(2).sections
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    made = cli("convert", "event.json", "out.csv", "--json", folder=tmp_path)
    assert "held.unread" not in {one["code"] for one in made.json["problems"]}
    assert len((tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines()) == 1 + len(evening.state.results)


def _places(standings: list[dict[str, object]]) -> list[tuple[object, object, object]]:
    return sorted((row["direction"] or "", str(row["number"]), row["rank"]) for row in standings)
