"""English nouns agree with the numbers and lists of their message: never "1 boards", nor "in rounds 7"."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from arrowswitch.i18n import Locale, all_codes, proposed_in, translate
from arrowswitch.i18n.counting import choose_words, pattern_of
from arrowswitch.i18n.messages import text_forms
from tests.tables import for_each

_REGULAR = """
award board card cell change character club column competitor conflict contestant date day deal event field
figure file game group half-table hour IMP letter line loser masterpoint matchpoint meeting member message
minute movement number page pair partner penalty place player point problem question result round row ruling
score seat second section session set sheet sign slip step strength table team tie trick value
"""
NOUNS = {f"{noun}s": noun for noun in _REGULAR.split()} | {"copies": "copy", "entries": "entry", "matches": "match"}
"""The nouns that are counted in messages, by their plural."""
ADJECTIVES = "different|extra|fewer|free|further|ledger|more|new|odd|other|victory|board"
LISTED = ("boards", "rounds", "tables", "sections", "sessions", "pairs", "teams", "numbers")
LISTS = frozenset({"boards", "rounds", "tables", "sections", "sessions", "numbers", "possible", "others"})
"""Placeholders that have a list in some messages, a number in others."""
LIMITS = frozenset({"most", "longest"})
"""Placeholders of limits, which are larger than 1."""
PLURALS = "|".join(NOUNS)
COUNTED = re.compile(rf"(?<![\w.,{{–-])1 (?:(?:{ADJECTIVES}) )?({PLURALS})\b")
SINGLE = re.compile(rf"(?<![\w.,–-])2 (?:(?:{ADJECTIVES}) )?({'|'.join(NOUNS.values())})\b(?! ?[-–]| \w+s\b)")
ONE_LISTED = re.compile(rf"\b({'|'.join(LISTED)}) «1»", re.IGNORECASE)
MORE_LISTED = re.compile(rf"\b({'|'.join(one[:-1] for one in LISTED)}) «3, 5»", re.IGNORECASE)
VERBS = re.compile(
    rf"(?<!at )(?<!for )(?<!in )(?<!of )(?<!and )(?<!their )(?<!\w)"
    rf"1 (?:(?:{ADJECTIVES}) )?(?:{'|'.join(NOUNS.values())}) (are|were|have|do)\b"
)
EXEMPT = {
    "deals.head": "“This is no PBN file”",
    "desk.even-chance.steps-out": "“Pair 1 steps out”",
    "elsewhere.as-program": "“As KoPS scores”",
    "guide.sit-out": "“in round 2 table 3 N-S”",
    "guide.sit-out-without-opponents": "“in round 2 table 3 N-S”",
    "player-choice.one-board-because": "“Of two boards 5 rounds would fit”",
    "team-event.penalty-by-vp": "“the match in round 1 reports”",
}
"""Messages in which a noun next to a number is not counted by it."""


def names_in(code: str) -> set[str]:
    """Returns the placeholders of the English texts of a code."""
    texts = text_forms(code, Locale.EN)
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def fill_text(code: str, number: int, items: str) -> str:
    """Returns the English text with a number for each placeholder: `items` where it has the place of a list, behind its
    noun, and 40 for a limit."""
    text = " ".join(text_forms(code, Locale.EN))
    params: dict[str, str | int] = {"n": number}
    for name in names_in(code) - {"n"}:
        is_list = name == "possible" or (name in LISTS and BEHIND_NOUN.search(text.replace(f"{{{name}}}", "{?}")))
        params[name] = 40 if name in LIMITS else items if is_list else number
    return translate(code, params, Locale.EN)


CODES = [code for code in all_codes() if names_in(code) and code not in EXEMPT]
BEHIND_NOUN = re.compile(rf"(?:\b(?:{PLURALS}|{'|'.join(NOUNS.values())})|\}}) \{{\?\}}", re.IGNORECASE)


def wrong_texts(pattern: re.Pattern[str], number: int, items: str) -> list[str]:
    """Returns the messages in which a pattern is found once they are filled in."""
    texts = ((code, fill_text(code, number, items)) for code in CODES)
    return [f"{code}: {text}" for code, text in texts if pattern.search(text)]


def test_enough_messages_are_walked() -> None:
    assert len(CODES) > 1500
    assert sum("|" in form for code in CODES for form in text_forms(code, Locale.EN)) > 400
    assert set(EXEMPT) <= set(all_codes())


@pytest.mark.parametrize("pattern", [COUNTED, VERBS, ONE_LISTED], ids=["noun", "verb", "list"])
def test_one_is_singular(pattern: re.Pattern[str]) -> None:
    assert wrong_texts(pattern, 1, "«1»") == []


@pytest.mark.parametrize("pattern", [SINGLE, MORE_LISTED], ids=["noun", "list"])
def test_several_are_plural(pattern: re.Pattern[str]) -> None:
    assert wrong_texts(pattern, 2, "«3, 5»") == []


@for_each(
    "pattern, text",
    [
        (COUNTED, "1 boards"),
        (COUNTED, "There are 1 more rounds."),
        (VERBS, "1 result are missing"),
        (ONE_LISTED, "switched in rounds «1»"),
        (SINGLE, "2 board left"),
        (MORE_LISTED, "in round «3, 5»"),
    ],
)
def test_the_search_finds_a_wrong_form(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


@for_each(
    "text, value, chosen",
    [
        ("{n:board|boards}", 1, "board"),
        ("{n:board|boards}", 0, "boards"),
        ("{n:board|boards}", -1, "board"),
        ("{n:board|boards}", "1", "board"),
        ("{n:board|boards}", "1.50", "boards"),
        ("{n:board|boards}", "8 + 7", "boards"),
        ("{n:*Round|Rounds} {n}", "7", "Round {n}"),
        ("{n:*Round|Rounds} {n}", 7, "Round {n}"),
        ("{n:*Round|Rounds} {n}", "3, 5", "Rounds {n}"),
        ("{n:*Round|Rounds} {n}", "1-3", "Rounds {n}"),
        ("{n:*Table|Tables} {n}", "3・5", "Tables {n}"),
        ("{n:*Table|Tables} {n}", "A-B", "Table {n}"),
        ("{n} of all", 1, "{n} of all"),
    ],
)
def test_words_agree(text: str, value: str | int, chosen: str) -> None:
    assert choose_words(text, {"n": value}, lambda n: int(n != 1)) == chosen


def test_a_language_has_as_many_forms_as_its_rule() -> None:
    """Polish: one, a few, many."""
    words = "{n:stół|stoły|stołów}"
    chosen = [choose_words(words, {"n": n}, lambda n: 0 if n == 1 else 1 if n in (2, 3, 4) else 2) for n in (1, 3, 5)]
    assert chosen == ["stół", "stoły", "stołów"]


def test_a_word_without_its_number_is_refused() -> None:
    with pytest.raises(KeyError):
        choose_words("{n:board|boards}", {}, None)


@for_each(
    "code, params, en, ja",
    [
        ("desk.choice.sit-out-some", {"least": 2, "most": 2}, "2 sit-outs", "休み2回"),
        ("desk.choice.sit-out-some", {"least": 1, "most": 2}, "1 to 2 sit-outs", "休み1～2回"),
        ("fairness.sides", {"least": 3, "most": 3, "ew_least": 2, "ew_most": 4}, "Rounds N-S: 3; E-W: 2 to 4", None),
        (
            "history.boards-marked.made",
            {"section": "A", "n": 1, "first": 7, "last": 7},
            "Section A, board 7 (1): made up",
            None,
        ),
    ],
)
def test_a_range_of_one_number_is_that_number(code: str, params: dict[str, int | str], en: str, ja: str | None) -> None:
    assert translate(code, params, Locale.EN) == en
    there = translate(code, params, Locale.JA)
    assert there == ja or (ja is None and ("～" in there or "〜" in there or "から" in there) == (" to " in en))


@for_each("minutes, text", [(1, "1 minute late"), (12, "12 minutes late")])
def test_a_reason_in_any_form_is_told_in_another_language(minutes: int, text: str) -> None:
    proposed = translate("desk.late-team.reason-late", {"minutes": minutes}, Locale.EN)
    assert proposed.startswith(text)
    expected = translate("desk.late-team.reason-late", {"minutes": minutes}, Locale.JA)
    assert proposed_in(proposed, Locale.JA) == expected


def test_a_pattern_has_every_form() -> None:
    pattern = pattern_of("{n} {n:board|boards} (of {all}).", {"n": r"\d+", "all": r"\d+"})
    assert [bool(pattern.fullmatch(text)) for text in ("1 board (of 3).", "2 boards (of 3).", "2 of 3")] == [1, 1, 0]
