"""Message codes to text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arrowswitch.core.errors import Impossible, Malformed, Problem
from arrowswitch.core.naming import Names
from arrowswitch.i18n import Locale, all_codes, has_code, messages, problem_text, problems_text, translate
from arrowswitch.tournament.model.values.people import Person
from tests.tables import for_each

HEADERS = {
    Locale.JA: 'msgid ""\nmsgstr ""\n"Language: ja\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n',
    Locale.EN: 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
}


class Catalogues:
    """Catalogues on disk in place of the program's own, and a count of how often they were read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.readings = 0

    def write(self, locale: Locale, room: str, body: str) -> None:
        (self.folder / f"{locale.value}.{room}.po").write_text(HEADERS[locale] + body, encoding="utf-8")

    def files(self, locale: Locale) -> tuple[Path, ...]:
        self.readings += 1
        return tuple(sorted(self.folder.glob(f"{locale.value}.*.po")))


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogues]:
    own = Catalogues(tmp_path)
    monkeypatch.setattr(messages, "catalogue_files", own.files)
    messages._catalogue.cache_clear()
    messages._read.cache_clear()
    yield own
    messages._catalogue.cache_clear()
    messages._read.cache_clear()


class TestTranslate:
    def test_fills_the_placeholders_in_both_languages(self) -> None:
        assert "board 0" in translate("board.number", {"number": 0}, Locale.EN)
        assert "0番のボード" in translate("board.number", {"number": 0}, Locale.JA)

    def test_writes_names_as_the_language_does(self) -> None:
        tanaka = Person("田中", roman="Tanaka")
        names = Names((tanaka, Person("Oak")), "Team Elm")
        assert names == "田中 - Oak / Team Elm"
        assert translate("entry.has-partner", {"names": names}, Locale.JA).startswith("田中・Oak / Team Elmには")
        assert translate("entry.has-partner", {"names": names}, Locale.EN).startswith("Tanaka – Oak / Team Elm ")

    def test_leaves_out_what_the_text_does_not_use(self, catalogues: Catalogues) -> None:
        catalogues.write(Locale.EN, "club", '\nmsgid "club.closed"\nmsgstr "The club is closed."\n')
        assert translate("club.closed", {"day": 3}, Locale.EN) == "The club is closed."

    def test_refuses_a_code_without_text(self) -> None:
        with pytest.raises(Impossible, match=r"no text in en for the code 'club\.nowhere'"):
            translate("club.nowhere", {}, Locale.EN)

    @pytest.mark.parametrize("text", ["Table {table}", "Table {0}", "Table {"])
    def test_refuses_a_text_that_cannot_be_filled(self, catalogues: Catalogues, text: str) -> None:
        catalogues.write(Locale.EN, "club", f'\nmsgid "club.table"\nmsgstr "{text}"\n')
        with pytest.raises(Impossible, match=r"club\.table.*cannot be filled"):
            translate("club.table", {"section": "A"}, Locale.EN)

    def test_refuses_a_code_with_two_texts(self, catalogues: Catalogues) -> None:
        for room in ("bar", "desk"):
            catalogues.write(Locale.EN, room, '\nmsgid "open"\nmsgstr "Open"\n')
        with pytest.raises(Impossible, match="two texts in en"):
            translate("open", {}, Locale.EN)

    def test_reads_the_catalogues_once(self, catalogues: Catalogues) -> None:
        catalogues.write(Locale.EN, "club", '\nmsgid "open"\nmsgstr "Open"\n')
        for _ in range(3):
            translate("open", {}, Locale.EN)
        assert catalogues.readings == 1

    def test_parses_only_the_catalogue_of_the_text(
        self, catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        catalogues.write(Locale.EN, "club", '\nmsgid "open"\nmsgstr "Open"\n')
        catalogues.write(Locale.EN, "desk", '\nmsgid "closed"\nmsgstr "Closed"\n')
        parse, parsed = messages._entries, []

        def parse_and_note(file: Path, locale: Locale) -> Iterator[tuple[str, messages._Entry]]:
            parsed.append(file.name)
            return parse(file, locale)

        monkeypatch.setattr(messages, "_entries", parse_and_note)
        assert [translate("open", {}, Locale.EN) for _ in range(2)] == ["Open", "Open"]
        assert parsed == ["en.club.po"]
        assert translate("closed", {}, Locale.EN) == "Closed"
        assert parsed == ["en.club.po", "en.desk.po"]

    def test_every_code_is_in_the_index_of_its_language(self) -> None:
        for locale in Locale:
            texts = messages._Texts(locale)
            parsed = {code for file in messages.catalogue_files(locale) for code, _ in messages._entries(file, locale)}
            assert set(texts) == parsed
            assert len(parsed) > 5000


class TestPlurals:
    @pytest.fixture(autouse=True)
    def _write_catalogues(self, catalogues: Catalogues) -> None:
        plural = '\nmsgid "pairs"\nmsgid_plural "pairs"\n'
        catalogues.write(Locale.EN, "club", plural + 'msgstr[0] "{n} pair"\nmsgstr[1] "{n} pairs"\n')
        catalogues.write(Locale.JA, "club", plural + 'msgstr[0] "{n}ペア"\n')

    @for_each("n, text", [(0, "0 pairs"), (1, "1 pair"), (13, "13 pairs")])
    def test_english_has_two_forms(self, n: int, text: str) -> None:
        assert translate("pairs", {"n": n}, Locale.EN) == text

    @pytest.mark.parametrize(("n", "text"), [(1, "1ペア"), (13, "13ペア")])
    def test_japanese_has_one(self, n: int, text: str) -> None:
        assert translate("pairs", {"n": n}, Locale.JA) == text

    @pytest.mark.parametrize("params", [{}, {"n": "two"}])
    def test_needs_a_whole_number(self, params: dict[str, str | int]) -> None:
        with pytest.raises(Impossible, match="whole number n"):
            translate("pairs", params, Locale.EN)


class TestProblems:
    def test_the_place_stands_in_front(self) -> None:
        problem = Problem("contract.level", {"level": 8}, "line 12")
        assert problem_text(problem, Locale.EN).startswith("line 12: A contract cannot be at level 8")
        assert problem_text(problem, Locale.JA).startswith("12行目：8の代")

    def test_nothing_stands_in_front_without_a_place(self) -> None:
        assert problem_text(Problem("contract.level", {"level": 8}), Locale.EN).startswith("A contract")

    def test_all_problems_of_a_mistake_are_told(self) -> None:
        mistake = Malformed(Problem("board.number", {"number": 0}), Problem("contract.tricks", {"tricks": 14}))
        texts = problems_text(mistake, Locale.EN)
        assert ["board 0" in texts[0], "14 tricks" in texts[1]] == [True, True]


class TestCodes:
    def test_a_code_counts_when_every_language_has_it(self, catalogues: Catalogues) -> None:
        catalogues.write(Locale.EN, "club", '\nmsgid "open"\nmsgstr "Open"\n\nmsgid "shut"\nmsgstr "Shut"\n')
        catalogues.write(Locale.JA, "club", '\nmsgid "open"\nmsgstr "開"\n\nmsgid "shut"\nmsgstr ""\n')
        assert (has_code("open"), has_code("shut"), all_codes()) == (True, False, ("open", "shut"))

    def test_the_room_of_a_code_is_its_catalogue(self) -> None:
        assert messages.room_of("board.number") == "shared"

    def test_no_room_holds_an_unknown_code(self) -> None:
        with pytest.raises(Impossible, match="no catalogue"):
            messages.room_of("club.nowhere")

    def test_the_forms_are_the_unfilled_texts(self) -> None:
        (form,) = messages.text_forms("board.number", Locale.EN)
        assert "{number}" in form
        assert messages.text_forms("club.nowhere", Locale.EN) == ()


class TestWordsOfCommands:
    """A command finds its plain words in their catalogue without reading the whole of it."""

    @pytest.mark.parametrize("locale", list(Locale))
    def test_they_are_those_that_a_reader_of_the_whole_finds(self, locale: Locale) -> None:
        catalogue = (messages.catalogue_files(locale)[0].parent / "cli.po").read_text(encoding="utf-8") + "\n\n"
        codes = [code for code in all_codes() if messages.room_of(code) == "cli"]
        texts = {code: messages.plain_text(catalogue, code) for code in codes}
        whole = {code: messages.text_forms(code, locale) for code in codes}
        assert {code: text for code, text in texts.items() if text and (text,) != whole[code]} == {}
        assert sum(map(bool, texts.values())) > 250
        several = {code for code in codes if 'msgid_plural "' + code + '"' in catalogue}
        assert several
        assert not several & {code for code, text in texts.items() if text}

    @for_each(
        "written, text",
        [
            ('msgid "a"\nmsgstr "one"', "one"),
            ('msgid "a"\nmsgstr ""\n"one "\n"two"', "one two"),
            ('msgid "a"\nmsgid_plural "a"\nmsgstr[0] "one"', ""),
            ('msgid "a"\nmsgstr "say \\"one\\""', ""),
            ('msgid "a.b"\nmsgstr "another"', ""),
            ('msgid "a"\nmsgstr ""', ""),
        ],
    )
    def test_what_needs_the_whole_is_left_to_its_reader(self, written: str, text: str) -> None:
        assert messages.plain_text(f'msgid ""\nmsgstr ""\n\n{written}\n\nmsgid "z"\nmsgstr "last"\n\n', "a") == text
