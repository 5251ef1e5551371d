"""Two directors, a browser each, at one form: nothing that the first stored is lost unseen by the second.

Both open the form and both type; the first stores, then the second does. A field that only one of them changed is
stored; a field that both changed is shown to the second with both values, and a press accepts the other's. Scores at
one place are in `test_score_entry`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.sheets.workbench import Workbench
from tests.browser.conftest import Sitter
from tests.browser.test_score_entry import until
from tests.builders import PAIRS, person

pytestmark = pytest.mark.browser


def form_to(page: Page, action: str) -> Locator:
    """Returns the form that is sent to an address."""
    form = page.locator(f"form[action='{action}'], form[action$='{action}']").first
    expect(form).to_be_visible()
    return form


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
        pages = first.open(path), second.open(path)
        for page in pages:
            page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        there, here = (form_to(page, action) for page in pages)
        fill(there, **theirs)
        fill(here, **mine)
        send(there)
        send(here)
        values = {name: text for name, text in theirs.items() if name in mine}
        send(second_is_asked(second.page, action, **values))
        expect(second.page.locator("[data-take]")).to_have_count(0)

    both(
        "/settings",
        f"/events/{event}/settings",
        {"venue": "ことり会館", "fee": "800"},
        {"venue": "みどり会館", "director": "佐和"},
    )
    settings = first.evening.state.settings
    assert (settings.announcement.venue, settings.announcement.fee, settings.announcement.director) == (
        "ことり会館",
        "800",
        "佐和",
    )

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
    registered = next(one for one in tournament.store.players() if one.player_id == player)
    assert (registered.club, registered.person.roman, registered.person.kana) == ("みどり", "Aya Other", "べつの よみ")


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
    number_one, two, three, four, five, _ = was
    for n, value in ((1, two), (2, number_one)):
        there.locator(f"[name=number-{n}]").select_option(value)
    for n, value in ((1, three), (3, four), (4, number_one)):
        here.locator(f"[name=number-{n}]").select_option(value)
    send(there)
    send(here)
    expect(second.page.locator("[data-take]").first).to_be_visible()
    numbers = evening.state.section(Place(1, "A")).numbers
    assert [numbers[Number(str(n))] for n in range(1, 7)] == [two, number_one, three, four, five, was[5]]


def test_movement_start_and_plan(sit: Sitter) -> None:
    """A choice over another is asked again; a start is visible at once; a plan over another is reported, and the first
    one stays."""
    first, second = sit(Locale.EN), sit(Locale.JA)
    evening = first.evening
    for pair in PAIRS[:8]:
        evening.do(AddEntry((person(pair[0]), person(pair[1]))))
    tournament, event = evening.tournament, evening.event_id
    base = f"/events/{event}"

    def choices(page: Page) -> Locator:
        return page.locator(f"form[action='{base}/movement/choose']:visible")

    there, here = first.open("/movement?choose=1"), second.open("/movement?choose=1")
    expect(choices(there).nth(1)).to_be_visible()
    send(choices(there).first)
    chosen = evening.state.section(Place(1, "A")).movement
    before = tournament.version(event)
    send(choices(here).nth(1))
    expect(here.get_by_text(translate("desk.movement.meanwhile", {}, Locale.JA))).to_be_visible()
    assert (evening.state.section(Place(1, "A")).movement, tournament.version(event)) == (chosen, before)

    evening.do(DrawNumbers(Place(1, "A"), 1))
    there, here = first.open("/movement"), second.open("/movement")
    send(form_to(there, f"{base}/movement/start"))
    expect(here.locator(f"form[action='{base}/movement/start']")).to_have_count(0)
    assert [fact.kind for entry in tournament.ledger(event) for fact in entry.facts].count("play-started") == 1

    theirs, mine = [form_to(seat.open("/qualifiers"), f"{base}/qualifiers/plan") for seat in (first, second)]
    fill(theirs, count="2")
    fill(mine, count="4")
    send(theirs)
    until(there, lambda: evening.state.finals.plan is not None)
    stored = evening.state.finals.plan
    send(mine)
    who = tournament.ledger(event)[-1].stamp
    message = translate("event.meanwhile", {"who": who.author or who.device}, Locale.JA)
    expect(second.page.get_by_text(message)).to_be_visible()
    assert evening.state.finals.plan == stored


def test_a_sheet_of_the_workbench(sit: Sitter) -> None:
    """Cells are typed over the sheet as it was shown; its name and note are joined field by field."""
    first, second = sit(Locale.EN), sit(Locale.JA)
    tournament = first.evening.tournament
    bench = Workbench(tournament.store, tournament.clock, tournament.chance)
    sheet = bench.create("Howell", make("howell", pairs=6), Stamp("sheet", "director"))
    at = f"/workbench/{sheet}"
    there, here = first.open(f"/{at}"), second.open(f"/{at}")
    for page in (there, here):
        expect(page.locator('#bench-grid .cell[tabindex="0"]')).to_have_count(1)

    def type_cell(page: Page, text: str) -> None:
        page.locator('[data-cell="1-1"]').click()
        page.keyboard.type(text)
        with page.expect_response(lambda answer: answer.url.endswith("/cell")):
            page.keyboard.press("Enter")

    type_cell(there, "1-2 5")
    version, cells = bench.sheet(sheet).version, bench.sheet(sheet).movement
    type_cell(here, "3-4 4")
    message = translate("sheet.changed-meanwhile", {"name": "Howell"}, Locale.JA)
    expect(here.get_by_text(message).first).to_be_visible()
    assert (bench.sheet(sheet).version, bench.sheet(sheet).movement) == (version, cells)

    def about(page: Page) -> Locator:
        page.locator(".tool.right summary").nth(1).click()
        return form_to(page, f"{at}/rename")

    mine, theirs = about(second.open(f"/{at}")), about(first.open(f"/{at}"))
    fill(theirs, name="Six pairs", note="by hand")
    fill(mine, name="六組")
    send(theirs)
    send(mine)
    send(second_is_asked(second.page, f"{at}/rename", name="Six pairs"))
    until(second.page, lambda: bench.sheet(sheet).version >= version)
    assert (bench.sheet(sheet).name, bench.sheet(sheet).note) == ("Six pairs", "by hand")
