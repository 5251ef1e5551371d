"""The files of the libraries: reads, judges and writes starters, and writes arrows, for the searches that fill them.

The program itself only reads the entries it has (`core.movements.searched`, `core.movements.arrows`).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from arrowswitch.core.errors import Impossible
from arrowswitch.core.movements.arrow_patterns import format_arrow
from arrowswitch.core.movements.arrows.library import COLUMNS, StoredArrow
from arrowswitch.core.movements.searched.individual_starters import BaseRound, PlayerStarter, read_player_starter
from arrowswitch.core.movements.searched.starters import BaseTable, Starter, read_starter

Read = TypeVar("Read")
Key = TypeVar("Key", bound=Hashable)


def parse_starters(text: str) -> tuple[Starter, ...]:
    """Returns the starters of a library in TOML. Raises Impossible when one is none or there are two of a kind."""
    return _starters_of(text, read_starter, lambda s: (s.tables, s.rounds, s.turns_cards), starter_problems)


def parse_interwoven(text: str) -> tuple[Starter, ...]:
    """Returns the starters of a library in TOML. Raises Impossible when one is none or there are two of a size."""
    return _starters_of(
        text, lambda entry: read_starter(entry, groups=2), lambda s: (s.tables, s.rounds), interwoven_problems
    )


def parse_player_starters(text: str) -> tuple[PlayerStarter, ...]:
    """Returns the starters of a library in TOML. Raises Impossible when one is none or there are two of a size."""
    return _starters_of(text, read_player_starter, lambda s: (s.players, s.rounds), player_starter_problems)


def starter_problems(starter: Starter) -> tuple[str, ...]:
    """Returns the faults of `starter`: two that would meet twice, a set that would be played twice by the same pair,
    and so on.

    For makers of starters, in English; sheets are judged by the independent checker.
    """
    rounds, base = starter.rounds, starter.base
    faults = []
    seated = Counter(number for table in base for number in (table.ns, table.ew))
    if set(seated) != set(range(1, starter.pairs + 1)):
        faults.append("not every number sits exactly once")
    places = [table.place for table in base]
    if places != sorted(places) or places[0] != 1 or places[-1] > rounds:
        faults.append("the tables do not stand in the order of the ring from place 1")
    moving = [table for table in base if max(table.ns, table.ew) <= rounds]
    differences = [min((table.ns - table.ew) % rounds, (table.ew - table.ns) % rounds) for table in moving]
    if len(set(differences)) < len(differences) or 2 * max(differences, default=0) == rounds:
        faults.append("a difference of numbers occurs twice, or is its own opposite")
    if len(moving) + len(starter.stationary) != starter.tables:
        faults.append("stationary pairs meet each other")
    steps = [(table.place - n) % rounds for table in base for n in (table.ns, table.ew) if n <= rounds]
    if len(set(steps)) < len(steps):
        faults.append("two moving pairs stand equally far from their sets")
    return tuple(faults)


def interwoven_problems(starter: Starter) -> tuple[str, ...]:
    """Returns why `starter` makes no sheet, in English, for makers of starters; sheets are judged by the checker."""
    wanted = Counter(range(1, 2 * starter.tables + 1))
    rows = (starter.base, *starter.later)
    seated = [Counter(n for table in row for n in (table.ns, table.ew)) for row in rows]
    faults = ["not every number sits exactly once" for row in seated if row != wanted]
    if starter.later and len(starter.later) != starter.rounds - 1:
        faults.append("a whole sheet has another number of rounds")
    places = [table.place for table in starter.base]
    if places != sorted(places) or places[0] != 1 or places[-1] > starter.rounds:
        faults.append("the tables do not stand in the order of the ring from place 1")
    across = [(t.ns, t.ew) for t in starter.base if (t.ns <= starter.tables) != (t.ew <= starter.tables)]
    if any(abs(ns - ew) != starter.tables for ns, ew in across) or len(across) != starter.tables % 2:
        faults.append("those who meet across the groups are not i and i + tables")
    return tuple(faults)


def player_starter_problems(starter: PlayerStarter) -> tuple[str, ...]:
    """Returns why `starter` makes no sheet, in English, for makers of starters; sheets are judged by the checker."""
    faults = []
    for base in (starter.base, *starter.later):
        seated = Counter(number for seats, _ in base for number in seats)
        if max(seated.values()) > 1 or not set(seated) <= set(range(1, starter.players + 1)):
            faults.append("a number sits twice or does not exist")
        if not set(starter.stationary) <= set(seated):
            faults.append("a stationary number sits nowhere")
        if any(not 1 <= board_set <= starter.order for _, board_set in base):
            faults.append("a set does not exist")
    if (starter.stationary.start - 1) % starter.order:
        faults.append("the players that move are not whole orbits")
    return tuple(faults)


def format_starters(starters: Iterable[Starter]) -> str:
    """Returns starters as `parse_starters` reads them, smallest first."""
    ordered = sorted(starters, key=lambda starter: (starter.tables, starter.rounds, starter.turns_cards))
    return "\n".join(map(_format, ordered))


def format_interwoven(starters: Iterable[Starter]) -> str:
    """Returns starters as `parse_interwoven` reads them, smallest first."""
    return "\n".join(map(_format_interwoven, sorted(starters, key=lambda starter: (starter.tables, starter.rounds))))


def format_player_starters(starters: Iterable[PlayerStarter]) -> str:
    """Returns starters as `parse_player_starters` reads them, smallest first."""
    ordered = sorted(starters, key=lambda starter: (starter.players, starter.rounds))
    return "\n".join(map(_format_player, ordered))


def format_arrows(entries: Iterable[StoredArrow]) -> str:
    """Returns patterns as the library writes them, in order; `parse_arrows` reads them back."""
    rows = sorted(entries, key=lambda e: (e.key.family, e.key.tables, e.key.rounds, e.key.base, e.key.phantom, e.kind))
    return "".join(f"{line}\n" for line in (";".join(COLUMNS), *map(_format_row, rows)))


def _starters_of(
    text: str,
    parse: Callable[[Mapping[str, Any]], Read],
    key_of: Callable[[Read], Key],
    problems_of: Callable[[Read], tuple[str, ...]],
) -> tuple[Read, ...]:
    """Returns the starters of a library in TOML Raises Impossible when one is none or two have a key."""
    starters: dict[Key, Read] = {}
    for entry in tomllib.loads(text).get("starter", []):
        starter = parse(entry)
        if problems := problems_of(starter):
            raise Impossible(f"{problems}: {entry!r}")
        if starters.setdefault(key_of(starter), starter) is not starter:
            raise Impossible(f"two starters of a kind: {entry!r}")
    return tuple(starters.values())


def _format(starter: Starter) -> str:
    turned = ", ".join(
        f'{number} = "{" ".join(map(str, table.turned))}"'
        for number, table in enumerate(starter.base, start=1)
        if table.turned
    )
    lines = [
        "[[starter]]",
        f"rounds = {starter.rounds}",
        f'base = "{_words(starter.base)}"',
        *([f"turned = {{ {turned} }}"] if turned else []),
        f"squares = {starter.squares}",
        *([] if starter.has_ab_table else ["ab_table = false"]),
        f'origin = "{starter.origin}"',
        f'proof = "{starter.proof}"',
    ]
    return "\n".join(lines) + "\n"


def _format_interwoven(starter: Starter) -> str:
    lines = ["[[starter]]", f"rounds = {starter.rounds}", f'base = "{_words(starter.base)}"']
    if starter.later:
        lines += ["later = [", *(f'    "{_words(row)}",' for row in starter.later), "]"]
    return "\n".join([*lines, f'origin = "{starter.origin}"', f'proof = "{starter.proof}"']) + "\n"


def _words(tables: Iterable[BaseTable]) -> str:
    return " ".join(f"{table.ns}-{table.ew}@{table.place}" for table in tables)


def _format_player(starter: PlayerStarter) -> str:
    turned = ", ".join(
        f'{table} = "{" ".join(map(str, rounds))}"' for table, rounds in sorted(starter.turned.items()) if rounds
    )
    lines = [
        "[[starter]]",
        f"players = {starter.players}",
        f'group = "{"x".join(map(str, starter.parts))}"',
        *([] if starter.moving is None else [f"moving = {starter.moving}"]),
        f'base = "{_base_round(starter.base)}"',
    ]
    if starter.later:
        lines += ["later = [", *(f'    "{_base_round(base)}",' for base in starter.later), "]"]
    lines += [f"turned = {{ {turned} }}"] if turned else []
    return "\n".join([*lines, f'origin = "{starter.origin}"', f'proof = "{starter.proof}"']) + "\n"


def _base_round(base: BaseRound) -> str:
    return " ".join("-".join(map(str, seats)) + f"@{place}" for seats, place in base)


def _format_row(entry: StoredArrow) -> str:
    key = entry.key
    size = (key.family, key.tables, key.rounds, key.base, key.phantom, entry.kind)
    return ";".join(map(str, (*size, entry.squares, entry.bound, format_arrow(entry.pattern), entry.origin)))
