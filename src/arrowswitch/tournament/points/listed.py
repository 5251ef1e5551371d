"""Awards of other bodies and expelled players as rows of a table: read, with every fault at its line.

Awards: date, body, event, number, name, points. Expelled players: number, name, since, until, reason. Dates are ISO; a
first line without a date is the heading.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import date

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.model.values.people import Person

_POINTS = re.compile(r"(\d{1,6})(?:\.(\d{1,2}))?", re.ASCII)
_AWARD, _EXPELLED = 6, 5


def awards_in(rows: Sequence[Sequence[str]]) -> dict[str, OtherAward]:
    """Returns the awards of a table by an id that depends only on the line, so that a second import of a table adds
    nothing.

    Raises Malformed: `points.no-date`, `points.nobody`, `points.no-points`, each at its line (`line 3`).
    """
    problems: list[Problem] = []
    awards = {}
    for at, (day, body, event, number, name, points) in _lines(rows, _AWARD, 0):
        read = _POINTS.fullmatch(points)
        problems += _faults(at, (day,), number or name)
        if read is None:
            problems.append(Problem("points.no-points", {"text": points[:20]}, f"line {at}"))
            continue
        hundredths = int(read[1]) * 100 + int(f"{read[2] or '0':0<2}")
        award = OtherAward(Person(name, number), date=day, body=body, event=event, hundredths=hundredths)
        awards[_id(day, body, event, number, name, points)] = award
    Malformed.check(problems)
    return awards


def expelled_in(rows: Sequence[Sequence[str]]) -> dict[str, ExpelledPlayer]:
    """Returns the expelled players of a table by id, as `awards_in` does."""
    problems: list[Problem] = []
    expelled = {}
    for at, (number, name, since, until, reason) in _lines(rows, _EXPELLED, 2):
        problems += _faults(at, (since, *((until,) if until else ())), number or name)
        expelled[_id(number, name, since)] = ExpelledPlayer(Person(name, number), since, until=until, reason=reason)
    Malformed.check(problems)
    return expelled


def _lines(rows: Sequence[Sequence[str]], width: int, date_at: int) -> list[tuple[int, list[str]]]:
    """Returns the lines with something in them, as wide as they must be, without a heading."""
    wide = [(at, [cell.strip() for cell in (*row, *[""] * width)][:width]) for at, row in enumerate(rows, start=1)]
    filled = [(at, row) for at, row in wide if any(row)]
    is_heading = bool(filled) and not re.search(r"\d", filled[0][1][date_at])
    return filled[is_heading:]


def _faults(at: int, days: Sequence[str], who: str) -> list[Problem]:
    where = f"line {at}"
    wrong = [Problem("points.no-date", {"text": day[:20]}, where) for day in days if not _is_date(day)]
    return wrong if who else [*wrong, Problem("points.nobody", {}, where)]


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _id(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
