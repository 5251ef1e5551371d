"""The pages of ruling guides: the list, and one guide as far as its answers have led.

A guide is its address: answers and ticks stand in the query, so that going back is the browser's back, a reload loses
nothing, and nothing is stored until the ruling is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from arrowswitch.core.errors import Problem
from arrowswitch.i18n import Locale, problem_text, tags_of
from arrowswitch.regulations.guides.citing import citation_words, law_words
from arrowswitch.regulations.guides.tree import (
    EDITIONS,
    Citation,
    Example,
    Guide,
    GuideStep,
    GuideWalk,
    Ruling,
    Text,
    Words,
    in_edition,
    tick_keys,
    walked_through,
)
from arrowswitch.regulations.wording import guide_text
from arrowswitch.tournament.model.places import Slot
from arrowswitch.web.desk.slot_keys import slot_key

LANGUAGES = tuple(locale.value for locale in Locale)


@dataclass(frozen=True, slots=True)
class Speech:
    """How a guide's words are shown to a reader of a language."""

    locale: Locale

    def words(self, words: Words) -> str:
        """Returns a text in the reader's language, else in the one that stands in for it, else in any."""
        return guide_text(words, *tags_of(self.locale))

    def lines(self, texts: Sequence[Text], edition: int) -> tuple[str, ...]:
        """Returns the lines that an edition has."""
        return tuple(self.words(text.words) for text in in_edition(texts, edition))

    def cites(self, cites: Sequence[Citation], edition: int) -> tuple[str, ...]:
        """Returns the sources that an edition has, by chapter."""
        texts = (problem_text(citation_words(cite), self.locale) for cite in in_edition(cites, edition))
        return tuple(dict.fromkeys(texts))

    def law(self, place: str) -> str:
        """Returns a law as it is named."""
        return problem_text(law_words(place), self.locale)


@dataclass(frozen=True, slots=True)
class TickLine:
    """Something to tick: its key, its text, the number of the procedure's step, and whether it is set."""

    key: str
    text: str
    stage: int
    is_set: bool


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A worked case with the address that opens it."""

    example: Example
    text: str
    cites: tuple[str, ...]
    law: str
    ruling: str
    address: str


@dataclass(frozen=True, slots=True)
class GuidesPage:
    """The guides to choose from. `base` is the address of the list; `case` the case that is to be filled; `documents`
    are files of the club's folder that open, `problems` what is wrong with guides in it."""

    base: str
    slot: str
    case: str
    about: Slot | None
    guides: tuple[Guide, ...]
    documents: tuple[str, ...]
    problems: tuple[Problem, ...]
    speech: Speech

    def address(self, guide: Guide) -> str:
        """Returns the address of a guide."""
        fields = about_fields(self.slot, self.case)
        return f"{self.base}/{guide.name}" + (f"?{urlencode(fields)}" if fields else "")


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A guide as far as it was followed. `base` is its own address, `keep` where its ruling is kept, nothing outside an
    event; `ticked` are the ticks set so far, `case` is the case that it fills."""

    walk: GuideWalk
    ticked: tuple[str, ...]
    base: str
    keep: str
    slot: str
    case: str
    about: Slot | None
    speech: Speech

    @property
    def guide(self) -> Guide:
        return self.walk.guide

    @property
    def list_address(self) -> str:
        """Returns the address of the list of guides."""
        fields = about_fields(self.slot, self.case)
        return self.base.rpartition("/")[0] + (f"?{urlencode(fields)}" if fields else "")

    @property
    def step(self) -> GuideStep | None:
        """Returns the question to answer next; None at the end."""
        return self.walk.at if isinstance(self.walk.at, GuideStep) else None

    @property
    def ruling(self) -> Ruling | None:
        """Returns the ruling; None before the end."""
        return self.walk.ruling

    @property
    def editions(self) -> tuple[int, ...]:
        return EDITIONS

    @property
    def ticks(self) -> tuple[TickLine, ...]:
        """Returns the boxes to tick at this step."""
        keys = tick_keys(self.walk.at, self.walk.edition)
        return tuple(TickLine(key, self.speech.words(t.words), t.stage, key in self.ticked) for key, t in keys)

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """Returns the hidden fields of a form of the page: the way so far."""
        here = {tick.key for tick in self.ticks}
        fields = [("a", answer) for answer in self.walk.answers]
        fields += [("t", key) for key in self.ticked if key not in here]
        fields += [("edition", str(self.walk.edition))]
        return (*fields, *about_fields(self.slot, self.case))

    def address(self, answers: Sequence[str] | None = None, edition: int | None = None) -> str:
        """Returns the address of this guide after some answers, the ticks as they are."""
        fields = [("a", answer) for answer in (self.walk.answers if answers is None else answers)]
        fields += [("t", key) for key in self.ticked]
        fields += [("edition", str(self.walk.edition if edition is None else edition))]
        fields += about_fields(self.slot, self.case)
        return f"{self.base}?{urlencode(fields)}"

    @property
    def back(self) -> str:
        """Returns the address of the previous question, or of the list at the first question."""
        return self.address(self.walk.answers[:-1]) if self.walk.passed else self.list_address

    @property
    def fresh(self) -> str:
        """Returns the address of the guide from its beginning."""
        fields = [("edition", str(self.walk.edition)), *about_fields(self.slot, self.case)]
        return f"{self.base}?{urlencode(fields)}"

    @property
    def follows(self) -> str:
        """Returns the address of the guide that goes on from the ruling, or nothing."""
        if self.ruling is None or not self.ruling.guide:
            return ""
        fields = [("edition", str(self.walk.edition)), *about_fields(self.slot, self.case)]
        return f"{self.list_address.partition('?')[0]}/{self.ruling.guide}?{urlencode(fields)}"

    def answered_questions(self) -> tuple[tuple[str, str, str], ...]:
        """Returns each question with its answer and the address that goes back to it."""
        answers = self.walk.answers
        return tuple(
            (self.speech.words(one.step.ask), self.speech.words(one.option.words), self.address(answers[:place]))
            for place, one in enumerate(self.walk.passed)
        )

    def told_steps(self) -> tuple[str, ...]:
        """Returns the way as lines to be kept: each question with its answer, each tick that is set."""
        lines: list[str] = []
        for passed_step in self.walk.passed:
            ticks = tick_keys(passed_step.step, self.walk.edition)
            lines += [f"✓ {self.speech.words(tick.words)}" for key, tick in ticks if key in self.ticked]
            lines.append(f"{self.speech.words(passed_step.step.ask)} → {self.speech.words(passed_step.option.words)}")
        lines += [f"✓ {tick.text}" for tick in self.ticks if tick.is_set]
        return tuple(lines)

    def announcement(self) -> str:
        """Returns the ruling as read out to the players, a line each."""
        if self.ruling is None:
            return ""
        return "\n".join(self.speech.lines((*self.ruling.says, *self.ruling.lead), self.walk.edition))

    def sources(self) -> tuple[str, ...]:
        """Returns the sources of the ruling and of the questions that led to it."""
        cites = [cite for one in self.walk.passed for cite in one.step.cites]
        cites = [*(self.ruling.cites if self.ruling is not None else ()), *cites]
        return self.speech.cites(cites, self.walk.edition)

    def examples(self) -> tuple[ExampleLine, ...]:
        """Returns the worked cases, each with the address that opens the guide filled in."""
        return tuple(self._example(one) for one in self.guide.examples)

    def _example(self, example: Example) -> ExampleLine:
        end = walked_through(self.guide, example.answers, example.edition)
        steps = (passed.step for passed in end.passed)
        fields = [("a", answer) for answer in example.answers]
        fields += [("t", key) for step in steps for key, _ in tick_keys(step, example.edition)]
        fields += [("edition", str(example.edition))]
        title = end.ruling.title if end.ruling is not None else {}
        return ExampleLine(
            example=example,
            text=self.speech.words(example.words),
            cites=self.speech.cites(example.cites, example.edition),
            law="" if end.ruling is None else self.speech.law(end.ruling.law),
            ruling=self.speech.words(title),
            address=f"{self.base}?{urlencode(fields)}",
        )


def about_fields(slot: str, case: str) -> list[tuple[str, str]]:
    """Returns the hidden fields of every address of a guide: the board and the case it is about."""
    return [(name, value) for name, value in (("slot", slot), ("case", case)) if value]


def key_of(slot: Slot | None) -> str:
    """Returns a slot's name in addresses, nothing for none."""
    return "" if slot is None else slot_key(slot)
