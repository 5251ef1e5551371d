"""The manual: setting up, a first evening in ten steps, an evening hour by hour (R-370), and a hotspot.

The guides are in `manual.toml`. A step refers to words on pages by their message codes, so that the manual quotes what
the screens show.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from arrowswitch.i18n import Locale, translate


@dataclass(frozen=True, slots=True)
class ManualStep:
    """A step: the code of its text, and by the parameters of the text the codes of words on the pages."""

    code: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ManualPart:
    """Steps under a heading; `title` is empty where the guide has only one part. `picture` is the name of a drawing
    whose numbers are those of the steps, empty without one."""

    title: str
    steps: tuple[ManualStep, ...]
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ManualGuide:
    """One of the guides; `anchor` is its address on the page."""

    anchor: str
    parts: tuple[ManualPart, ...]

    @property
    def title(self) -> str:
        return f"manual.{self.anchor}.title"

    @property
    def about(self) -> str:
        return f"manual.{self.anchor}.about"


@dataclass(frozen=True, slots=True)
class ManualPage:
    """The manual; `guides` are in reading order."""

    guides: tuple[ManualGuide, ...]


def _read_guides() -> tuple[ManualGuide, ...]:
    text = (files("arrowswitch.web.desk.manual") / "manual.toml").read_text(encoding="utf-8")
    return tuple(
        ManualGuide(guide["anchor"], tuple(_part(part) for part in guide["parts"]))
        for guide in tomllib.loads(text)["guides"]
    )


def _part(part: Mapping[str, list[Mapping[str, Mapping[str, str]]]]) -> ManualPart:
    steps = tuple(ManualStep(str(step["code"]), step.get("labels", {})) for step in part["steps"])
    return ManualPart(str(part["title"]), steps, str(part.get("picture", "")))


GUIDES = _read_guides()


def said_in(locale: Locale, step: ManualStep) -> str:
    """Returns the text of a step with the quoted words of the pages."""
    return translate(step.code, {name: translate(code, {}, locale) for name, code in step.labels.items()}, locale)
