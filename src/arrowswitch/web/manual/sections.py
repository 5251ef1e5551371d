"""The section of the manual that explains a page: the address behind `?`, by the route of the page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from arrowswitch.i18n import Locale
from arrowswitch.i18n.language import tags_of
from arrowswitch.i18n.locales import DEFAULT_LOCALE


@cache
def sections() -> Mapping[str, str]:
    """Returns the sections by the beginning of a route: `repairs`, or `keys#scores` with an anchor."""
    text = (files("arrowswitch.web.manual") / "sections.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomllib.loads(text)["sections"])


@cache
def section_of(route: str) -> str:
    """Returns the section of a route: that of its longest listed beginning, ending at a slash.

    >>> section_of("/events/{event_id}/cases/{number}"), section_of("/nowhere")
    ('ruling-guides', 'index')
    """
    parts = route.split("/")
    beginnings = ("/".join(parts[:length]) for length in range(len(parts), 1, -1))
    return next((sections()[beginning] for beginning in beginnings if beginning in sections()), sections()["/"])


@cache
def manual_languages() -> frozenset[str]:
    """Returns the tags of the languages that have a folder of built pages."""
    return frozenset(entry.name for entry in (files("arrowswitch") / "manual").iterdir() if entry.is_dir())


def manual_address(route: str, locale: Locale) -> str:
    """Returns the address of a route's section in a language, or in one that the manual has instead.

    >>> manual_address("/events/{event_id}/recovery", Locale.JA)
    '/manual/ja/repairs.html'
    """
    page, sharp, anchor = section_of(route).partition("#")
    language = next((tag for tag in tags_of(locale) if tag in manual_languages()), DEFAULT_LOCALE.value)
    return f"/manual/{language}/{page}.html{sharp}{anchor}"
