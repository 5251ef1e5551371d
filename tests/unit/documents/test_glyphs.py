"""Rare characters of names: which of them the fonts have, and that the fonts are as they were made."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest

from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.fonts import FAMILIES, FILES, FOLDER, JAPANESE, font_file
from arrowswitch.documents.glyphs import names_too_long, names_without_glyph, without_glyph
from arrowswitch.documents.registry import render
from arrowswitch.documents.slices import RANGES, SLICES, WEIGHTS, ranges, slices, slices_for
from arrowswitch.documents.typesetting import TEMPLATES, typeset
from arrowswitch.documents.words import one_line
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.assets import WEB
from tests.builders import mitchell_evening
from tests.measured_paper import faults
from tests.paper import PRINTED, job_of, planned_job, print_paper, read
from tests.rotation import choose, rotate
from tests.tables import for_each

NO_GLYPH = "\x00"
RARE = ("𠮷野 髙﨑", "𩸽田 彅乃", "槗本 濵邉", "桒原 德瀨", "隆\ufa11栁 𣘺", "刘伟 陈静")
"""Of the extension B, of the compatibility ideographs, outside JIS X 0213, and of Chinese names."""
SET_OF_TWO = "ṃṅṣ"
"""Letters that Noto Sans sets of two shapes, the dot in its place."""
UNKNOWN = "𠀁"
"""U+20001, which none of the fonts has."""


def decode_codec(codec: str) -> Iterator[str]:
    """Yields every character that a two-byte code of the standard stands for, as Python's codec has them."""
    for first in range(0x81, 0xFD):
        for second in range(0x40, 0xFD):
            try:
                yield bytes((first, second)).decode(codec)
            except UnicodeDecodeError:
                continue


def characters_in(path: Path) -> set[int]:
    """Returns the characters that a font draws, from its table of groups (OpenType, `cmap`, format 12)."""
    data = path.read_bytes()
    tables = {tag: start for tag, _, start, _ in struct.iter_unpack(">4sIII", data[12 : 12 + 16 * data[5]])}
    table = data[tables[b"cmap"] :]
    starts = [start for _, _, start in struct.iter_unpack(">HHI", table[4 : 4 + 8 * table[3]])]
    (start,) = {one for one in starts if table[one : one + 2] == b"\0\x0c"}
    (groups,) = struct.unpack_from(">I", table, start + 12)
    ranges = struct.iter_unpack(">III", table[start + 16 : start + 16 + 12 * groups])
    return {one for first, last, _ in ranges for one in range(first, last + 1)}


class TestRareNames:
    """R-413: every character of Japanese names prints. `make test` prints thousands of them, `make exhaustive` all."""

    @for_each("sheet", ["seating", "entry-list", "guide-slips", "entry-forms"])
    def test_they_are_printed_whole_before_play(self, sheet: str) -> None:
        people = [(Person(first), Person(second)) for first, second in zip(RARE[::2], RARE[1::2], strict=True)]
        text = print_paper(sheet, planned_job(make("mitchell", tables=3), people=people)).unspaced_text
        assert NO_GLYPH not in text
        assert [name for name in RARE if "".join(name.split()) not in text] == []

    @for_each("sheet", ["ranking", "private-scores", "recap"])
    def test_they_are_printed_whole_after_play(self, sheet: str) -> None:
        evening = mitchell_evening(tables=3)
        evening.play_all()
        job = job_of(evening)
        people = tuple(Person(name) for name in RARE)
        entries = {
            key: replace(entry, people=(people[2 * (place % 3)], people[2 * (place % 3) + 1]))
            for place, (key, entry) in enumerate(job.state.entries.items())
        }
        text = print_paper(sheet, replace(job, state=replace(job.state, entries=entries))).unspaced_text
        assert NO_GLYPH not in text
        assert [name for name in RARE if "".join(name.split()) not in text] == []

    def test_an_empty_box_is_seen_where_there_is_one(self) -> None:
        """So that what the tests above look for is what a missing character leaves."""
        job = planned_job(make("mitchell", tables=3), people=[(Person(f"{UNKNOWN}山"), Person("春川"))])
        assert NO_GLYPH in print_paper("seating", job).text

    def test_every_character_of_the_japanese_standards_has_a_shape(self) -> None:
        """JIS X 0208, which is never asked for, and JIS X 0213 with its levels 3 and 4."""
        characters = sorted({*decode_codec("shift_jis"), *decode_codec("shift_jis_2004")})
        assert len(characters) > 11_000
        some = "".join(choose(characters, "Japanese standards", cells=3_000))
        assert NO_GLYPH not in read(typeset("glyphs", {"lines": [some]}, PRINTED)).text

    def test_accents_stand_on_their_letters(self) -> None:
        """R-413: letters with an accent that the Japanese font would put together from two shapes, and those that were
        typed as two."""
        characters = {one for paths in FAMILIES.values() for one in characters_in(paths[0])}
        blocks = (*range(0xC0, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))
        accented = [chr(one) for one in blocks if one in characters and len(normalize("NFD", chr(one))) == 2]
        accented = [one for one in accented if one.isalpha() and one not in SET_OF_TWO]
        assert len(accented) > 500
        names = ["Růžička Świątek", *accented, *(normalize("NFD", one) for one in accented), "か\u3099"]
        assert [str(fault) for fault in faults(typeset("glyphs", {"lines": names}, PRINTED), 0)] == []
        text = read(typeset("glyphs", {"lines": ["か\u3099 隆\ufa19"]}, PRINTED)).unspaced_text
        assert text == "が隆\ufa19"

    def test_so_have_the_common_ideographs_of_all_languages_and_those_for_compatibility(self) -> None:
        """The 20,902 of Unicode 1.1, and the ideographs that Japanese codes brought to U+F900."""
        ideographs = [*range(0x4E00, 0x9FA6), *range(0xFA0E, 0xFA2E), *range(0xFA30, 0xFA6B)]
        some = "".join(map(chr, choose(ideographs, "ideographs", cells=4_000)))
        assert NO_GLYPH not in read(typeset("glyphs", {"lines": [some]}, PRINTED)).text


class TestWhatIsTold:
    def test_characters_without_a_shape_in_the_order_of_their_codes(self) -> None:
        assert without_glyph([*RARE, f"{UNKNOWN}\U00020000山", "Łódź"]) == ("\U00020000", UNKNOWN)

    def test_a_character_for_private_use_has_none(self) -> None:
        assert without_glyph(["外字\ue000"]) == ("\ue000",)

    def test_marks_that_change_the_one_before_are_no_characters(self) -> None:
        """葛 with a variation selector, and an accent that is added."""
        assert without_glyph(["葛\U000e0100城", "Le\u0301a"]) == ()

    def test_the_names_that_they_stand_in(self) -> None:
        job = planned_job(make("mitchell", tables=3), people=[(Person(f"{UNKNOWN}山"), Person("春川"))])
        (gap,) = names_without_glyph(job.state)
        assert (gap.character, gap.code, gap.names) == (UNKNOWN, "U+20001", (f"{UNKNOWN}山",))

    def test_names_of_the_event_and_of_a_team_are_read_too(self) -> None:
        state = planned_job(make("mitchell", tables=3)).state
        entry_id, entry = next(iter(state.entries.items()))
        gaps = names_without_glyph(
            replace(
                state,
                settings=replace(state.settings, name=f"{UNKNOWN}杯"),
                entries={entry_id: replace(entry, name=f"チーム{UNKNOWN}")},
            )
        )
        assert [one.names for one in gaps] == [(f"{UNKNOWN}杯", f"チーム{UNKNOWN}")]


class TestTooLong:
    """The longest name that stands whole everywhere, and one that is longer, on the sheets with the least room."""

    LEAST = 7.0
    EDGE = (
        "欅ヶ丘榛原茉莉花梓楢原木下柊之介樹白樺林檎胡桃沢栞杉山",
        "Wolfeschlegel Featherstonehaugh Cholmondeley Maximiliana",
    )
    OVER = "欅ヶ丘" * 26

    @rotate(
        sheet=["private-scores", "seating", "ranking", "guide-slips"],
        name_is_whole=[(EDGE[0], True), (EDGE[1], True), (OVER, False)],
    )
    def test_no_name_is_printed_below_seven_points(self, sheet: str, name_is_whole: tuple[str, bool]) -> None:
        name, is_whole = name_is_whole
        evening = mitchell_evening(tables=3)
        evening.play_all()
        usual = job_of(evening)
        people = (Person(name), Person("春川"))
        entries = {key: replace(entry, people=people) for key, entry in usual.state.entries.items()}
        job = replace(usual, state=replace(usual.state, entries=entries))
        assert names_too_long(job.state) == (() if is_whole else (one_line(name),))
        pdf = render(sheet, job, Locale.JA)
        assert [one for one in faults(pdf, self.LEAST) if one.kind != "alone"] == []
        words = read(pdf).unspaced_text
        assert ("".join(name.split()) in words) or not is_whole


class TestFilesOfOthers:
    def table(self) -> list[tuple[str, str]]:
        """Returns the files that the list of parts names, with their checksums."""
        text = (FOLDER / "README.md").read_text(encoding="utf-8")
        return re.findall(r"^\| `([^`]+)` .*`([0-9a-f]{64})` \|$", text, re.MULTILINE)

    def test_every_font_is_the_one_that_is_listed(self) -> None:
        files = [(str(path.relative_to(FOLDER).as_posix()), path) for path in FILES]
        *of_files, (folder, of_slices) = self.table()
        assert of_files == [(name, hashlib.sha256(path.read_bytes()).hexdigest()) for name, path in files]
        assert set(FILES) == set(FOLDER.rglob("*.ttf"))
        parts = sorted([*SLICES.glob("*.woff2"), RANGES])
        listed = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in parts)
        assert (folder, of_slices) == (SLICES.name, hashlib.sha256(listed.encode()).hexdigest())
        assert [one.name for one in parts[:-1]] == sorted(one.name for one in slices())

    def test_every_font_has_its_licence_beside_it(self) -> None:
        text = (FOLDER / "README.md").read_text(encoding="utf-8")
        for path in (*FILES, RANGES):
            (licence,) = path.parent.glob("*.txt")
            assert f"(`{licence.name}`)" in text
            assert len(licence.read_text(encoding="utf-8")) > 4_000

    def test_all_of_them_are_small(self) -> None:
        assert sum(path.stat().st_size for path in FILES) < 16_500_000

    def test_paper_looks_for_a_character_in_this_order(self) -> None:
        text = (TEMPLATES / "faces.typ").read_text(encoding="utf-8")
        assert re.findall(r'(?:name: |, )"([^"]+)"', text) == list(FAMILIES)

    def test_slices_have_all_that_the_whole_font_has(self) -> None:
        """But Greek, Roman numerals and two ideographs, for which screens ask for the whole font."""
        style = (WEB / "static" / "css" / "look.css").read_text(encoding="utf-8")
        whole_fonts = re.findall(r'"Club Gothic";\s*font-weight: \d+;[^}]*unicode-range: ([^;]+);', style)
        ranges_of_all = [*(one.unicode_range for one in slices()), *whole_fonts]
        characters_of_all = {
            one for text in ranges_of_all for first, last in ranges(text) for one in range(first, last + 1)
        }
        assert len(whole_fonts) == len(WEIGHTS)
        for path in FAMILIES[JAPANESE]:
            characters = characters_in(path)
            assert len(characters) == 16_732
            assert characters - characters_of_all == set()

    def test_a_text_asks_for_the_slices_of_its_characters(self) -> None:
        for character, parts in (("𠮷", {"1"}), ("A", {"118", "latin"}), ("陈", set()), ("‼", {"118", "latin"})):
            font_slices = slices_for(character)
            assert {one.part for one in font_slices} == parts, character
            assert len(font_slices) == len(WEIGHTS) * len(parts)

    def test_a_font_is_found_by_the_name_of_its_file(self) -> None:
        assert font_file("NotoSansJP_700Bold.ttf") == FAMILIES[JAPANESE][1]
        with pytest.raises(NotFound):
            font_file("../README.md")
