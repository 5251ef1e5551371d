"""Regulations in a ledger from elsewhere of which no rules can be made: a scale whose margins do not rise, a value of
another kind. They are read before anything is stored, together with the settings that choose from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from arrowswitch import regulations
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.untrusted import reading
from arrowswitch.regulations.toml_text import Source
from arrowswitch.tournament.model.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.rulebooks.event_rules import rules_by


def unusable_rules(ledger: tuple[LedgerEntry, ...], where: str = "") -> Iterator[Problem]:
    """Yields `file.rules` for each fact whose regulations, or whose choice from them, cannot be used, and after it the
    reasons, each with its place in the ledger."""
    name = ""
    copy: Mapping[str, object] | None = None
    rules: Regulations | None = None
    for at, entry in enumerate(ledger):
        for place, fact in enumerate(entry.facts):
            if not isinstance(fact, EventCreated | SettingsChanged):
                continue
            name = name or fact.settings.name
            field, problems = f"ledger.{at}.facts.{place}.rules", tuple[Problem, ...]()
            if fact.rules is not None and fact.rules != copy:
                copy = fact.rules
                source = Source(" ".join(filter(None, (where, field))))
                rules, problems = _attempt(partial(regulations.from_plain, copy, source), source.name)
            if rules is not None:
                field = f"ledger.{at}.facts.{place}.settings"
                _, problems = _attempt(partial(rules_by, rules, fact.settings), where)
            if problems:
                yield Problem("file.rules", {"event": name, "entry": at + 1, "field": field}, where)
                yield from problems


def _attempt(make: Callable[[], Regulations], where: str) -> tuple[Regulations | None, tuple[Problem, ...]]:
    """Returns regulations, or None and the problems for which they cannot be made."""
    try:
        with reading(where):
            return make(), ()
    except Mistake as mistake:
        return None, mistake.problems
