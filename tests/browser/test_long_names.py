"""Long names, long member numbers and totals of five digits on a phone: no short word and no figure is broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.core.awards.ladder import JoinBy, LadderBy, LadderCount
from arrowswitch.i18n import Locale
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.points import OtherAward
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.conftest import Profiles
from tests.browser.serving import serving
from tests.browser.test_layout import STICKS_OUT
from tests.rotation import rotate
from tests.spec.points.test_report import SIX, game, services
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser

NARROW = (360, 740)
LONG = (
    Person("Alexandra-Wilhelmina Featherstonehaugh-Cholmondeley", "NOR-00000001"),
    Person("勅使河原 小百合之助", "NOR-00000002", "てしがわら さゆりのすけ", "Sayurinosuke Teshigawara"),
    Person("Ingeborg Ødegård-Søndergaard", "NOR-00000003"),
    Person("Wolfeschlegelsteinhausenbergerdorff Hubert", "NOR-00000004"),
)
BROKEN = """() => {
  const found = [];
  for (const cell of document.querySelectorAll('thead th, .member, .n, .nowrap')) {
    if (!cell.checkVisibility()) continue;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const word of text.data.matchAll(/\\S+/g)) {
        if (word[0].length > 6 && /[ぁ-んァ-ヶ一-龠]/.test(word[0])) continue;
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
        if (lines.size > 1) found.push(word[0]);
      }
    }
  }
  return found;
}"""
"""Words and figures that stand on two lines; long headings without blanks, as Japanese has them, may."""

UNMARKED = """(names) => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('.whole') && names.some((name) => node.data.includes(name))) found.push(node.data);
  return found;
}"""
"""Names that may be broken although they fit a line."""


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, tuple[str, ...]]]:
    """A club of people with long names, in a ladder of places and with points of another body, and its pages."""
    made = services()
    people = [replace(person, player_id=PlayerId(f"p{at}")) for at, person in enumerate(LONG)]
    made.store.save_players([Player(PlayerId(f"p{at}"), one, "Oslo Bridgeklubb") for at, one in enumerate(people)])
    pairs = [(people[0], people[1]), (people[2], people[3]), *SIX[2:]]
    event = game(made, "2026-04-10", pairs=pairs)
    event.do(Publish())
    points = Points(made)
    for at, player in enumerate(people):
        award = OtherAward(
            player, date="2026-05-05", body="NBF", event="Nordic Championships", hundredths=1_234_567 - at
        )
        points.others.save(str(at), award)
    rules = LadderRules(
        "Vår og høst 2026 / 年間",
        by=LadderBy.PLACES,
        count=LadderCount(least=1, join=JoinBy.SUM),
        places=(12_345, 9_876, 5_432),
    )
    ladder = Ladders(made, points).make(rules).paper_id
    with serving(create_app(made, zone=CLUB_ZONE)) as served:
        yield served, (*pages_of(made, event.event_id), f"/ladders/{ladder}", f"/results/ladders/{ladder}")


def pages_of(made: Tournament, event_id: str) -> tuple[str, ...]:
    cards = tuple(f"/results/{event_id}/{{lang}}/card-1-A-{number}.html" for number in (1, 2))
    assert made.events()
    return (
        "/points",
        "/points/others",
        "/players",
        "/results?q=alexandra",
        *cards,
        f"/results/{event_id}/{{lang}}/index.html",
    )


@rotate("locale", Locale)
def test_words_and_figures_stay_whole_on_a_phone(
    profiles: Profiles, address: tuple[str, tuple[str, ...]], locale: Locale
) -> None:
    served, pages = address
    with profiles.unused_profile(locale.value, NARROW, served) as context:
        page = context.new_page()
        page.goto(f"{served}{pages[-1]}?lang={locale.value}")
        own = re.search(r"/results/people/[\w-]+", page.content())
        assert own is not None
        for path in (*pages, own[0]):
            localised = path.format(lang=locale.value)
            page.goto(f"{served}{localised}{'&' if '?' in localised else '?'}lang={locale.value}")
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert page.evaluate(BROKEN) == [], localised
            assert page.evaluate(STICKS_OUT) == [], localised


@rotate("locale", Locale)
def test_pairs_on_a_phone_are_broken_between_the_partners(
    profiles: Profiles, address: tuple[str, tuple[str, ...]], locale: Locale
) -> None:
    """`Mitsuba / Iwama` took two lines where a player chooses the own name, and in the head of the own card."""
    served, pages = address
    play = next(page for page in pages if "card-1-A" in page).split("/{lang}")[0].replace("/results/", "/play/")
    families = [person.name.split()[-1] for person in LONG] + ["Sayurinosuke"]
    with profiles.unused_profile(locale.value, NARROW, served) as context:
        page = context.new_page()
        page.goto(f"{served}{play}?lang={locale.value}")
        choice = page.locator("#choices a").filter(has_text="Ingeborg").first.get_attribute("href")
        for path in (play, f"{choice}", f"{play}/ranking"):
            page.goto(f"{served}{path}")
            assert any(family in page.content() for family in families), path
            assert page.evaluate(UNMARKED, families) == [], path
            assert page.evaluate(BROKEN) == [], path


@rotate("locale", Locale)
def test_the_sign_of_what_opens_stands_before_the_name(
    profiles: Profiles, address: tuple[str, tuple[str, ...]], locale: Locale
) -> None:
    """A name without a place to break began below it, on a line of its own."""
    served, _ = address
    with profiles.unused_profile(locale.value, NARROW, served) as context:
        page = context.new_page()
        page.goto(f"{served}/points?lang={locale.value}")
        tops = page.evaluate(
            """() => [...document.querySelectorAll('.list summary')].map((one) => {
              const range = document.createRange();
              range.selectNodeContents(one);
              const first = [...range.getClientRects()].find((rect) => rect.width > 2);
              return first.top - one.getBoundingClientRect().top;
            })"""
        )
        assert tops
        assert max(tops) < 12, tops
