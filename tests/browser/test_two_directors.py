"""Two directors, a browser each, at one form: nothing that the first stored is lost unseen by the second.

Both open the form and both type; the first stores, then the second does. What only one of them changed is stored; what
both changed is shown to the second with both values, and a press takes the other's. Scores at one place are in
`test_score_entry`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.entries.commands import AddEntry
from arrowswitch.tournament.event.model import Person
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.movement.commands import ChooseMovement, DrawNumbers
from tests.browser.conftest import Sitter
from tests.builders import PAIRS, person

pytestmark = pytest.mark.browser


def form_to(page: Page, action: str) -> Locator:
    """Returns the form that is sent to an address."""
    found = page.locator(f"form[action='{action}'], form[action$='{action}']").first
    expect(found).to_be_visible()
    return found


def fill(form: Locator, **fields: str) -> None:
    for name, text in fields.items():
        form.locator(f"[name='{name}']").fill(text)


def send(form: Locator) -> None:
    """Presses the form's own button, and waits for the answer."""
    with form.page.expect_response(lambda answer: answer.request.method == "POST"):
        form.locator("button:not([data-take]):not([name])").last.click()


def second_is_asked(mine: Page, action: str, **theirs: str) -> Locator:
    """Waits for what the second is asked, field by field, takes the other's value of each, and returns the form."""
    expect(mine.locator("[data-take]")).to_have_count(len(theirs))
    for name, text in theirs.items():
        field = form_to(mine, action).locator(f"[name='{name}']")
        expect(field).not_to_have_value(text)
        mine.locator(f"[data-take='{field.get_attribute('id')}']").click()
        expect(field).to_have_value(text)
    return form_to(mine, action)


def test_settings_entry_and_player(sit: Sitter) -> None:
    """Fields of one form each: one that only the first changed, one that only the second did, one of both."""
    first, second = sit(Locale.EN), sit(Locale.JA)
    tournament, event = first.evening.tournament, first.evening.event_id
    first.evening.do(AddEntry((Person("佐和 一葉"), Person("夕月 花"))))
    (entry,) = first.evening.state.entries
    player = tournament.store.players()[0].player_id

    def both(path: str, action: str, theirs: dict[str, str], mine: dict[str, str]) -> None:
        """Both open and type; the first stores, the second stores, is asked about what both changed, and takes it."""
        there, here = form_to(first.open(path), action), form_to(second.open(path), action)
        fill(there, **theirs)
        fill(here, **mine)
        send(there)
        send(here)
        asked = {name: text for name, text in theirs.items() if name in mine}
        send(second_is_asked(second.page, action, **asked))
        expect(second.page.locator("[data-take]")).to_have_count(0)

    both(
        "/settings",
        f"/events/{event}/settings",
        {"venue": "ことり会館", "fee": "800"},
        {"venue": "みどり会館", "director": "佐和"},
    )
    settings = first.evening.state.settings
    assert (settings.venue, settings.fee, settings.director) == ("ことり会館", "800", "佐和")

    both(
        f"/entries/{entry}",
        f"/events/{event}/entries/{entry}",
        {"name1": "沢田 一葉", "kana2": "ゆうづき はな"},
        {"name1": "澤田 一葉", "note": "遅刻"},
    )
    stored = first.evening.state.entries[entry]
    assert (stored.people[0].name, stored.people[1].kana, stored.note) == ("沢田 一葉", "ゆうづき はな", "遅刻")

    both(
        f"//players/{player}",
        f"/players/{player}",
        {"club": "みどり", "roman": "Aya Other"},
        {"club": "ことり会", "kana": "べつの よみ"},
    )
    known = next(one for one in tournament.store.players() if one.player_id == player)
    assert (known.club, known.person.roman, known.person.kana) == ("みどり", "Aya Other", "べつの よみ")


def test_numbers_by_hand(sit: Sitter) -> None:
    """The first changes two pairs' places, the second those of two others and one of the same: that one is asked."""
    first, second = sit(Locale.EN), sit(Locale.JA)
    evening = first.evening
    for pair in PAIRS[:6]:
        evening.do(AddEntry((person(pair[0]), person(pair[1]))))
    evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=6)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    action = f"/events/{evening.event_id}/movement/numbers"

    def by_hand(page: Page) -> Locator:
        if not page.locator(f"form[action='{action}']").is_visible():
            page.locator("details", has=page.locator(f"form[action='{action}']")).locator("summary").first.click()
        return form_to(page, action)

    there, here = by_hand(first.open("/movement")), by_hand(second.open("/movement"))
    was = [there.locator(f"[name=number-{n}]").input_value() for n in range(1, 7)]
    one, two, three, four, five, _ = was
    for n, value in ((1, two), (2, one)):
        there.locator(f"[name=number-{n}]").select_option(value)
    for n, value in ((1, three), (3, four), (4, one)):
        here.locator(f"[name=number-{n}]").select_option(value)
    send(there)
    send(here)
    expect(second.page.locator("[data-take]").first).to_be_visible()
    numbers = evening.state.section(Place(1, "A")).numbers
    assert [numbers[Number(str(n))] for n in range(1, 7)] == [two, one, three, four, five, was[5]]
