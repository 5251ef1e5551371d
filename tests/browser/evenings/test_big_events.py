"""A qualifying of 45 tables and two sessions in two halls whose computers do not see each other, with a final of 28 and
a consolation, in Chromium: from the entries to the list of prizes, by what the pages offer.

A slip of each session is typed; the other results are entered without the pages, by the command that a slip sends."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from arrowswitch.i18n import Locale
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.scored.slots import missing_slots
from tests.big_events import reckon_event
from tests.browser.conftest import Profiles
from tests.browser.evenings.chromium import BrowserFace
from tests.browser.evenings.walking import Walker, browser_walker, print_all, start, take_proposal

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAIRS, FINALISTS = 90, 28
SCORES = (-200, -170, -150, -140, -120, -110, -100, -90, 90, 100, 110, 120, 130, 140, 150, 170, 180, 200)
"""Scores that are possible on every board, vulnerable or not."""
SHEETS = ("seating.pdf",)


def tab_of(walker: Walker) -> Page:
    """Returns the window that the director looks at."""
    assert isinstance(walker.face, BrowserFace)
    return walker.face.tab


def here(walker: Walker) -> EventId:
    """Returns the event whose page is shown."""
    return EventId(walker.face.address.split("/")[2])


def state_of(walker: Walker, event_id: EventId | None = None) -> EventState:
    """Returns the present state of an event, by default of the one on the page."""
    assert walker.tournament is not None
    return walker.tournament.state(here(walker) if event_id is None else event_id)


def new_event(walker: Walker, name: str) -> None:
    """Makes an event of pairs with two sessions, by the keyboard."""
    tab = tab_of(walker)
    walker.typed += f" {name}"
    tab.keyboard.press("Alt+n")
    tab.wait_for_url("**/events/new")
    expect(tab.locator("#name")).to_be_focused()
    tab.keyboard.type(name)
    tab.locator("#sessions").fill("2")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/entries")
    walker.renew()


def enter_all(walker: Walker) -> None:
    """Hands in the list of the entries as a file."""
    people = invented_people(2 * PAIRS)
    rows = [f"{a.name},,{b.name}," for a, b in zip(people[::2], people[1::2], strict=True)]
    walker.typed += " " + " ".join(" ".join((p.name, p.kana, p.roman)) for p in people) + " list.csv"
    form = walker.page.forms("/entries/import")[0]
    walker.face.upload(form, "list.csv", "\n".join(("氏名1,会員番号1,氏名2,会員番号2", *rows)).encode())
    walker.renew()
    assert len(state_of(walker).entries) == PAIRS


def hand_over(walker: Walker, other: Walker, way: str) -> None:
    """Saves the event file of one computer and hands it in on the other."""
    walker.tab("settings")
    tab = tab_of(walker)
    with tab.expect_download() as saved:
        tab.locator("a[href$='/export']").click()
    content = saved.value.path().read_bytes()
    form = other.page.forms(way)[0]
    other.typed += f" {walker.typed} hall.arrowswitch.json director desk"
    other.face.upload(form, "hall.arrowswitch.json", content)
    other.renew()


def type_slip(walker: Walker, label: str, text: str) -> set[Slot]:
    """Goes to the page of the scores, to a table by its label, and types the same on every line of its slip; returns
    what was typed."""
    walker.tab("scores")
    tab = tab_of(walker)
    expect(tab.locator("#goto")).to_be_focused()
    before = set(state_of(walker).results)
    tab.keyboard.type(label)
    tab.keyboard.press("Enter")
    expect(tab.locator("input.result:focus")).to_have_count(1)
    for line in tab.locator("#card tr.line").all():
        key = line.get_attribute("data-key") or ""
        expect(tab.locator(f"#in-{key}")).to_be_focused()
        tab.keyboard.type(text)
        tab.keyboard.press("Enter")
        expect(tab.locator(f"#line-{key}")).to_have_attribute("data-stored", "")
    walker.face.look()
    walker.renew()
    return set(state_of(walker).results) - before


def fill(walker: Walker, session: int, seed: int, sections: str = "") -> None:
    """Enters a score at random wherever one is missing in a session, or in some of its sections, while no page is open
    that would follow each of them."""
    assert walker.tournament is not None
    chance = Random(seed)
    event_id, address = here(walker), walker.face.address
    tab_of(walker).goto("about:blank")
    for slot in missing_slots(state_of(walker, event_id), session):
        if not sections or slot.section in sections:
            name = f"{seed}-{slot.section}-{slot.round}-{slot.table}-{slot.board}"
            command = EnterResult(slot, str(chance.choice(SCORES)))
            walker.tournament.execute(event_id, command, Stamp(name, "director", "desk"))
    walker.visit(address)


def play(walker: Walker, session: int, seed: int) -> None:
    """Types a slip and brings in all other results of a session."""
    type_slip(walker, "1", "110")
    fill(walker, session, seed)


def play_and_publish(walker: Walker, seed: int) -> EventId:
    """Plays an event that has its entries to the end, and publishes its ranking."""
    take_proposal(walker)
    play(walker, 1, seed)
    walker.tab("ranking")
    walker.press("/publish", button="false")
    assert [one.is_interim for one in state_of(walker).publication.versions] == [False]
    return here(walker)


def read_out(walker: Walker) -> list[str]:
    """Returns the lines that are read out on the page of the prizes."""
    return [line.text for part in walker.page.root.all("ol") for line in part.all("li")]


def qualifying_begun(walker: Walker, second: Walker) -> list[str]:
    """The plan is taken, the sheets are printed, both computers have the event; returns its sections."""
    new_event(walker, "Autumn")
    enter_all(walker)
    take_proposal(walker)
    assert print_all(walker, SHEETS).keys() == set(SHEETS)
    hand_over(walker, second, "/events/import")
    return sorted(state_of(walker).session(1).sections)


def score_apart(walker: Walker, second: Walker, sections: list[str]) -> None:
    """Each hall scores its sections, and a table of the second hall was typed in the first as well, otherwise; the
    second hall's word is kept."""
    elsewhere = sections[1:]
    ours = type_slip(walker, f"{elsewhere[0].lower()}1", "140")
    fill(walker, 1, 1, sections[0])
    theirs = type_slip(second, f"{elsewhere[0].lower()}1", "-100")
    assert ours == theirs
    fill(second, 1, 2, "".join(elsewhere))
    walker.tab("settings")
    walker.follow("/merge$")
    hand_over(second, walker, "/merge/file")
    conflicts = walker.page.root.by_id("conflicts")
    assert conflicts is not None
    keys = sorted({one.get("name") for one in conflicts.all("input")})
    assert len(keys) == len(ours)
    for key in keys:
        tab_of(walker).locator(f'[name="{key}"][value="theirs"]').check()
    walker.press("/merge")
    merged, other = state_of(walker).results, state_of(second).results
    assert {slot: merged[slot].result for slot in theirs} == {slot: other[slot].result for slot in theirs}
    assert len(merged) == len(other) + sum(slot.section == sections[0] for slot in merged)
    assert not missing_slots(state_of(walker), 1)


def second_session(walker: Walker) -> None:
    """The numbers that the plan gives, the play, and the publication."""
    walker.visit(f"/events/{here(walker)}/2A/movement")
    walker.press("/movement/carry")
    start(walker)
    play(walker, 2, 3)
    walker.tab("ranking")
    walker.press("/publish", button="false")


@pytest.mark.exhaustive
@pytest.mark.parametrize("locale", Locale)
def test_from_the_entries_to_the_prizes(profiles: Profiles, locale: Locale) -> None:
    with browser_walker(profiles, locale) as walker, browser_walker(profiles, locale) as second:
        score_apart(walker, second, qualifying_begun(walker, second))
        second_session(walker)
        event_id = here(walker)
        walker.follow("/qualifiers$")
        walker.press("/qualifiers/plan", {"count": str(FINALISTS)})
        view = qualifiers(state_of(walker))
        going = [row.entry.entry_id for row in view.qualified_rows if row.entry is not None]
        assert going == reckon_event(state_of(walker)).best(FINALISTS)
        walker.press("/qualifiers/consolation", {"is_behind": "yes"})
        assert len(state_of(walker).entries) == PAIRS - FINALISTS
        consolation = play_and_publish(walker, 5)
        walker.tab("ranking")
        ranks = [cell.text for cell in walker.page.root.all("td") if cell.get("class") == "n rank"]
        assert ranks[0].rstrip("=") == str(FINALISTS + 1)
        walker.visit(f"/events/{event_id}/2A/qualifiers")
        walker.press("/qualifiers/final", {"sessions": "1"})
        assert len(state_of(walker).entries) == FINALISTS
        final = play_and_publish(walker, 4)
        walker.tab("ranking")
        walker.follow("/prizes$")
        walker.press("/prizes", {"places-0": str(FINALISTS + 2)})
        aloud = prizes(state_of(walker, final), state_of(walker, consolation)).aloud
        read = read_out(walker)
        assert len(read) == sum(len(group.lines) for group in aloud) > FINALISTS
        assert [line for line in read if re.match(r"(第)?29", line)]
        assert all(one.people[0].name in read[-1] for one in [aloud[-1].lines[-1].entry] if one is not None)
        assert walker.sheet(walker.links("/print/prize-list.pdf$")[0].get("href"))
