"""A page as a tree: its content, and the links, forms and buttons that it offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from arrowswitch.i18n import Locale, all_codes
from tests.html import Reader
from tests.web.client import Page, foreign, list_codes_shown

_CODE = re.compile(r"\b[a-z][a-z0-9-]*(?:\.[a-z0-9-]+){2,}\b")
_VOID = frozenset(
    {"input", "br", "link", "meta", "img", "hr", "source", "col", "wbr", "path", "rect", "circle", "line"}
)


@dataclass
class Element:
    """An element with its attributes, its children, and the text between them."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)
    above: Element | None = None

    def get(self, name: str) -> str:
        """Returns an attribute, empty where there is none."""
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        """True if the attribute is there, with any value."""
        return name in self.attributes

    @property
    def text(self) -> str:
        """Returns the text in the element, with single spaces."""
        parts = [one if isinstance(one, str) else one.text for one in self.inside]
        return " ".join(" ".join(parts).split())

    @property
    def raw_text(self) -> str:
        """Returns the text in the element as it stands, with its lines; a break at its beginning does not count."""
        return "".join(one if isinstance(one, str) else one.raw_text for one in self.inside).removeprefix("\n")

    def everything(self) -> Iterator[Element]:
        """Yields the element and all below it, in their order."""
        yield self
        for child in self.inside:
            if isinstance(child, Element):
                yield from child.everything()

    def all(self, tag: str, is_wanted: Callable[[Element], bool] = lambda one: True) -> list[Element]:
        """Returns the elements of a kind below this one."""
        return [one for one in self.everything() if one.tag == tag and is_wanted(one)]

    def by_id(self, name: str) -> Element | None:
        """Returns the element of this id."""
        return next((one for one in self.everything() if one.get("id") == name), None)

    def within(self, tag: str) -> Element | None:
        """Returns the nearest element of a kind that this one stands in."""
        at = self.above
        while at is not None and at.tag != tag:
            at = at.above
        return at


@dataclass
class Seen:
    """A page that was looked at."""

    html: str
    root: Element

    @classmethod
    def read(cls, html: str) -> Seen:
        reader = _Reader()
        reader.read_whole(html)
        return cls(html, reader.root)

    @property
    def text(self) -> str:
        """Returns the readable text of the page."""
        return " ".join(one.text for one in self.root.all("body"))

    @property
    def stylesheets(self) -> tuple[str, ...]:
        """Returns the addresses of the page's styles."""
        return tuple(one.get("href") for one in self.root.all("link", lambda one: one.get("rel") == "stylesheet"))

    @property
    def links(self) -> list[Element]:
        """Returns the links that can be followed."""
        return self.root.all("a", lambda one: one.has("href") and not one.has("aria-disabled"))

    def forms(self, action: str) -> list[Element]:
        """Returns the forms that are sent to an address that ends so, or that have a button which is."""
        return [
            form
            for form in self.root.all("form")
            if form.get("action").endswith(action)
            or any(one.get("formaction").endswith(action) for one in self.buttons(form) if one.has("formaction"))
        ]

    def buttons(self, form: Element) -> list[Element]:
        """Returns the buttons that send a form, in it or elsewhere on the page."""
        name = form.get("id")
        return [
            one
            for one in self.root.all("button")
            if one.get("type") in ("", "submit")
            and not one.has("disabled")
            and ((name and one.get("form") == name) or (not one.has("form") and one.within("form") is form))
        ]

    def problems(self, locale: Locale, typed: str) -> list[str]:
        """Returns the words of the page that are no words, or not of its language; `typed` are those people typed."""
        page = Page.read(self.html)
        texts = {*page.texts, *page.attributes, page.title}
        codes = [text for text in texts if any(code.partition(".")[0] in _rooms() for code in _CODE.findall(text))]
        return codes + list_codes_shown(page) + foreign(page, locale, typed)


def values_of(form: Element) -> dict[str, str]:
    """Returns the values that a form would send unchanged, without a button; of fields of one name the last."""
    return {name: values[-1] for name, values in fields_of(form).items()}


def fields_of(form: Element) -> dict[str, list[str]]:
    """Returns the values that a form would send unchanged, without a button: all values of each name."""
    fields: dict[str, list[str]] = {}
    for element in form.everything():
        name = element.get("name")
        if not name or element.has("disabled"):
            continue
        if element.tag == "select":
            options = element.all("option")
            chosen = next((option for option in options if option.has("selected")), options[0] if options else None)
            if chosen is not None:
                fields.setdefault(name, []).append(chosen.get("value"))
        elif element.tag == "textarea":
            fields.setdefault(name, []).append(element.raw_text)
        elif element.tag == "input":
            kind = element.get("type") or "text"
            if kind == "file" or (kind in ("checkbox", "radio") and not element.has("checked")):
                continue
            fields.setdefault(name, []).append(element.get("value") or ("on" if kind == "checkbox" else ""))
    return fields


def can_take(form: Element, name: str, value: str) -> bool:
    """True if a person could type this value into the form's field."""
    for element in form.everything():
        if element.get("name") != name:
            continue
        if element.tag == "select":
            return any(option.get("value") == value and not option.has("disabled") for option in element.all("option"))
        if element.tag == "textarea" or (element.tag == "input" and element.get("type") not in ("hidden", "radio")):
            return True
        if element.get("type") == "radio" and element.get("value") == value:
            return True
    return False


@cache
def _rooms() -> frozenset[str]:
    """Returns the beginnings of the codes of messages: they reveal a code without words."""
    return frozenset(code.partition(".")[0] for code in all_codes())


class _Reader(Reader):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page")
        self.at = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "option" and self.at.tag == "option":
            self.handle_endtag("option")
        element = Element(tag, {name: value or "" for name, value in attrs}, above=self.at)
        self.at.inside.append(element)
        if tag not in _VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.inside.append(Element(tag, {name: value or "" for name, value in attrs}, above=self.at))

    def handle_endtag(self, tag: str) -> None:
        at: Element | None = self.at
        while at is not None and at.tag != tag:
            at = at.above
        if at is not None and at.above is not None:
            self.at = at.above

    def handle_data(self, data: str) -> None:
        if self.at.tag not in ("script", "style"):
            self.at.inside.append(data)
