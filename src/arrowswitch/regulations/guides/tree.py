"""A ruling guide as a value, and the way that answers lead through it.

A guide begins at its first step. A step asks, and each of its options leads to another step or to a ruling, where the
way ends. The director's actions on the way (take the player from the table, explain all options) are check items: a
step or a ruling is left only when all of its items are checked. Steps, options and lines of text may be of one edition
of the laws only; the guide is followed in one edition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

Words = Mapping[str, str]
"""A text by the tag of its language (`ja`, `en`)."""

EDITIONS = (2007, 2017)
"""The editions of the Laws of Duplicate Bridge that guides know."""


class Score(StrEnum):
    """The effect of a ruling on the score of the board."""

    STANDS = "stands"
    """The table goes on, or its result stands; nothing is adjusted."""
    ASSIGNED = "assigned"
    """An assigned adjusted score, weighted if need be."""
    ARTIFICIAL = "artificial"
    """Averages by responsibility: the board cannot be played."""
    PENALTY = "penalty"
    """A procedural or disciplinary penalty."""
    LATER = "later"
    """It is judged after play: the ruling is pending."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, of one edition of the laws where `edition` is set."""

    words: Words
    edition: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """Where something is laid down: a law by its number, or a passage of a document.

    `document` is `law`, `manual`, `summary`, `guidance`, or `other`, a source of the club's own; `place` is the law's
    number or the document's own heading, `lines` the lines of the document's text.
    """

    document: str
    place: str
    lines: str = ""
    edition: int | None = None


@dataclass(frozen=True, slots=True)
class GuideTick:
    """Something that the director does before going on. `stage` numbers it where a procedure has numbered steps."""

    words: Words
    stage: int = 0
    edition: int | None = None


@dataclass(frozen=True, slots=True)
class GuideOption:
    """An answer: its name within the step, its text, and the step or ruling that it leads to."""

    name: str
    words: Words
    to: str
    edition: int | None = None


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A question with its answers. `help` says what to look at."""

    name: str
    ask: Words
    help: tuple[Text, ...]
    cites: tuple[Citation, ...]
    ticks: tuple[GuideTick, ...]
    options: tuple[GuideOption, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The end of a way: what is ruled and told, by which law (`law`), what it does to the score.

    `lead` tells what the side may be forbidden or bound to lead. `offence` names what the regulations foresee a penalty
    for, `guide` the guide that goes on from here.
    """

    name: str
    title: Words
    says: tuple[Text, ...]
    cites: tuple[Citation, ...]
    ticks: tuple[GuideTick, ...]
    law: str
    score: Score
    lead: tuple[Text, ...] = ()
    offence: str = ""
    guide: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked case: an auction or a story, the answers that fit it, and the ruling they lead to.

    `case` is its mark in the document. `seats` and `calls` are the auction, the calls from left to right.
    """

    name: str
    case: str
    words: Words
    answers: tuple[str, ...]
    ruling: str
    edition: int
    cites: tuple[Citation, ...]
    seats: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its steps and rulings by their names, the first step first; `place` orders the list of guides."""

    name: str
    title: Words
    about: Words
    law: str
    place: int
    steps: Mapping[str, GuideStep]
    rulings: Mapping[str, Ruling]
    examples: tuple[Example, ...]

    @property
    def start(self) -> GuideStep:
        return next(iter(self.steps.values()))

    @property
    def nodes(self) -> tuple[GuideStep | Ruling, ...]:
        return (*self.steps.values(), *self.rulings.values())

    def node(self, name: str) -> GuideStep | Ruling:
        """Returns the step or ruling of a name; a checked guide has every one that it names."""
        return self.steps[name] if name in self.steps else self.rulings[name]


@dataclass(frozen=True, slots=True)
class Passed:
    """A step that was answered."""

    step: GuideStep
    option: GuideOption


@dataclass(frozen=True, slots=True)
class GuideWalk:
    """How far answers have led: the steps passed, and where the director stands now.

    `lacking` are the ticks of the place where he stands that are not set yet; `unread` answers lead no further,
    because a tick is lacking there or no option has that name.
    """

    guide: Guide
    edition: int
    passed: tuple[Passed, ...]
    at: GuideStep | Ruling
    lacking: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def ruling(self) -> Ruling | None:
        """Returns the ruling once the walk has reached one, otherwise None."""
        return self.at if isinstance(self.at, Ruling) else None

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(one.option.name for one in self.passed)

    @property
    def options(self) -> tuple[GuideOption, ...]:
        """Returns the answers available here in the edition; empty at the end."""
        return () if isinstance(self.at, Ruling) else in_edition(self.at.options, self.edition)


_Dated = TypeVar("_Dated", Text, Citation, GuideTick, GuideOption)


def in_edition(parts: Iterable[_Dated], edition: int) -> tuple[_Dated, ...]:
    """Returns those of several parts that the edition has."""
    return tuple(part for part in parts if part.edition in (None, edition))


def tick_keys(node: GuideStep | Ruling, edition: int) -> tuple[tuple[str, GuideTick], ...]:
    """Returns the ticks that a step or ruling has in an edition, each with the key that it is kept under."""
    numbered = enumerate(node.ticks, start=1)
    return tuple((f"{node.name}-{place}", tick) for place, tick in numbered if tick.edition in (None, edition))


def walk(guide: Guide, answers: Sequence[str], ticked: Collection[str], edition: int) -> GuideWalk:
    """Returns where answers lead, as far as they can be followed and every tick of the steps passed is set."""
    at: GuideStep | Ruling = guide.start
    passed: list[Passed] = []
    left = list(answers)
    lacking: tuple[str, ...] = ()
    while True:
        lacking = tuple(key for key, _ in tick_keys(at, edition) if key not in ticked)
        if isinstance(at, Ruling) or not left or lacking:
            break
        option = next((one for one in in_edition(at.options, edition) if one.name == left[0]), None)
        if option is None:
            break
        passed.append(Passed(at, option))
        at = guide.node(option.to)
        left.pop(0)
    return GuideWalk(guide=guide, edition=edition, passed=tuple(passed), at=at, lacking=lacking, unread=tuple(left))


def reached_from(guide: Guide, start: str, edition: int | None = None) -> set[str]:
    """Returns the names of every step and ruling that can be reached from one, itself among them, in an edition or in
    any."""
    names, waiting = {start}, [start]
    while waiting:
        step = guide.steps.get(waiting.pop())
        options: tuple[GuideOption, ...] = () if step is None else step.options
        for option in options if edition is None else in_edition(options, edition):
            if option.to not in names:
                names.add(option.to)
                waiting.append(option.to)
    return names


def walked_through(guide: Guide, answers: Sequence[str], edition: int) -> GuideWalk:
    """Returns where answers lead with every tick on the way set: what an example opens with."""
    ticks = {key for step in guide.steps.values() for key, _ in tick_keys(step, edition)}
    return walk(guide, answers, ticks, edition)
