"""The main button for publishing a ranking: that of the interim one until all results are in."""

from __future__ import annotations

import re
from functools import cache

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.publication import Publish, Published
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.slices.swiss import RoundDrawn
from arrowswitch.tournament.service.service import Tournament
from tests.builders import Evening
from tests.form_events import Case, cases, play_case
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.playing import at_desk, codes

FIRST = {case.form: case for case in reversed(cases())}
"""Each form by its first method and in its first size."""
DRAWN = [form for form in FIRST if form.is_drawn]
_BUTTON = re.compile(r"<(?:button|a)(?P<head>[^>]*)>(?P<words>[^<]*)<")


@cache
def whole(case: Case) -> Evening:
    return play_case(case)


def until(evening: Evening, entries: int) -> Evening:
    """Returns an event after the given number of entries of its ledger."""
    store, tournament = MemoryStore(), evening.tournament
    store.append(tournament.events()[0], tournament.ledger(evening.event_id)[:entries], 0)
    return Evening(Tournament(store, evening.clock, tournament.chance), evening.event_id, evening.clock, 1000)


def entries_with(evening: Evening, kind: type) -> list[int]:
    """Returns how many entries the ledger has up to and with each one that holds such a fact."""
    ledger = evening.tournament.ledger(evening.event_id)
    return [at for at, entry in enumerate(ledger, start=1) if any(isinstance(fact, kind) for fact in entry.facts)]


def buttons(evening: Evening, locale: Locale = Locale.EN) -> dict[str, str]:
    """Returns the attributes of what the publication of the ranking offers, by its words."""
    with at_desk(evening) as desk:
        html = desk.html("/ranking", locale)
    form = html[html.index('class="publish-form"') :]
    return {found["words"]: found["head"] for found in _BUTTON.finditer(form[: form.index("</form>")])}


def main_ones(offered: dict[str, str]) -> list[str]:
    return [words for words, head in offered.items() if re.search(r'class="(btn )?main"', head)]


@pytest.mark.slow
@for_each("case", FIRST.values(), ids=str)
def test_the_interim_one_stands_out_until_everything_is_in(case: Case) -> None:
    """R-309: after the first result, in the middle, and before the last one; then the final one."""
    evening = whole(case)
    results = entries_with(evening, ResultEntered)
    final, interim = (translate(f"desk.publish.{name}", {}, Locale.EN) for name in ("publish", "interim"))
    for entries in (results[0], results[len(results) // 2], results[-2]):
        offered = buttons(until(evening, entries))
        assert main_ones(offered) == [interim], f"after {entries} entries"
        assert "disabled" in offered[final]
    offered = buttons(until(evening, entries_with(evening, Published)[0] - 1))
    assert main_ones(offered) == [final]
    assert "disabled" not in offered[interim] + offered[final]


@for_each("form", DRAWN, ids=str)
@rotate("locale", Locale)
def test_between_rounds_the_next_one_is_drawn_after_the_interim_ranking(form: EventForm, locale: Locale) -> None:
    evening = whole(FIRST[form])
    second = entries_with(evening, RoundDrawn)[1]
    before = max(entries for entries in entries_with(evening, ResultEntered) if entries < second)
    after_round = until(evening, before)
    final, interim, draw = (
        translate(f"desk.publish.{name}", {}, locale) for name in ("publish", "interim", "draw-next")
    )
    offered = buttons(after_round, locale)
    assert main_ones(offered) == [interim]
    assert draw in offered
    after_round.do(Publish(is_interim=True))
    offered = buttons(after_round, locale)
    assert main_ones(offered) == [draw]
    assert 'href="' in offered[draw]
    assert offered[draw].rstrip('"').endswith("/draw")
    assert "disabled" in offered[final]


def test_a_knockout_between_rounds_is_told_to_have_no_winner() -> None:
    evening = whole(FIRST[EventForm.KNOCKOUT_TEAMS])
    second = entries_with(evening, RoundDrawn)[1]
    with at_desk(until(evening, second - 1)) as desk:
        assert codes(desk.post("/publish", is_interim="false")) == ["publish.no-winner"]
        assert translate("publish.no-winner", {}, Locale.EN) in desk.page("/ranking", Locale.EN).texts
