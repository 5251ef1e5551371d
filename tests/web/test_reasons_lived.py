"""A reason accepted as the form proposed it is shown in the reader's language; a reason typed freely stays as it is."""

from __future__ import annotations

import re
from pathlib import Path

import arrowswitch.web
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, all_codes, proposed_in, translate
from tests.tables import for_each
from tests.web.lived import Night, night

WEB = Path(arrowswitch.web.__file__).parent
ROUND_1 = {"round": "1", "table": "1", "board": "1"}


def read(lived: Night, path: str, locale: Locale = Locale.EN) -> str:
    """Returns the text of a page in English, or in another language, without the players' Japanese names."""
    desk = lived.walker.face.desk  # type: ignore[attr-defined]  # there is no browser here
    return str(desk.page(lived.base + path, locale).text)


def test_reasons_of_penalties_and_rulings() -> None:
    """A penalty as the regulations propose it, one by a guide's words, one from the list and one in own words; an award
    with its law: given in Japanese, read on the English pages of rulings, history, board and explanation."""
    with night(12) as lived:
        lived.go("/rulings")
        offender = next(one.get("value") for one in lived.root.all("option") if one.get("value").startswith("4|"))
        lived.walker.press("/rulings", {"offence": "conduct", "offender": offender})
        lived.walker.press("/rulings/penalty", {})
        lived.go("/rulings")
        proposed = [one.get("value") for one in lived.root.by_id("penalty-reasons").all("option")]  # type: ignore[union-attr]  # stands there
        lived.penalty("1", "1/4", "boards", reason=proposed[0])
        lived.penalty("2", "1/4", "boards", reason="お茶をこぼした")
        lived.go("/guides/phone?a=forbidden&a=rang&a=again")
        law = lived.root.all("p", lambda one: one.get("class") == "guide-law")[0].text
        title = next(one for one in lived.root.all("section") if "guide-ruling" in one.get("class")).all("h2")[0].text
        lived.penalty("3", "1/4", "boards", reason=title, law=law)
        lived.award("A-1-1-1", "A+", "A-", reason="ディレクターの間違い", law="規則第82条C項")
        form = read(lived, "/rulings")
        for words in ("Conduct", "Late or slow play", "お茶をこぼした", "Law 90"):
            assert words in form
        for words in (proposed[0], title, law, "振舞い", "規則第"):
            assert words not in form, words
        for path in ("/history", "/slots/A-1-1-1"):
            listed = read(lived, path)
            assert "Director's error" in listed
            assert "Law 82C" in listed
            assert "ディレクターの間違い" not in listed
        assert "Late or slow play" in read(lived, "/ranking/why/1")
        assert "ディレクターの間違い" in read(lived, "/history", Locale.JA)


@for_each(
    "written, ja, en",
    [
        ("Scoring mistake", "スコアの記入ミス", "Scoring mistake"),
        ("規則第27条B項1(b)", "規則第27条B項1(b)", "Law 27B1(b)"),
        ("Law 16", "規則第16条", "Law 16"),
        ("Law 16, as the book says", "Law 16, as the book says", "Law 16, as the book says"),
        ("12C2", "12C2", "12C2"),
        ("End after round 5", "第5ラウンドで終わる", "End after round 5"),
        (
            "Repaired: Go on with the sheet; only what cannot be played changes",
            "修正：シートのまま続け、プレイできないところだけ変える",
            "Repaired: Go on with the sheet; only what cannot be played changes",
        ),
    ],
)
def test_only_what_was_proposed_is_told_again(written: str, ja: str | None, en: str) -> None:
    there = proposed_in(written, Locale.JA)
    assert there == ja or (ja is None and "35" in there and there != written)
    assert proposed_in(there, Locale.EN) == en


JAPANESE = re.compile("[ぁ-ヿ一-鿿]")
PREFILLED = re.compile(
    r"fields\.text\('(?:reason|force|law)'.*?value=t\('([a-z.-]+)'|name=\"reason\"[^>]*value=\"\{\{ t\('([a-z.-]+)'"
)


def test_every_prefilled_reason_is_read_in_both_languages() -> None:
    """A reason that a form proposes in its field is found again among the proposals of every language."""
    pages = [page.read_text(encoding="utf-8") for page in WEB.rglob("*.html")]
    codes = {first or second for page in pages for first, second in PREFILLED.findall(page)}
    assert {"desk.recovery.plan-reason", "desk.rulings.because-late"} <= codes
    for prefix in codes:
        for code in [
            code for code in all_codes() if code == prefix or (prefix[-1] in ".-" and code.startswith(prefix))
        ]:
            written = translate(code, {"kind": translate("desk.recovery.plan-cards", {}, Locale.JA)}, Locale.JA)
            assert not JAPANESE.search(proposed_in(written, Locale.EN)), code


def test_paper_says_it_too() -> None:
    words = Words(Locale.EN, None)
    assert words.reason("ディレクターの間違い") == "Director's error"
    assert words.reason("お茶") == "お茶"
