"""The figures of the reference page of movements: the best sheet of each size, measured, and the published figures.

A row is the sheet with the best balance for a number of contestants, of rounds and of rankings, apart for sheets whose
tables have their own boards, that share some, and whose tables all play the same boards (`movements.csv`). The figures
are computed by `tools/make-movements`; `make check` reads them only, and tests make the sheets again.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from hashlib import sha256
from math import sqrt
from pathlib import Path

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.arrows.library import arrow_key, stored_arrows
from arrowswitch.core.movements.checking.balance import balance_without, quick_balance
from arrowswitch.core.movements.choosing.candidates import candidates
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.candidate import Candidate
from arrowswitch.core.movements.families.individual import individual_rounds
from arrowswitch.core.movements.families.registry import FAMILIES, OptionValue, family_named, make
from arrowswitch.core.movements.model import Meeting, Movement

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "reference" / "movements.csv"
PUBLISHED = ROOT / "tests" / "data" / "standards" / "movements" / "published.csv"
PAIRS, TEAMS, PLAYERS = range(4, 121), range(2, 61), range(5, 81)
LONGEST = 15
"""The most rounds of which every number is listed; of more only whole sheets are."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A sheet and its measures. `options` make it, `s` is its balance, `bound` the least balance of any sheet of its
    size, `digest` the start of the SHA-256 of its meetings."""

    kind: str
    contestants: int
    rounds: int
    winners: int
    boards: str
    family: str
    options: str
    sets: int
    s: str
    bound: str
    digest: str

    @property
    def key(self) -> tuple[str, int, int, int, str]:
        """Returns the size of which the row is the best sheet."""
        return self.kind, self.contestants, self.rounds, self.winners, self.boards

    def make(self) -> Movement:
        """Returns the sheet."""
        options: dict[str, OptionValue] = {}
        for word in self.options.split():
            name, _, value = word.partition("=")
            option = family_named(self.family).option(name)
            is_number = value.isdecimal() and option is not None and not option.is_text
            options[name] = int(value) if is_number else value.replace("_", " ")
        return make(self.family, **options)


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure; `s` is None where only the size is compared. `reason` says why ours is not at least equal."""

    kind: str
    contestants: int
    rounds: int
    winners: str
    boards: str
    s: float | None
    clean: bool
    source: str
    reason: str


def read_figures() -> tuple[Figures, ...]:
    """Returns the rows of the page."""
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return tuple(_figures_of(row) for row in csv.DictReader(file, delimiter=";"))


def _figures_of(row: dict[str, str]) -> Figures:
    return Figures(
        kind=row["kind"],
        contestants=int(row["contestants"]),
        rounds=int(row["rounds"]),
        winners=int(row["winners"]),
        boards=row["boards"],
        family=row["family"],
        options=row["options"],
        sets=int(row["sets"]),
        s=row["s"],
        bound=row["bound"],
        digest=row["digest"],
    )


def write_figures(rows: Iterable[Figures]) -> None:
    """Writes the rows in order."""
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";", lineterminator="\n")
        writer.writerow(field.name for field in fields(Figures))
        writer.writerows(astuple(row) for row in sorted(rows, key=lambda row: row.key))


def read_published() -> tuple[Published, ...]:
    """Returns the published figures."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return tuple(
            Published(
                kind=row["kind"],
                contestants=int(row["contestants"]),
                rounds=int(row["rounds"]),
                winners=row["winners"],
                boards=row["boards"],
                s=float(row["s"]) if row["s"] else None,
                clean=row["clean"] == "yes",
                source=row["source"],
                reason=row["reason"],
            )
            for row in csv.DictReader(lines, delimiter=";")
        )


def all_figures(kind: str, contestants: int) -> tuple[Figures, ...]:
    """Returns the rows for a number of pairs, teams or players."""
    best: dict[tuple[str, int, int, int, str], Figures] = {}
    makers = {"pairs": _pair_sheets, "teams": _team_sheets, "players": _player_sheets}
    for movement in makers[kind](contestants):
        row = measure_sheet(kind, contestants, movement)
        before = best.get(row.key)
        if before is None or _order(row) < _order(before):
            best[row.key] = row
    return tuple(best.values())


def _order(row: Figures) -> tuple[float, int]:
    return float(row.s or 0), row.sets


def measure_sheet(kind: str, contestants: int, movement: Movement) -> Figures:
    """Returns the row of a movement."""
    is_of_teams = movement.kind is ContestantKind.TEAM
    balance = None if is_of_teams else quick_balance(movement)
    return Figures(
        kind=kind,
        contestants=contestants,
        rounds=movement.rounds,
        winners=len(movement.fields),
        boards=boards_word(movement),
        family=movement.family,
        options=_written_options(movement),
        sets=len({meeting.board_set for meeting in movement.meetings if movement.is_played(meeting)}),
        s="" if balance is None else f"{balance:.4f}",
        bound="" if balance is None else f"{least_balance(movement):.4f}",
        digest=digest(movement),
    )


def boards_word(movement: Movement) -> str:
    """Returns `own` if no two tables play a set in the same round, `common` if all do, else `shared`."""
    if movement.options.get("barometer") == "yes":
        return "common"
    at_once = Counter((m.round, m.board_set) for m in movement.meetings if movement.is_played(m))
    if max(at_once.values()) == 1:
        return "own"
    rounds = Counter(m.round for m in movement.meetings if movement.is_played(m))
    return "common" if all(at_once[r, s] == rounds[r] for r, s in at_once) else "shared"


def digest(movement: Movement) -> str:
    """Returns the start of the SHA-256 of the meetings and the phantom."""
    meetings = sorted((m.round, m.table, *m.ns, *m.ew, m.board_set) for m in movement.meetings)
    return sha256(repr((meetings, movement.phantom)).encode()).hexdigest()[:12]


def least_balance(movement: Movement) -> float:
    """Returns a balance below which no sheet of the same size can be, in which as many meet on as many sets.

    The sum of the comparison counts is fixed and each is a whole number. Where everybody plays every set, each is odd
    or even by whether the two meet, because it is the sets on which both sit alike less the others, and the number of
    tables if they meet. Where also everybody meets everybody in one ranking and the number of pairs is no multiple of
    four, the pairs fall into two halves: the counts of three pairs are together 3 modulo 4 (each set adds 3 or -1).
    """
    real = [[number for number in group if number != movement.phantom] for group in movement.fields]
    twos = sum(len(group) * (len(group) - 1) // 2 for group in real)
    played = [meeting for meeting in movement.meetings if movement.is_played(meeting)]
    plays = Counter(meeting.board_set for meeting in played)
    mine = Counter(number for meeting in played for number in meeting.contestants)
    is_full = movement.kind is ContestantKind.PAIR and set(mine.values()) == {len(plays)}
    total = _total(movement, real, played, plays)
    if not twos or total <= 0:
        return 0.0
    if not is_full or len(real) > 1 or len(set(plays.values())) > 1:
        low, rest = divmod(total, twos)
        squares = (twos - rest) * low * low + rest * (low + 1) ** 2
    else:
        squares = _least_squares(len(real[0]), len(plays), len(played), max(plays.values()), total)
    return sqrt(max(0.0, twos * squares / total**2 - 1))


def _total(movement: Movement, real: list[list[Number]], played: Sequence[Meeting], plays: Counter[int]) -> int:
    """Returns the sum of the comparison counts of every two contestants that are ranked together."""
    place = {number: index for index, group in enumerate(real) for number in group}
    sides: dict[tuple[int, int], list[int]] = {}
    total = 0
    for meeting in played:
        for side, numbers in ((1, meeting.ns), (-1, meeting.ew)):
            for number in numbers:
                sides.setdefault((meeting.board_set, place[number]), []).append(side)
        total += sum(plays[meeting.board_set] for ns in meeting.ns for ew in meeting.ew if place[ns] == place[ew])
        total -= sum(len(side) > 1 for side in (meeting.ns, meeting.ew))
    return total + sum((sum(one) ** 2 - len(one)) // 2 for one in sides.values())


def _least_squares(pairs: int, sets: int, meetings: int, tables: int, total: int) -> int:
    """Returns the least sum of squares if every pair plays every set."""
    twos = pairs * (pairs - 1) // 2
    mean = total // twos
    if meetings == twos and pairs % 4 == 2 and total == mean * twos:
        half = pairs // 2
        return twos * mean * mean + 4 * half * (half - 1)
    counts = Counter({(sets + tables) % 2: meetings})
    counts[sets % 2] += twos - meetings
    least = sum(parity * count for parity, count in counts.items())
    missing, value = (total - least) // 2, 0
    while missing > 0:
        raised = min(counts.get(value % 2, 0), missing)
        least, missing, value = least + raised * (4 * value + 4), missing - raised, value + 1
    return least


def _pair_sheets(pairs: int) -> Iterator[Movement]:
    tables = (pairs + 1) // 2
    for rounds in sorted({*range(3, LONGEST + 1), tables - 1, tables, pairs - 1 + pairs % 2}):
        for winners in (True, False):
            for candidate in candidates(pairs, Wishes(rounds=rounds, one_winner=winners, boards_per_round=2)):
                for options in _options(candidate, pairs):
                    yield from _make_sheet(candidate.family, options)


def _options(candidate: Candidate, pairs: int) -> Iterator[dict[str, OptionValue]]:
    options: dict[str, OptionValue] = {"pairs": pairs, "rounds": candidate.rounds, "boards_per_round": 2}
    options |= dict(candidate.more)
    if candidate.is_howell and pairs % 2:
        options["phantom"] = _most_even_number(candidate)
    yield options
    if _has_stored_arrows(candidate.family, options):
        yield {**options, "arrow": "best"}
        yield {**options, "arrow": "tables"}
    if candidate.family == "howell" and candidate.rounds == 2 * candidate.tables - 1:
        yield {**options, "barometer": "yes"}


def _most_even_number(candidate: Candidate) -> str:
    """Returns the number of a Howell without which the others compare most evenly."""
    sheet = make(candidate.family, tables=candidate.tables, rounds=candidate.rounds)
    return min(sheet.contestants, key=lambda number: (balance_without(sheet, number) or 9, int(number)))


def _has_stored_arrows(family: str, options: dict[str, OptionValue]) -> bool:
    """True if the best arrows of a sheet were searched once; of others they are not searched here."""
    if family_named(family).option("arrow") is None:
        return False
    keys = [arrow_key(movement) for movement in _make_sheet(family, options)]
    return any(key is not None and (key, "tables") in stored_arrows() for key in keys)


def _team_sheets(teams: int) -> Iterator[Movement]:
    for family in FAMILIES:
        if family.kind is not ContestantKind.TEAM or teams not in family.tables:
            continue
        for rounds in range(1, teams) if teams > 2 else range(1, 9):
            yield from _make_sheet(family.name, {"teams": teams, "rounds": rounds, "boards_per_round": 2})


def _player_sheets(players: int) -> Iterator[Movement]:
    for rounds in individual_rounds(players):
        options: dict[str, OptionValue] = {"players": players, "rounds": rounds, "boards_per_round": 2}
        yield from _make_sheet("individual", options)
        if players > 7:
            yield from _make_sheet("individual", {**options, "barometer": "yes"})


def _make_sheet(family: str, options: dict[str, OptionValue]) -> Iterator[Movement]:
    try:
        yield make(family, **options)
    except Refused:
        return


def _written_options(movement: Movement) -> str:
    names = {option.name for option in family_named(movement.family).options}
    written = {name: value for name, value in movement.options.items() if name in names and name != "first_board"}
    return " ".join(f"{name}={str(value).replace(' ', '_')}" for name, value in sorted(written.items()))
