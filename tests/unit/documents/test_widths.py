"""The width of a text as estimated by the templates, compared with the width as set."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import typst

from arrowswitch.documents.typesetting import TEMPLATES, fonts

NAMES = ("松本 梓・欅田 茉莉", "AVATAR Wally Toy – P. Yates", "Wolfeschlegel-Rowanhausen", "12.50")
KNOWN = (
    *(chr(code) for code in range(32, 127)),
    *("♠", "♥", "♦", "♣", "†", "‡", "一", "あ", "ー", "・", "（"),
    *("第3回 春の大会（A組）", "3NT-2", "4♠2"),
    *NAMES,
)
UNKNOWN = ("Łódź", "𠮷野", "Å", "\u2e3a", "é")
SOURCE = """
#import "faces.typ": faces
#import "widths.typ": span
#set text(font: faces, size: 100pt, lang: "ja")
#context for strong in (false, true) {
  for one in json(bytes(sys.inputs.texts)) {
    let found = span(one, strong)
    let set-width = measure(text(weight: if strong { 700 } else { 400 }, one)).width / 100pt
    [#metadata((one, found, set-width)) <found>]
  }
}
"""


def test_a_text_is_never_wider_nor_narrower_than_it_is_reckoned(tmp_path: Path) -> None:
    """In both weights, letter by letter and in words, where marks are squeezed, letters kerned, and scripts change.
    A text whose letters are not known here is left to the typesetter."""
    for name in ("faces", "widths"):
        shutil.copy(TEMPLATES / f"{name}.typ", tmp_path)
    source = tmp_path / "asked.typ"
    source.write_text(SOURCE, encoding="utf-8")
    inputs = {"texts": json.dumps(KNOWN + UNKNOWN)}
    compiler = typst.Compiler(source, root=tmp_path, font_paths=fonts(), sys_inputs=inputs)
    spans = json.loads(compiler.query("<found>", field="value"))
    assert len(spans) == 2 * len(KNOWN + UNKNOWN)
    reckoned = [(text, span["least"], width, span["most"]) for text, span, width in spans if span is not None]
    assert [text for text, *_ in reckoned] == [*KNOWN, *KNOWN]
    assert [one for one in reckoned if not one[1] - 0.001 <= one[2] <= one[3] + 0.001] == []
    names = [(text, least, most) for text, least, _, most in reckoned if text in NAMES]
    assert len(names) == 2 * len(NAMES)
    assert [one for one in names if one[2] > 1.12 * one[1]] == [], "a bound that says nothing saves no time"
