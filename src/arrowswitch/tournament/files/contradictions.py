"""The gate for every ledger from outside: it is folded and scored before anything is stored, and so are its pages where
the caller has them; the entry at which that fails is named.

A ledger can be well formed and contradict itself: a result without a score, an entry that names a table of no session.
The place is the shortest beginning of the ledger that fails in the same way; the field is the one that, with the value
of an earlier entry of its kind, no longer fails. A ledger that passes is one of an event that the program can show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace

from arrowswitch.core.errors import Malformed, Mistake, NotFound, ParamValue, Problem, Refused
from arrowswitch.core.untrusted import reading
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import EventCreated, Fact, LedgerEntry
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.standings.totals import totals

Ledger = tuple[LedgerEntry, ...]
Attempt = Callable[[Ledger], None]
"""Computes something of a ledger; any exception but a Mistake says that it cannot be done."""

_MOST_FIELDS = 12


def score(ledger: Ledger) -> None:
    """Folds a ledger and computes the standings of each session and the total."""
    state = state_of(ledger)
    for number in state.sessions:
        with suppress(Refused, NotFound):  # a session that cannot be ranked yet
            standings(state, number)
    with suppress(Refused, NotFound):
        totals(state)


def refuse_contradictions(ledger: Ledger, attempt: Attempt = score, where: str = "") -> None:
    """Raises Malformed (`file.contradiction`) with the entry and the field at which an attempt fails, and mistakes with
    the entry at which the fold, or the attempt, stops."""
    try:
        attempt(ledger)
    except Mistake as mistake:
        place = f"ledger.{_shortest(ledger, _folds if _fails(ledger, _folds) else attempt) - 1}"
        raise Malformed(
            *(replace(one, where=" ".join(filter(None, (where, place)))) for one in mistake.problems)
        ) from mistake
    except Exception as error:  # noqa: BLE001 - it is logged, and refused with its place
        length = _shortest(ledger, attempt)
        entry = ledger[length - 1]
        params: dict[str, ParamValue] = {
            "event": _name_of(ledger),
            "entry": length,
            "field": _field(ledger[: length - 1], entry, attempt),
        }
        try:
            with reading(where):
                raise error
        except Malformed as logged:
            raise Malformed(Problem("file.contradiction", params, where)) from logged


def _folds(ledger: Ledger) -> None:
    state_of(ledger)


def _fails(ledger: Ledger, attempt: Attempt) -> bool:
    try:
        attempt(ledger)
    except Exception:  # noqa: BLE001 - that it fails is all that is asked here; the caller raises it with its place
        return True
    return False


def _shortest(ledger: Ledger, attempt: Attempt) -> int:
    """Returns the length of a beginning that fails where the one without its last entry does not."""
    passes, fails = 0, len(ledger)
    while fails - passes > 1:
        middle = (passes + fails) // 2
        if _fails(ledger[:middle], attempt):
            fails = middle
        else:
            passes = middle
    return fails


def _field(before: Ledger, entry: LedgerEntry, attempt: Attempt) -> str:
    """Returns the place of the value that does not fit: a field of a fact, the fact, or the entry."""
    for at in range(len(entry.facts)):
        part = replace(entry, facts=entry.facts[: at + 1])
        if not _fails((*before, part), attempt):
            continue
        place = f"ledger.{entry.seq - 1}.facts.{at}"
        for name, other in _others(before, entry.facts[at]):
            mended = replace(part, facts=(*part.facts[:at], other))
            if not _fails((*before, mended), attempt):
                return f"{place}.{name}"
        return place
    return f"ledger.{entry.seq - 1}"


def _others(before: Ledger, fact: Fact) -> Iterator[tuple[str, Fact]]:
    """Yields names of fields, each with the fact as it is with the value of the newest earlier fact of its kind."""
    earlier = next((one for entry in reversed(before) for one in entry.facts if type(one) is type(fact)), None)
    if is_dataclass(fact) and earlier is not None:
        values = ((one.name, getattr(earlier, one.name)) for one in fields(fact))
        for name, value in [(name, value) for name, value in values if value != getattr(fact, name)][:_MOST_FIELDS]:
            yield name, replace(fact, **{name: value})


def _name_of(ledger: Ledger) -> str:
    created = ledger[0].facts[0] if ledger and ledger[0].facts else None
    return created.settings.name if isinstance(created, EventCreated) else ""
