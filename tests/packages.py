"""Reads a result package as a browser would that is offline: which page leads where, and what is wrong with it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from arrowswitch.documents.publication.replay import VIEWER

_VOID = frozenset({"meta", "link", "img", "input", "br"})
_BLOCKS = frozenset({"p", "h1", "h2", "h3", "h4"})
_NO_BLOCK_IN = frozenset({"p", "h1", "h2", "h3", "h4", "section", "div", "ul", "table", "article"})


class PageReader(HTMLParser):
    """A page of a package: its links, its words, and its faults as HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self.lang = ""
        self._ids: set[str] = set()
        self._open: list[str] = []
        self._columns = self._cells = 0
        self.feed(text)
        self.close()
        if self._open:
            self.faults.append(f"never closed: {self._open}")
        if not text.startswith("<!doctype html>"):
            self.faults.append("no doctype")

    @property
    def text(self) -> str:
        """The words of the page, with one space between them."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if len(attributes) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag == "html":
            self.lang = attributes.get("lang", "")
        if "id" in attributes:
            if attributes["id"] in self._ids:
                self.faults.append(f"id {attributes['id']} twice")
            self._ids.add(attributes["id"])
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        if tag in _NO_BLOCK_IN and self._open and self._open[-1] in _BLOCKS:
            self.faults.append(f"<{tag}> in <{self._open[-1]}>")
        if tag == "table":
            self._columns = 0
        elif tag == "tr":
            self._cells = 0
        elif tag in ("td", "th"):
            self._cells += int(attributes.get("colspan", "1"))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")
        if tag == "tr":
            if self._columns and self._cells != self._columns:
                self.faults.append(f"a row of {self._cells} cells in a table of {self._columns}")
            self._columns = self._cells

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("script", "style"):
            self.words.append(data)


def pages(files: Mapping[str, bytes]) -> dict[str, PageReader]:
    """Returns the pages of a package by the names of their files."""
    return {name: PageReader(data.decode()) for name, data in files.items() if name.endswith(".html")}


def faults(files: Mapping[str, bytes]) -> list[str]:
    """Returns everything that is wrong with a package: HTML, links that lead nowhere or outside, pages that nobody
    reaches."""
    return list(_faults(files))


def _faults(files: Mapping[str, bytes]) -> Iterator[str]:
    read = pages(files)
    reached = {"index.html"}
    for name, page in read.items():
        yield from (f"{name}: {fault}" for fault in page.faults)
        if page.lang == "":
            yield f"{name}: no language"
        for link in page.links:
            if link.startswith(f"{VIEWER}?lin="):
                continue  # An address to follow, of which the page loads nothing.
            link = link.partition("#")[0]
            there = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            if ":" in link or link.startswith("/") or there not in files:
                yield f"{name}: {link} leads nowhere"
            reached.add(there)
    yield from (f"{name}: no page leads there" for name in read if name not in reached)
    for name, data in files.items():
        if name.endswith((".css", ".js")) and b"//" in data.replace(b"// ", b""):
            yield f"{name}: asks for something outside"
        for address in re.findall(rb"url\(\W*([^)\"']*)", data) if name.endswith((".css", ".js")) else ():
            if address.decode() not in files:
                yield f"{name}: {address!r} leads nowhere"
