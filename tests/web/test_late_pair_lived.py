"""A thirteenth pair of a twelve-pair Howell (manual, lines 890-898), as the director lives it at the desk."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.advance import SetAdvanceTerms
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, Evening, new_evening
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes

pytestmark = pytest.mark.slow

SHEETS = (
    *("guide-cards", "guide-slips", "master-sheet", "pickup-slips", "travellers"),
    *("ranking", "recap", "private-scores", "director-summary"),
)
LATE = {"player1": "遅 刻子", "player2": "遅 刻太"}


def twelve_pairs() -> Evening:
    evening = new_evening(12)
    evening.start(make("howell", tables=6, boards_per_round=2))
    return evening


def enter_late(playing: Playing) -> str:
    """Enters the pair at the desk and returns its id."""
    assert playing.post("/entries/add", command_id="late", **LATE).status_code == 200
    return list(playing.state.entries)[-1]


@pytest.mark.parametrize("typed", [(), (5, 6), (6,)])
def test_the_thirteenth_pair_is_seated_until_round_2_begins(typed: tuple[int, ...]) -> None:
    """Results of round 1 do not close the list: without a result of table 6 it plays round 1 at 6A; with one that
    result stays and it plays from round 2 on."""
    with at_desk(twelve_pairs()) as playing:
        sheet = playing.state.section(Place(1, "A")).movement
        assert sheet is not None
        for table in typed:
            meeting = sheet.at(1, table)
            assert meeting is not None
            playing.evening.enter(1, table, sheet.boards_of(meeting)[0], "140")
        late = enter_late(playing)
        assert "12ペア" in playing.page("/entries").text.replace(" ", "")
        for locale in Locale:
            page = playing.page("/entries", locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, playing.own_words + " 遅 刻子 – 遅 刻太") == []
        assert playing.post(f"/entries/{late}/seat").status_code == 200
        section = playing.state.section(Place(1, "A"))
        assert section.movement is not None
        number = next(number for number, who in section.numbers.items() if who == late)
        assert number == Number("13")
        plays = [
            round_
            for round_ in range(1, section.movement.rounds + 1)
            if number not in section.movement.sit_outs(round_)
        ]
        assert plays[0] == (2 if 6 in typed else 1)
        assert "13ペア" in playing.page("/entries").text.replace(" ", "")
        playing.evening.play_all()
        assert playing.page("/ranking").text.count("遅 刻子") == 1
        for path in ("/movement", "/scores", "/players", "/print", "/recovery"):
            assert playing.get(path).status_code in (200, 404), path
        for name in SHEETS:
            assert playing.get(f"/print/{name}.pdf").status_code == 200, name
        copy = Tournament(MemoryStore(), playing.evening.clock, CountingChance(9000))
        copy.import_file(playing.evening.tournament.export(playing.evening.event_id), Stamp("import"))
        assert copy.state(playing.evening.event_id).section(Place(1, "A")).movement == section.movement


def test_once_round_2_has_begun_nobody_is_seated() -> None:
    with at_desk(twelve_pairs()) as playing:
        playing.evening.do(StartRound(1, 2))
        late = enter_late(playing)
        assert codes(playing.post(f"/entries/{late}/seat")) == ["late.too-late"]
        assert "12ペア" in playing.page("/ranking").text.replace(" ", "")


def test_a_pair_that_left_is_not_counted() -> None:
    with at_desk(twelve_pairs()) as playing:
        playing.evening.do(WithdrawEntry(next(iter(playing.state.entries))))
        assert "11ペア" in playing.page("/entries").text.replace(" ", "")


def test_conditions_are_checked_of_late_pairs_and_single_players() -> None:
    """R-108: the desk names what does not fit the conditions before anyone is seated or joined."""
    with at_desk(twelve_pairs()) as playing:
        playing.evening.do(SetAdvanceTerms(AdvanceTerms(needs_number=True)))
        enter_late(playing)
        playing.evening.do(AddEntry((Person("独 一子"),)))
        for locale in Locale:
            text = playing.page("/entries", locale).text
            for name in (*LATE.values(), "独 一子"):
                wanted = problem_text(Problem("advance.without-number", {"name": name}), locale)
                assert text.count(wanted) == 1, name
