"""A ruling guide as it stands on paper: its steps by number, its rulings by letter, each answer with where it leads.

Only what the edition of the laws leads to is in it; of answers that were given, each is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Problem
from arrowswitch.core.lettering import letter_of
from arrowswitch.regulations.guides import load_guide
from arrowswitch.regulations.guides.citing import citation_words, edition_of, law_words
from arrowswitch.regulations.guides.tree import (
    Citation,
    Guide,
    GuideStep,
    GuideTick,
    Ruling,
    Text,
    in_edition,
    reached_from,
    walked_through,
)
from arrowswitch.regulations.wording import guide_text
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import RulingCase
from arrowswitch.tournament.rulebooks.event_rules import rules_of


@dataclass(frozen=True, slots=True)
class Speaking:
    """How words are made: `said` takes a text by its languages, `told` a message."""

    format_words: Callable[[Mapping[str, str]], str]
    format_message: Callable[[Problem], str]

    @classmethod
    def in_languages(cls, languages: Sequence[str], phrase: Callable[[Problem], str]) -> Speaking:
        """Returns the words of a reader who prefers these languages, the first one most."""
        return cls(lambda texts: guide_text(texts, *languages), phrase)


@dataclass(frozen=True, slots=True)
class OutlineOption:
    """An answer: its text, the mark of the step or ruling that it leads to, whether it was given."""

    text: str
    to: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class OutlineStep:
    """A question under its number, with what to look at, what to tick and the answers."""

    mark: str
    ask: str
    help: tuple[str, ...]
    ticks: tuple[str, ...]
    options: tuple[OutlineOption, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutlineRuling:
    """A ruling under its letter: the explanation, lead restrictions, ticks; `is_taken` if the answers led to it."""

    mark: str
    title: str
    says: tuple[str, ...]
    lead: tuple[str, ...]
    ticks: tuple[str, ...]
    cites: tuple[str, ...]
    is_taken: bool


@dataclass(frozen=True, slots=True)
class GuideOutline:
    """A guide on paper."""

    title: str
    law: str
    steps: tuple[OutlineStep, ...]
    rulings: tuple[OutlineRuling, ...]


def guide_outline(state: EventState, name: str, case: RulingCase | None, speaking: Speaking) -> GuideOutline:
    """Returns a guide in the edition of the event's regulations; for a case in which it was used, in the edition of
    that case, with its answers marked. Raises NotFound (`guide.unknown`)."""
    walked = case if case is not None and case.guide == name else None
    edition = walked.edition if walked is not None else edition_of(rules_of(state).laws)
    return _Outlining(load_guide(name), edition, walked.answers if walked is not None else (), speaking).outline()


@dataclass(frozen=True, slots=True)
class _Outlining:
    guide: Guide
    edition: int
    answers: Sequence[str]
    speaking: Speaking

    def outline(self) -> GuideOutline:
        steps, rulings = self._reachable_parts()
        marks = {step.name: str(place) for place, step in enumerate(steps, start=1)}
        marks |= {ruling.name: letter_of(place) for place, ruling in enumerate(rulings)}
        end = walked_through(self.guide, self.answers, self.edition)
        chosen = {(one.step.name, one.option.name) for one in end.passed}
        last = end.ruling.name if end.ruling is not None and self.answers else ""
        return GuideOutline(
            title=self.speaking.format_words(self.guide.title),
            law=self.speaking.format_message(law_words(self.guide.law)),
            steps=tuple(self._step(step, marks, chosen) for step in steps),
            rulings=tuple(self._ruling(one, marks[one.name], is_taken=one.name == last) for one in rulings),
        )

    def _reachable_parts(self) -> tuple[tuple[GuideStep, ...], tuple[Ruling, ...]]:
        names = reached_from(self.guide, self.guide.start.name, self.edition)
        steps = tuple(step for step in self.guide.steps.values() if step.name in names)
        return steps, tuple(ruling for ruling in self.guide.rulings.values() if ruling.name in names)

    def _step(self, step: GuideStep, marks: Mapping[str, str], chosen: set[tuple[str, str]]) -> OutlineStep:
        options = in_edition(step.options, self.edition)
        return OutlineStep(
            mark=marks[step.name],
            ask=self.speaking.format_words(step.ask),
            help=self._lines(step.help),
            ticks=self._ticks(step.ticks),
            options=tuple(
                OutlineOption(self.speaking.format_words(one.words), marks[one.to], (step.name, one.name) in chosen)
                for one in options
            ),
            cites=self._cites(step.cites),
        )

    def _ruling(self, ruling: Ruling, mark: str, *, is_taken: bool) -> OutlineRuling:
        return OutlineRuling(
            mark=mark,
            title=self.speaking.format_words(ruling.title),
            says=self._lines(ruling.says),
            lead=self._lines(ruling.lead),
            ticks=self._ticks(ruling.ticks),
            cites=self._cites(ruling.cites),
            is_taken=is_taken,
        )

    def _lines(self, texts: Sequence[Text]) -> tuple[str, ...]:
        return tuple(self.speaking.format_words(text.words) for text in in_edition(texts, self.edition))

    def _ticks(self, ticks: Sequence[GuideTick]) -> tuple[str, ...]:
        present_ticks = in_edition(ticks, self.edition)
        return tuple(
            (f"({one.stage}) " if one.stage else "") + self.speaking.format_words(one.words) for one in present_ticks
        )

    def _cites(self, cites: Sequence[Citation]) -> tuple[str, ...]:
        present_cites = in_edition(cites, self.edition)
        return tuple(dict.fromkeys(self.speaking.format_message(citation_words(one)) for one in present_cites))
