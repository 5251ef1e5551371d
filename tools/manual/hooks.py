"""Further steps of the build of the manual: pictures, links to other documents, contents, the search index.

MkDocs imports this file by its path and calls the functions by their names.
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from dataclasses import asdict
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from arrowswitch.i18n import Locale
from tools.manual.terms import terms_in

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "docs" / "manual"
WORDS = {
    "en": {
        "title": "Arrowswitch manual",
        "contents": "Contents",
        "search": "Search the manual",
        "find": "Search",
        "nothing": "No section contains all these words.",
        "skip": "Skip to the text",
        "other": "日本語",
        "program": "Back to the program",
        "print": "Print this page",
        "on_page": "On this page",
        "results": "Results",
    },
    "ja": {
        "title": "Arrowswitch マニュアル",
        "contents": "目次",
        "search": "マニュアルを検索",
        "find": "検索",
        "nothing": "すべての語を含む節はありません。",
        "skip": "本文へ",
        "other": "English",
        "program": "プログラムに戻る",
        "print": "このページを印刷",
        "on_page": "このページの内容",
        "results": "検索結果",
    },
}
JOINED = re.compile(
    r"(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef「（*])"
)
"""A line break inside a Japanese sentence, which HTML would show as a blank."""
_pictures: set[Path] = set()
_sections: dict[str, list[dict[str, str]]] = {}


def on_pre_build(**_: Any) -> None:
    """Starts a build without pictures and sections of an earlier one."""
    _pictures.clear()
    _sections.clear()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Returns the text of a page with its pictures in the site and without links to files that are no part of it."""
    here = MANUAL / Path(page.file.src_uri).parent

    def link(match: re.Match[str]) -> str:
        mark, text, target = match.groups()
        if not target.startswith("../../"):
            return match[0]
        if mark:
            picture = (here / target).resolve()
            _pictures.add(picture)
            return f"![{text}](../pictures/{picture.name})"
        return text

    text = re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", link, markdown)
    return JOINED.sub("", text) if page.file.src_uri.startswith("ja/") else text


def on_page_context(context: dict[str, Any], page: Any, nav: Any, **_: Any) -> dict[str, Any]:
    """Returns the values of the frame of a page: its language, the words of the frame, the pages in reading order."""
    language = page.file.src_uri.partition("/")[0]
    context.update(language=language, words=WORDS[language], contents=_contents(language), here=page.file.src_uri)
    context["other_address"] = f"../{'en' if language == 'ja' else 'ja'}/{Path(page.file.dest_uri).name}"
    return context


def _contents(language: str) -> list[tuple[str, str]]:
    """Returns address and title of each page in the order of the contents page."""
    text = (MANUAL / language / "index.md").read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r"\]\(([\w-]+)\.md\)", text))
    return [(f"{name}.html", _title(MANUAL / language / f"{name}.md")) for name in names]


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


class _Reader(HTMLParser):
    """Reads the sections of a page: the anchor, the heading and the text of each."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[list[str]] = []
        self._in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"h1", "h2", "h3"}:
            self.sections.append([dict(attrs).get("id") or "", "", ""])
            self._in_heading = True

    def handle_endtag(self, tag: str) -> None:
        if tag in {"h1", "h2", "h3"}:
            self._in_heading = False
        elif self.sections and tag in {"p", "li", "td", "th"}:
            self.sections[-1][2] += " "

    def handle_data(self, data: str) -> None:
        if self.sections:
            self.sections[-1][1 if self._in_heading else 2] += data


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Adds the sections of a page to the index of its language."""
    language, _slash, name = page.file.dest_uri.partition("/")
    reader = _Reader()
    reader.feed(html)
    title = unescape(reader.sections[0][1]) if reader.sections else ""
    for number, (anchor, heading, text) in enumerate(reader.sections):
        address = f"{name}#{anchor}" if number else name
        body = " ".join(unicodedata.normalize("NFKC", text).split())
        entry = {"address": address, "page": title, "title": heading if number else title, "text": body}
        _sections.setdefault(language, []).append(entry)
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


def on_post_build(config: Any, **_: Any) -> None:
    """Writes the search indexes and the words for the pages of the desk, and copies the pictures that pages show."""
    site = Path(config["site_dir"])
    for locale in Locale:
        words = {key: asdict(term) for key, term in terms_in(locale).items()}
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(word, ensure_ascii=False)}" for key, word in words.items())
        (site / f"words.{locale.value}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    for language, sections in _sections.items():
        lines = ",\n".join(json.dumps(section, ensure_ascii=False) for section in sections)
        (site / f"index.{language}.js").write_text(f"window.manualSections = [\n{lines}\n];\n", encoding="utf-8")
    (site / "pictures").mkdir(exist_ok=True)
    for picture in sorted(_pictures):
        shutil.copyfile(picture, site / "pictures" / picture.name)
