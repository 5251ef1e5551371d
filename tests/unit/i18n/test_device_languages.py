"""The languages of players' devices: each has every text that those pages can show, complete and like the English."""

from __future__ import annotations

import re
from itertools import product
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from arrowswitch.core.scoring.slips import format_entry, parse_entry
from arrowswitch.i18n import (
    Locale,
    choose_device_locale,
    choose_locale,
    device_locales,
    every_locale,
    find_device_locale,
    find_locale,
    language_of,
    translate,
)
from arrowswitch.i18n.messages import catalogue_files, room_of, text_forms
from arrowswitch.web.context import environment
from tests.device_pages import codes_in, device_codes, phrase_codes, python_codes, template_codes

ONLY = tuple(locale for locale in device_locales() if locale not in set(Locale))
MSGID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
WORDS = re.compile(r"\{\w+:\*?([^{}]+)\}")


def own_codes(locale: Locale) -> dict[str, str]:
    """Returns the codes that a language has texts for, each with the name of its catalogue."""
    return {
        code: file.stem for file in catalogue_files(locale) for code in MSGID.findall(file.read_text(encoding="utf-8"))
    }


def placeholders(code: str, locale: Locale) -> set[str]:
    return {name for form in text_forms(code, locale) for _, name, _, _ in Formatter().parse(form) if name}


class TestDerivation:
    def test_codes_of_templates_sentences_and_refusals_are_found(self) -> None:
        assert {"tables.agree-ew", "players.card", "desk.vul.both", "desk.points.imps"} <= template_codes()
        assert {"guide.next-table", "guide.boards-shared", "guide.turn-without-opponents"} <= phrase_codes()
        assert {"device.round-closed", "result.wrong-board", "store.full", "desk.link.needed"} <= python_codes()

    def test_codes_of_the_desk_alone_are_not(self) -> None:
        assert not {"desk.table-devices.title", "form.method", "odd.far", "result.made-below-level"} & device_codes()

    @pytest.mark.parametrize("expression", ["'desk.new.' ~ page.kind", "page.code", "words(page)"])
    def test_a_code_that_cannot_be_followed_is_reported(self, expression: str) -> None:
        with pytest.raises(AssertionError, match="add "):
            list(codes_in(environment().parse(f"{{{{ t({expression}) }}}}")))

    def test_every_result_of_the_keys_can_be_read(self) -> None:
        """Why the reader of results is not followed."""
        tricks = ("=", *(f"+{n}" for n in range(1, 7)), *(f"-{n}" for n in range(1, 14)))
        contracts = product(
            "1234567", (("C", "N"), ("D", "E"), ("H", "S"), ("S", "W"), ("NT", "N")), ("", "X", "XX"), tricks
        )
        for level, (strain, seat), doubled, made in contracts:
            if -int(level) - 6 <= int(made.replace("=", "0")) <= 7 - int(level):
                text = f"{level}{strain}{doubled}{made} {seat}"
                assert format_entry(parse_entry(text, board=1)) == text
        assert all(parse_entry(text, board=1) for text in ("P", "NP", "LP"))


@pytest.mark.parametrize("locale", ONLY, ids=lambda locale: locale.value)
class TestTexts:
    def test_every_text_of_the_pages_is_there_and_no_other(self, locale: Locale) -> None:
        """A page that shows a further code fails here until each language has it."""
        own = own_codes(locale)
        assert sorted(device_codes() - set(own)) == []
        assert sorted(set(own) - device_codes()) == []
        assert [code for code, file in own.items() if room_of(code) != file] == []

    def test_catalogues_are_sorted_and_without_doubts(self, locale: Locale) -> None:
        for file in catalogue_files(locale):
            text = file.read_text(encoding="utf-8")
            codes = MSGID.findall(text)
            assert codes == sorted(set(codes)), file.name
            assert "fuzzy" not in text, file.name

    def test_placeholders_are_those_of_english(self, locale: Locale) -> None:
        different = [code for code in device_codes() if placeholders(code, locale) != placeholders(code, Locale.EN)]
        assert different == []

    def test_every_plural_form_is_written(self, locale: Locale) -> None:
        """Messages with a text for each form, and words within a text."""
        for file in catalogue_files(locale):
            with file.open("rb") as stream:
                catalogue = read_po(stream, locale=locale.value.replace("-", "_"))
            for message in catalogue:
                forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
                if message.pluralizable:
                    assert len(forms) == catalogue.num_plurals, message.id
                assert all(forms) or not message.id, message.id
                for words in (words for form in forms for words in WORDS.findall(form)):
                    assert len(words.split("|")) == catalogue.num_plurals, message.id

    def test_it_is_not_english(self, locale: Locale) -> None:
        """Only names and signs, and words that bridge players take from English, are the same."""
        same = [code for code in device_codes() if text_forms(code, locale) == text_forms(code, Locale.EN)]
        letters = {code: re.sub(r"\{[^}]*\}", "", text_forms(code, locale)[0]) for code in same}
        assert [code for code, text in letters.items() if len(text) > len("Arrowswitch")] == []

    def test_seats_and_honours_are_written_as_at_its_tables(self, locale: Locale) -> None:
        language = language_of(locale)
        assert len(set(language.seats)) == 4
        assert len(language.sides) == 2
        assert len(set(language.honours)) in (0, 4)
        assert language.no_trump == translate("tables.nt", {}, locale)
        assert translate("tables.ns", {}, locale) == language.sides[0]
        assert translate("tables.ew", {}, locale) == language.sides[1]

    def test_it_is_offered_on_devices_only(self, locale: Locale) -> None:
        assert locale not in every_locale()
        assert find_locale(locale.value) is None
        assert find_device_locale(locale.value) is locale is Locale(locale.value)
        assert choose_locale(f"{locale.value}, en;q=0.2") is Locale.EN
        assert choose_device_locale(f"en;q=0.2, {locale.value}") is locale


class TestNotation:
    FR, NL, SV = (Locale(tag) for tag in ("fr", "nl", "sv"))

    def test_results(self) -> None:
        french, dutch = language_of(self.FR), language_of(self.NL)
        assert [french.result(text) for text in ("3NTX-1 W", "4S= N", "1NT", "60%/40%", "NP")] == [
            "3SAX-1 O",
            "4S= N",
            "1SA",
            "60%/40%",
            "NP",
        ]
        assert dutch.result("3NT+1 S") == "3SA+1 Z"
        assert dutch.result("4S= NS") == "4S= NZ"

    def test_sides_numbers_and_cards(self) -> None:
        french, swedish = language_of(self.FR), language_of(self.SV)
        assert [french.seat(text) for text in ("N", "W", "NS", "E-W", "?")] == ["N", "O", "N-S", "E-O", "?"]
        assert [french.write_number(text) for text in ("EW3", "B12", "NS12")] == ["E-O\u00a03", "B12", "N-S\u00a012"]
        assert (french.cards("AKQJ10"), swedish.cards("♠KJ9")) == ("ARDV10", "♠Kkn9")

    @pytest.mark.parametrize("locale", Locale)
    def test_languages_of_the_desk_keep_the_notation(self, locale: Locale) -> None:
        language = language_of(locale)
        texts = ("3NTX-1 W", "NS", "E-W", "AKQJ")
        for write in (language.result, language.seat, language.write_number, language.cards):
            assert [write(text) for text in texts] == list(texts)

    @pytest.mark.parametrize(("n", "words"), [(1, "1 nierozstrzygnięta"), (3, "3 nierozstrzygnięte"), (5, "5 nier")])
    def test_polish_counts(self, n: int, words: str) -> None:
        assert translate("desk.ranking.pending", {"n": n}, Locale("pl")).startswith(words)


@pytest.mark.parametrize(
    ("wishes", "tag"),
    [
        ("zh-TW, en;q=0.5", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh-CN, zh;q=0.9", "zh-Hans"),
        ("de-AT, en;q=0.3", "de"),
        ("pt-BR, es;q=0.7, en;q=0.3", "es"),
        ("fi, en;q=0.5", "en"),
        ("fr;q=0, nl;q=0.1", "nl"),
    ],
)
def test_a_browser_gets_the_language_that_it_wishes(wishes: str, tag: str) -> None:
    assert choose_device_locale(wishes) is find_device_locale(tag)


@pytest.mark.parametrize("wishes", ["", None, "fi", "fr;q=0"])
def test_a_wish_for_no_language_of_devices_is_none(wishes: str | None) -> None:
    assert choose_device_locale(wishes) is None
