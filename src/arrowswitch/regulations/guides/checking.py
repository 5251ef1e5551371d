"""Judges a guide: tests every way through it in every edition of the laws, and lists all faults.

A guide is good when every way ends in a ruling, nothing leads in a circle or nowhere, every step and ruling is reached
and cites what it rests on, every text is there in every language, and every example comes to the ruling it states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Problem
from arrowswitch.regulations.guides.tree import (
    EDITIONS,
    Citation,
    Guide,
    GuideOption,
    GuideStep,
    Ruling,
    Words,
    in_edition,
    reached_from,
    walked_through,
)

MOST_WAYS = 50_000
"""A guide with more ways than this is no help at a table."""
_LAST_LAW = 93
_SHOWN = 40


def ways(guide: Guide, edition: int) -> Iterator[tuple[str, ...]]:
    """Yields the answers of every way from the first step to its end in an edition, a circle broken where it closes;
    the end is the ruling's name, or nothing where there is none, as the last element."""
    yield from _ways_from(guide, guide.start.name, edition, (), ())


def _ways_from(
    guide: Guide, name: str, edition: int, answers: tuple[str, ...], behind: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    if name in guide.rulings:
        yield (*answers, name)
        return
    step = guide.steps.get(name)
    options = () if step is None or name in behind else in_edition(step.options, edition)
    if not options:
        yield (*answers, "")
    for option in options:
        yield from _ways_from(guide, option.to, edition, (*answers, option.name), (*behind, name))


def count_ways(guide: Guide) -> int:
    """Returns how many ways there are, of all editions together."""
    return sum(1 for edition in EDITIONS for _ in ways(guide, edition))


def faults(guide: Guide, languages: Collection[str]) -> tuple[Problem, ...]:
    """Returns everything that is wrong with a guide whose words should be there in `languages`; nothing for a good one.

    Codes: `guide.leads-nowhere`, `.no-option`, `.circle`, `.unreached`, `.no-citation`, `.no-such-law`, `.no-words`,
    `.option-twice`, `.example-ends`, `.too-many-ways`.
    """
    problems = [*_answers(guide), *_unreached_nodes(guide), *_citations(guide), *_silent(guide, languages)]
    if not problems:
        problems += _many(guide)
    if not problems:
        problems += _examples(guide)
    return tuple(problems)


def _answers(guide: Guide) -> Iterator[Problem]:
    """Yields answers that lead nowhere, steps without an answer, and circles."""
    for step in guide.steps.values():
        for option in step.options:
            if option.to not in guide.steps and option.to not in guide.rulings:
                yield _at(step.name, "guide.leads-nowhere", option=option.name, to=option.to)
        for edition in EDITIONS:
            options = in_edition(step.options, edition)
            if step.name in _reached_names(guide, edition) and not options:
                yield _at(step.name, "guide.no-option", edition=edition)
            names = [option.name for option in options]
            for name in dict.fromkeys(name for name in names if names.count(name) > 1):
                yield _at(step.name, "guide.option-twice", option=name)
        if any(step.name in reached_from(guide, option.to) for option in step.options):
            yield _at(step.name, "guide.circle")


def _unreached_nodes(guide: Guide) -> Iterator[Problem]:
    reached = {name for edition in EDITIONS for name in _reached_names(guide, edition)}
    for name in (*guide.steps, *guide.rulings):
        if name not in reached:
            yield _at(name, "guide.unreached")


def _citations(guide: Guide) -> Iterator[Problem]:
    """Yields the nodes without a citation in an edition in which they are reached, and laws that do not exist."""
    for node in guide.nodes:
        if any(
            not in_edition(node.cites, edition) for edition in EDITIONS if node.name in _reached_names(guide, edition)
        ):
            yield _at(node.name, "guide.no-citation")
        cites = [*node.cites, *([Citation("law", node.law)] if isinstance(node, Ruling) else [])]
        for cite in cites:
            digits = "".join(_leading_digits(cite.place))
            if cite.document == "law" and not 1 <= (whole_of(digits) or 0) <= _LAST_LAW:
                yield _at(node.name, "guide.no-such-law", law=cite.place[:_SHOWN])
    for example in guide.examples:
        if not example.cites:
            yield _at(example.name, "guide.no-citation")


def _leading_digits(text: str) -> Iterator[str]:
    for sign in text:
        if not sign.isdecimal():
            return
        yield sign


def _silent(guide: Guide, languages: Collection[str]) -> Iterator[Problem]:
    """Yields every text that is missing in a language."""
    for at, words in _texts(guide):
        for language in languages:
            if not words.get(language):
                yield _at(at, "guide.no-words", language=language)


def _texts(guide: Guide) -> Iterator[tuple[str, Words]]:
    yield guide.name, guide.title
    if guide.about:
        yield guide.name, guide.about
    for node in guide.nodes:
        yield node.name, node.ask if isinstance(node, GuideStep) else node.title
        lines = node.help if isinstance(node, GuideStep) else (*node.says, *node.lead)
        yield from ((node.name, part.words) for part in lines)
        yield from ((node.name, tick.words) for tick in node.ticks)
        yield from ((node.name, option.words) for option in _options(node))
    for example in guide.examples:
        yield example.name, example.words


def _many(guide: Guide) -> Iterator[Problem]:
    for edition in EDITIONS:
        for place, _ in enumerate(ways(guide, edition)):
            if place >= MOST_WAYS:
                yield Problem("guide.too-many-ways", {"most": MOST_WAYS}, guide.name)
                return


def _examples(guide: Guide) -> Iterator[Problem]:
    """Yields examples whose answers do not lead to the ruling they state."""
    for example in guide.examples:
        end = walked_through(guide, example.answers, example.edition)
        if end.at.name != example.ruling or end.unread:
            yield _at(example.name, "guide.example-ends", at=end.at.name, ruling=example.ruling)


def _reached_names(guide: Guide, edition: int) -> set[str]:
    return reached_from(guide, guide.start.name, edition)


def _options(node: GuideStep | Ruling) -> tuple[GuideOption, ...]:
    return node.options if isinstance(node, GuideStep) else ()


def _at(where: str, code: str, **params: str | int) -> Problem:
    return Problem(code, dict(params), where)
