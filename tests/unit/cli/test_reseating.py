"""`reseat`: the proposals of the desk for a pair that left between two sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.plans.reseating import price_of, ways_to_reseat
from tests.big_events import planned_event
from tests.builders import Evening, new_evening
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.whole_days import seated_day


@pytest.fixture(scope="module")
def evening() -> Evening:
    """21 pairs in one section, session 1 begun."""
    return planned_event(21)


@pytest.fixture(scope="module")
def folder(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the event file, as it stood when nobody had gone."""
    made = tmp_path_factory.mktemp("reseat")
    (made / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    (made / "single.json").write_text((alone := new_evening(4)).tournament.export(alone.event_id), encoding="utf-8")
    return made


def test_it_proposes_what_the_desk_does(evening: Evening, folder: Path) -> None:
    """The same proposals in the same order, each with its price in both languages; nothing is written."""
    listed = cli("reseat", "event.json", "--without", "3", "--json", folder=folder).json
    copy = event_file.load((folder / "event.json").read_text(encoding="utf-8"))
    who = evening.state.section(Place(1, "A")).numbers[Number("3")]
    evening.do(WithdrawEntry(who))
    wanted = ways_to_reseat(evening.state, 2)
    assert (listed["session"], listed["as_planned"]) == (2, False)
    assert [one["name"] for one in listed["proposals"]] == [one.name for one in wanted]
    first = listed["proposals"][0]
    assert (first["moved"], first["new"], first["sitting_out"]) == (wanted[0].moved, wanted[0].newly, wanted[0].sitting)
    assert len(first["seats"]) == 20
    for locale in Locale:
        output = cli("reseat", "event.json", "--without", "3", "--lang", locale.value, folder=folder).out
        for problem in price_of(evening.state, 2, wanted[0]):
            assert problem_text(problem, locale) in output
    assert event_file.load((folder / "event.json").read_text(encoding="utf-8")) == copy


def test_the_one_that_is_taken_is_in_the_file(folder: Path) -> None:
    """Withdrawal and seats are written; nobody meets anybody again; the written session can be asked about again."""
    done = cli("reseat", "event.json", "--without", "3", "--take", "5+5", "-o", "next.json", "--json", folder=folder)
    assert (done.code, done.json["taken"], done.json["session"]) == (0, "5+5", 2)
    state = state_of(event_file.load((folder / "next.json").read_text(encoding="utf-8")))
    assert sum(entry.is_withdrawn for entry in state.entries.values()) == 1
    assert sum(len(one.numbers) for one in state.session(2).sections.values()) == 20
    assert not seated_day(state)[0]
    assert cli("reseat", "next.json", folder=folder).code == 0


def test_where_nobody_went_all_sit_as_planned(folder: Path) -> None:
    answer = cli("reseat", "event.json", "--json", folder=folder).json
    assert answer["as_planned"] is True
    assert answer["proposals"][0]["moved"] == 0


@for_each(
    "argv, words",
    [
        (("event.json", "--without", "Z9"), "Z9"),
        (("event.json", "--session", "1"), "session"),
        (("event.json", "--session", "7"), "7"),
        (("event.json", "--take", "10"), "--out"),
        (("event.json", "--take", "99", "-o", "x.json"), "99"),
        (("single.json",), "session"),
        (("nothing.json",), "nothing.json"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(folder: Path, argv: tuple[str, ...], words: str) -> None:
    outcome = cli("reseat", *argv, "--lang", "en", folder=folder)
    assert (outcome.code, len(outcome.errors), outcome.out) == (1, 1, "")
    assert words in outcome.errors[0]
    assert not (folder / "x.json").exists()
