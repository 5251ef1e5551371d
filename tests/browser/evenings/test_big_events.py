"""A qualifying of 45 tables and two sessions in two halls whose computers do not see each other, with a final of 28 and
a consolation: from the entries to the list of prizes, by what the pages offer.

What is typed slip by slip is walked elsewhere; here the results of a session come in at once.
"""

from __future__ import annotations

import re

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.rehearsal.playing import invented_people
from tests.big_events import fill, reckon_event
from tests.browser.evenings.walking import Walker, http_walker, new_event, start, take_proposal
from tests.builders import Evening, FixedClock

PAIRS, FINALISTS = 90, 28


def here(walker: Walker) -> Evening:
    """Returns the event whose page is shown, for its results."""
    assert walker.tournament is not None
    clock = walker.tournament.clock
    assert isinstance(clock, FixedClock)
    return Evening(walker.tournament, EventId(walker.face.address.split("/")[2]), clock)


def enter_all(walker: Walker) -> None:
    """Hands in the list of the entries as a file."""
    people = invented_people(2 * PAIRS)
    rows = [f"{a.name},,{b.name}," for a, b in zip(people[::2], people[1::2], strict=True)]
    walker.known += " " + " ".join(" ".join((p.name, p.kana, p.roman)) for p in people) + " list.csv"
    form = walker.page.forms("/entries/import")[0]
    walker.face.upload(form, "list.csv", "\n".join(("氏名1,会員番号1,氏名2,会員番号2", *rows)).encode())
    walker.renew()
    assert len(here(walker).state.entries) == PAIRS


def hand_over(walker: Walker, other: Walker, way: str) -> None:
    """Saves the event file of one computer and hands it in on the other."""
    walker.tab("settings")
    link = walker.links("/export$")[0].get("href")
    status, _, content = walker.face.fetch(link)
    assert status == 200
    form = other.page.forms(way)[0]
    other.face.upload(form, "hall.arrowswitch.json", content)
    other.known += " " + walker.known + " hall.arrowswitch.json director"
    other.renew()


def play(walker: Walker, session: int, seed: int) -> EventState:
    """Brings in all results of a session on one computer."""
    evening = here(walker)
    fill(evening, session, seed)
    return evening.state


def play_and_publish(walker: Walker, seed: int) -> None:
    """Plays an event that has its entries to the end, and publishes its ranking."""
    take_proposal(walker)
    play(walker, 1, seed)
    walker.tab("ranking")
    walker.press("/publish")
    assert [one.is_interim for one in here(walker).state.publications] == [False]


def winner_read_out(walker: Walker, event: Evening) -> str:
    """Returns who is read out last on the page of the prizes."""
    walker.tab("ranking")
    walker.follow("/prizes$")
    winner = prizes(event.state).aloud[-1].lines[-1].entry
    assert winner is not None
    last = walker.page.root.all("ol")[-1].all("li")[-1].text
    assert last
    return last


@pytest.mark.parametrize("locale", Locale)
def test_from_the_entries_to_the_prizes(locale: Locale) -> None:
    with http_walker(locale) as walker, http_walker(locale) as second:
        new_event(walker, "pairs", "Autumn", sessions="2")
        enter_all(walker)
        take_proposal(walker)
        sections = sorted(here(walker).state.session(1).sections)
        assert len(sections) > 1
        hand_over(walker, second, "/events/import")
        fill(here(walker), 1, 1, sections[0])
        fill(here(second), 1, 2, "".join(sections[1:]))
        walker.tab("settings")
        walker.follow("/merge$")
        hand_over(second, walker, "/merge/file")
        walker.press("/merge")
        event = here(walker)
        assert len(event.state.results) == len(here(second).state.results) + len(
            [one for one in event.state.results if one.section == sections[0]]
        )
        walker.visit(f"/events/{event.event_id}/2A/movement")
        walker.press("/movement/carry" if walker.offers("/movement/carry") else "/movement/draw")
        start(walker)
        play(walker, 2, 3)
        wanted = reckon_event(event.state)
        walker.visit(f"/events/{event.event_id}/2A/qualifiers")
        walker.press("/qualifiers/plan", {"count": str(FINALISTS)})
        going = [row.entry.entry_id for row in qualifiers(event.state).qualified if row.entry is not None]
        assert going == wanted.best(FINALISTS)
        walker.press("/qualifiers/consolation", {"is_behind": "yes"})
        second_prize = here(walker)
        assert len(second_prize.state.entries) == PAIRS - FINALISTS
        consoled = ""
        if locale is Locale.EN:
            play_and_publish(walker, 5)
            consoled = winner_read_out(walker, second_prize)
            walker.tab("ranking")
            ranks = [cell.text for cell in walker.page.root.all("td") if cell.get("class") == "n rank"]
            assert ranks[0].rstrip("=") == str(FINALISTS + 1)
        walker.visit(f"/events/{event.event_id}/2A/qualifiers")
        walker.press("/qualifiers/final", {"sessions": "1"})
        final = here(walker)
        assert len(final.state.entries) == FINALISTS
        play_and_publish(walker, 4)
        assert winner_read_out(walker, final) != consoled
        assert re.search("(総合|Overall)", walker.text)
        if locale is Locale.EN:
            walker.press("/prizes", {"places-0": str(FINALISTS + 2)})
            aloud = prizes(final.state, second_prize.state).aloud
            read = [line.text for part in walker.page.root.all("ol") for line in part.all("li")]
            assert len(read) == sum(len(group.lines) for group in aloud) > FINALISTS
            assert [line for line in read if line.split()[0].startswith("29")]
        assert walker.sheet(walker.links("/print/prize-list.pdf$")[0].get("href"))
