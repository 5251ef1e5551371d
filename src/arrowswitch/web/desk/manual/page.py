"""The manual: setting up, a first evening in ten steps, and an evening hour by hour (R-370).

Each step names what stands on the pages by the codes of those very words, so that the manual says what the screens say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.i18n import Locale, translate


@dataclass(frozen=True, slots=True)
class ManualStep:
    """A step: the code of its text, and by the text's parameters the codes of the words that stand on the pages."""

    code: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ManualPart:
    """Steps under a heading; `title` is empty where the guide has only one part."""

    title: str
    steps: tuple[ManualStep, ...]


@dataclass(frozen=True, slots=True)
class ManualGuide:
    """One of the guides, with the anchor that leads to it."""

    anchor: str
    title: str
    about: str
    parts: tuple[ManualPart, ...]


@dataclass(frozen=True, slots=True)
class ManualPage:
    """The manual, in the order in which it is read."""

    guides: tuple[ManualGuide, ...]


_FIRST = ManualGuide(
    "first",
    "manual.first.title",
    "manual.first.about",
    (
        ManualPart(
            "",
            (
                ManualStep("manual.first.take", {"take": "desk.first.take", "later": "desk.first.later"}),
                ManualStep(
                    "manual.first.new", {"new": "desk.events.new", "next": "desk.new.next", "name": "desk.set.name"}
                ),
                ManualStep("manual.first.pairs", {"entries": "desk.tab.entries", "add": "desk.entries.add"}),
                ManualStep("manual.first.movement", {"take": "desk.choice.take"}),
                ManualStep("manual.first.numbers", {"movement": "desk.tab.movement", "draw": "desk.numbers.draw"}),
                ManualStep("manual.first.paper", {"print": "desk.tab.print", "kit": "desk.print.kit-start"}),
                ManualStep("manual.first.start", {"start": "desk.ready.start"}),
                ManualStep("manual.first.scores", {"scores": "desk.tab.scores"}),
                ManualStep(
                    "manual.first.publish",
                    {"ranking": "desk.tab.ranking", "publish": "desk.publish.publish", "odd": "desk.scores.odd-panel"},
                ),
                ManualStep(
                    "manual.first.end",
                    {"end": "desk.print.kit-end", "final": "desk.publish.finalise", "backup": "desk.house.backup"},
                ),
            ),
        ),
    ),
)
_SET_UP = ManualGuide(
    "set-up",
    "manual.set-up.title",
    "manual.set-up.about",
    (
        ManualPart(
            "",
            (
                ManualStep("manual.set-up.start", {}),
                ManualStep(
                    "manual.set-up.club",
                    {
                        "club": "desk.house.club",
                        "name": "desk.club.name",
                        "logo": "desk.club.logo",
                        "regulations": "desk.club.regulations",
                        "rooms": "desk.club.rooms",
                        "fees": "desk.club.fees",
                        "zone": "desk.club.zone",
                        "save": "desk.save",
                    },
                ),
                ManualStep("manual.set-up.players", {"players": "desk.house.players", "add": "desk.players.add"}),
                ManualStep(
                    "manual.set-up.backup",
                    {
                        "backup": "desk.house.backup",
                        "folder": "desk.backup.folder",
                        "on": "desk.backup.on",
                        "now": "desk.backup.now",
                    },
                ),
                ManualStep("manual.set-up.printer", {"print": "desk.tab.print"}),
                ManualStep(
                    "manual.set-up.devices",
                    {
                        "devices": "desk.access.devices",
                        "open": "desk.access.open",
                        "hall": "desk.hall.hall-page",
                        "phones": "desk.hall.phones",
                    },
                ),
                ManualStep(
                    "manual.set-up.sheets",
                    {"workbench": "desk.house.workbench", "regulations": "desk.house.regulations"},
                ),
                ManualStep("manual.set-up.new-computer", {"restore": "desk.backup.back"}),
            ),
        ),
    ),
)
_EVENING = ManualGuide(
    "evening",
    "manual.evening.title",
    "manual.evening.about",
    (
        ManualPart(
            "manual.evening.days",
            (
                ManualStep(
                    "manual.evening.days-advance", {"advance": "desk.advance.manage", "entries": "desk.tab.entries"}
                ),
                ManualStep(
                    "manual.evening.days-settings",
                    {
                        "settings": "desk.tab.settings",
                        "more": "desk.set.more",
                        "sessions": "desk.place.sessions",
                        "sections": "desk.place.sections",
                        "breaks": "desk.set.break",
                    },
                ),
                ManualStep("manual.evening.days-lists", {"lists": "desk.tab.lists"}),
            ),
        ),
        ManualPart(
            "manual.evening.arrive",
            (
                ManualStep(
                    "manual.evening.arrive-entries",
                    {
                        "entries": "desk.tab.entries",
                        "stationary": "desk.entries.stationary",
                        "withdraw": "desk.entries.withdraw",
                    },
                ),
                ManualStep(
                    "manual.evening.arrive-movement",
                    {
                        "movement": "desk.tab.movement",
                        "take": "desk.choice.take",
                        "draw": "desk.numbers.draw",
                        "change": "desk.movement.change",
                    },
                ),
                ManualStep(
                    "manual.evening.arrive-draws",
                    {"draw": "desk.tab.draw", "bracket": "desk.tab.bracket", "league": "desk.tab.league"},
                ),
                ManualStep(
                    "manual.evening.arrive-paper",
                    {"print": "desk.tab.print", "kit": "desk.print.kit-start", "again": "desk.print.again-press-paper"},
                ),
            ),
        ),
        ManualPart(
            "manual.evening.play",
            (
                ManualStep(
                    "manual.evening.play-start",
                    {"start": "desk.ready.start", "clock": "desk.clock.title", "hall": "desk.clock.to-hall"},
                ),
                ManualStep(
                    "manual.evening.play-clock",
                    {"clock": "desk.clock.title", "pause": "desk.clock.pause", "more": "desk.clock.more-long"},
                ),
                ManualStep(
                    "manual.evening.play-scores",
                    {
                        "scores": "desk.tab.scores",
                        "slip": "desk.scores.by-slip",
                        "board": "desk.scores.by-board",
                        "matrix": "desk.scores.matrix",
                        "undo": "desk.undo.verb",
                    },
                ),
                ManualStep(
                    "manual.evening.play-called",
                    {"rulings": "desk.tab.rulings", "guides": "desk.house.guides", "slot": "desk.scores.slot"},
                ),
                ManualStep(
                    "manual.evening.play-helpers", {"helpers": "desk.assist.open", "invite": "desk.assist.invite"}
                ),
            ),
        ),
        ManualPart(
            "manual.evening.between",
            (
                ManualStep("manual.evening.between-next", {"post": "desk.start.post", "clock": "desk.clock.title"}),
                ManualStep(
                    "manual.evening.between-interim",
                    {"interim": "desk.publish.interim", "ranking": "desk.tab.ranking", "movement": "desk.tab.movement"},
                ),
                ManualStep(
                    "manual.evening.between-told",
                    {"hall": "desk.hall.title", "announce": "desk.hall.announce", "release": "desk.hall.release"},
                ),
            ),
        ),
        ManualPart(
            "manual.evening.after",
            (
                ManualStep(
                    "manual.evening.after-publish",
                    {
                        "ranking": "desk.tab.ranking",
                        "publish": "desk.publish.publish",
                        "again": "desk.publish.again",
                        "history": "desk.tab.history",
                    },
                ),
                ManualStep(
                    "manual.evening.after-final", {"final": "desk.publish.finalise", "kit": "desk.print.kit-end"}
                ),
                ManualStep(
                    "manual.evening.after-package",
                    {
                        "package": "desk.package.title",
                        "download": "desk.package.download",
                        "archive": "desk.package.archive",
                    },
                ),
                ManualStep("manual.evening.after-backup", {"backup": "desk.house.backup", "now": "desk.backup.now"}),
            ),
        ),
    ),
)

GUIDES = (_FIRST, _SET_UP, _EVENING)


def said_in(locale: Locale, step: ManualStep) -> str:
    """Returns a step in words, with those that stand on the pages in them."""
    return translate(step.code, {name: translate(code, {}, locale) for name, code in step.labels.items()}, locale)
