"""Law 27 as a director lives it at a table: from an empty program to the guide, one answer after another, the six steps
ticked, to the ruling that the record then shows.

The answers are those of a director in each of the examples (a) to (h) of the guidance, lines 89-137; the rulings are
those that the guidance states there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.pages import Element
from tests.rotation import choose
from tests.tables import for_each
from tests.web.lived import Night, night

GUIDE = "/guides/insufficient-bid"

REFUSED = ("meant", "in-turn", "done", "not-accepted")
"""The bid was meant, in turn, the director has asked away from the table, and LHO does not accept it."""


@dataclass(frozen=True)
class Told:
    """An example of the guidance: its letter, what the player chose instead and what the director found out, as
    answers; what the guidance states for it."""

    case: str
    auction: str
    answers: tuple[str, ...]
    law: str
    partner: str

    @property
    def is_silenced(self) -> bool:
        """True if partner must pass."""
        return self.partner == "silent"


EXAMPLES = (
    # 4D answered Blackwood at the wrong level: 5D says the same, without restriction.
    Told("a", "4NT – 4♦", (*REFUSED, "same-denomination", "artificial", "same-or-narrower"), "27B1(b)", "free"),
    # DOPI: pass shows the one ace that 5D showed; PODI: double does.
    Told("b", "5♥ – 5♦", (*REFUSED, "other-call", "same-or-narrower"), "27B1(b)", "free"),
    Told("b", "5♥ – 5♦", (*REFUSED, "double", "same-or-narrower"), "27B1(b)", "free"),
    # 1H was four hearts or more: 2H by (a), a double that promises hearts by (b), pass does not show them.
    Told("c", "1♠ – 1♥", (*REFUSED, "same-denomination", "natural"), "27B1(a)", "free"),
    Told("c", "1♠ – 1♥", (*REFUSED, "double", "same-or-narrower"), "27B1(b)", "free"),
    Told("c", "1♠ – 1♥", (*REFUSED, "other-call", "different"), "27B2", "silent"),
    # 2D was a transfer to hearts: 3H does not shut partner out.
    Told("d", "2♠ – 2♦", (*REFUSED, "other-call", "same-or-narrower"), "27B1(b)", "free"),
    # 2C was Stayman: a cue bid of 3D asks the same; or the player meant to bid naturally at the three level.
    Told("e", "2♦ – 2♣", (*REFUSED, "other-call", "same-or-narrower"), "27B1(b)", "free"),
    Told("e", "2♦ – 2♣", (*REFUSED, "same-denomination", "artificial", "same-or-narrower"), "27B1(b)", "free"),
    # 2H over 2NT was a transfer, and so is 3H.
    Told("f", "2NT – 2♥", (*REFUSED, "same-denomination", "artificial", "same-or-narrower"), "27B1(b)", "free"),
    # 1NT was meant as 2NT; or 2H was not seen and both are natural; and afterwards, where stopping there was a gain.
    Told("g", "2♥ – 1NT", (*REFUSED, "same-denomination", "artificial", "same-or-narrower"), "27B1(b)", "free"),
    Told("g", "2♥ – 1NT", (*REFUSED, "same-denomination", "natural"), "27B1(a)", "free"),
    Told("g", "2♥ – 1NT", ("after-play", "after-b1", "damaged"), "27D", "adjusted"),
    # A strong club: pass, 0-4, is narrower than the 0-7 that 1D showed.
    Told("h", "1♥ – 1♦", (*REFUSED, "other-call", "same-or-narrower"), "27B1(b)", "free"),
)

LAWS = {
    Locale.JA: {
        "27B1(a)": "規則第27条B項1(a)",
        "27B1(b)": "規則第27条B項1(b)",
        "27B2": "規則第27条B項2",
        "27D": "規則第27条D項",
    },
    Locale.EN: {law: f"Law {law}" for law in ("27B1(a)", "27B1(b)", "27B2", "27D")},
}
FREE = {Locale.JA: "パートナーも普通にコールできます", Locale.EN: "partner may call as usual"}
SILENT = {Locale.JA: "オークションが終わるまでパスします", Locale.EN: "must pass for the rest of the auction"}
CALL_AGAIN = {Locale.JA: "プレイ後に呼んでください", Locale.EN: "call again after play"}
NOTHING_OF_B2 = {
    Locale.JA: "27条B項2を使っていれば非反則側が得たかもしれない利益は、少しも加重に入れません",
    Locale.EN: "No part of what 27B2 might have brought the other side goes into the weights",
}


@pytest.fixture(scope="module", params=choose(list(Locale), __name__))
def table(request: pytest.FixtureRequest) -> Iterator[Night]:
    """A club's evening of six pairs, begun from nothing."""
    with night(6, locale=request.param, regulations="jcbl-2008") as lived:
        yield lived


def ticks(lived: Night) -> list[Element]:
    """Returns the boxes to tick on the current page."""
    return lived.root.all("input", lambda one: one.get("name") == "t" and one.get("type") == "checkbox")


def tick(lived: Night) -> None:
    """Ticks all that is to be ticked here."""
    for tick in ticks(lived):
        tick.attributes["checked"] = ""


def stages(lived: Night) -> list[int]:
    """Returns the numbers of the six steps that are to be ticked here."""
    stages = [one for box in lived.root.all("fieldset") for one in box.all("b") if one.get("class") == "stage"]
    return [int(one.text) for one in stages]


def open_guide(lived: Night) -> None:
    """Goes from the rulings to the guides and to that of the insufficient bid."""
    lived.go("/rulings")
    lived.walker.follow(r"/guides$")
    lived.walker.follow(rf"{GUIDE}$")


def walk(lived: Night, answers: Sequence[str]) -> list[int]:
    """Answers one question after another with every tick set, and returns the numbers of the steps ticked on the
    way and open at the end."""
    done: list[int] = []
    for answer in answers:
        done += stages(lived)
        tick(lived)
        lived.walker.press(GUIDE, button=answer)
    return done + stages(lived)


def shown_ruling(lived: Night) -> Element:
    """Returns the ruling on the page that is shown."""
    return next(one for one in lived.root.all("section") if "guide-ruling" in one.get("class"))


class TestTheExamples:
    """R-350, R-351: each of the eight cases comes to what the guidance states, on the pages, in both languages."""

    @pytest.mark.slow
    @for_each("example", EXAMPLES, ids=lambda one: f"{one.case}-{'-'.join(one.answers[-2:])}")
    def test_by_one_answer_after_another(self, table: Night, example: Told) -> None:
        locale = table.walker.locale
        open_guide(table)
        done = walk(table, example.answers)
        ruling = shown_ruling(table).text
        assert ruling.startswith(f"{LAWS[locale][example.law]} ")
        assert (FREE[locale] in ruling) == (example.partner == "free")
        assert (SILENT[locale] in ruling) == example.is_silenced
        assert (NOTHING_OF_B2[locale] in ruling) == (example.partner == "adjusted")
        assert done == {"free": [1, 2, 3, 4, 5, 6], "silent": [1, 2, 3, 4, 5], "adjusted": []}[example.partner]

    def test_opened_from_the_list_of_examples(self, table: Night) -> None:
        """Each stands under the first question with its letter and its auction, and opens at its ruling."""
        locale = table.walker.locale
        open_guide(table)
        listed = [one for one in table.root.all("li") if one.all("span", lambda s: s.get("class") == "guide-auction")]
        assert len(listed) == len(EXAMPLES)
        links = []
        for line, example in zip(listed, EXAMPLES, strict=True):
            assert line.text.startswith(f"({example.case})")
            assert example.auction in line.text
            links.append(line.all("a")[0].get("href"))
        for link, example in zip(links, EXAMPLES, strict=True):
            table.walker.visit(link)
            assert shown_ruling(table).text.startswith(f"{LAWS[locale][example.law]} ")


class TestTheSixSteps:
    """R-352: nothing is ruled while a step is open; a slip of the fingers is looked at before all."""

    def test_a_question_stays_until_its_steps_are_ticked(self, table: Night) -> None:
        open_guide(table)
        walk(table, REFUSED[:2])
        assert stages(table) == [1, 2, 3]
        for tick in ticks(table)[:2]:
            tick.attributes["checked"] = ""
        table.walker.press(GUIDE, button="done")
        assert stages(table) == [1, 2, 3]
        assert [one.has("checked") for one in ticks(table)] == [True, True, False]
        assert {Locale.JA: "チェックが1項目残っています", Locale.EN: "1 tick is still open"}[
            table.walker.locale
        ] in table.walker.text

    def test_the_record_has_all_six(self, table: Night) -> None:
        """Refused while the fifth and sixth are open; then kept, with each step as it was ticked."""
        locale = table.walker.locale
        open_guide(table)
        walk(table, (*REFUSED, "same-denomination", "natural"))
        where = {"round": "1", "table": "1", "board": "1"}
        for first_tick in ticks(table)[:1]:
            first_tick.attributes["checked"] = ""
        with pytest.raises(Refusal, match="not-ticked"):
            table.walker.press(f"{GUIDE}/keep", where)
        table.walker.renew()
        tick(table)
        table.walker.press(f"{GUIDE}/keep", where)
        table.go("/rulings")
        rulings = [one for one in table.root.by_id("kept").all("li") if one.all("details")]  # type: ignore[union-attr]  # one was kept
        (ruling,) = (one for one in rulings if LAWS[locale]["27B1(a)"] in one.text)
        lines = [one.text for one in ruling.all("ol")[0].all("li")]
        assert len([line for line in lines if line.startswith("✓ ")]) == 6
        assert any(CALL_AGAIN[locale] in line for line in lines)

    def test_the_slip_of_the_fingers_first(self, table: Night) -> None:
        """The first question; the call that was meant stands under Law 25A and no step of Law 27 is asked for."""
        open_guide(table)
        first = table.root.all("form", lambda one: one.get("action").endswith(GUIDE))[0].text
        assert "25" in first
        assert walk(table, ("slip",)) == []
        assert shown_ruling(table).text.startswith(
            {Locale.JA: "規則第25条A項", Locale.EN: "Law 25A"}[table.walker.locale]
        )


class TestAfterPlay:
    """R-353: the other side is asked to call again, and an adjustment then takes nothing of what 27B2 would have
    brought."""

    def test_from_the_ruling_to_the_board(self, table: Night) -> None:
        locale = table.walker.locale
        open_guide(table)
        walk(table, (*REFUSED, "same-denomination", "natural"))
        assert any(CALL_AGAIN[locale] in one.text for one in table.root.all("label"))
        open_guide(table)
        walk(table, ("after-play", "after-b1", "damaged"))
        ruling = shown_ruling(table).text
        assert NOTHING_OF_B2[locale] in ruling
        assert {Locale.JA: "82条C項も使いません", Locale.EN: "Law 82C does not apply"}[locale] in ruling
        tick(table)
        table.walker.press(f"{GUIDE}/keep", {"round": "1", "table": "1", "board": "2"})
        table.result("A-1-1-2", "620")
        table.award("A-1-1-2", "60%", "40%", law=LAWS[locale]["27D"])
        assert LAWS[locale]["27D"] in table.go("/slots/A-1-1-2")
        table.allow_words("Event “オープン” created")
        assert LAWS[locale]["27D"] in table.go("/history")

    def test_without_damage_the_result_stands(self, table: Night) -> None:
        open_guide(table)
        walk(table, ("after-play", "after-b1", "not-damaged"))
        assert {Locale.JA: "テーブルの結果のまま", Locale.EN: "The table result stands"}[
            table.walker.locale
        ] in shown_ruling(table).text
