"""The registered master sheets by their ids: "PHW 6 11R" is the Howell of 6 tables in 11 rounds.

JCBL director's manual 3.3, lines 3433-3475; the list is in `registered_list`. A sheet is written as its id, its size
(tables, teams or players) and further distinctions: rounds `11R`, sessions `2S`, the variant `V2` of a movement for
several sections or of teams and pairs, or `STAGGER`. Without them the usual sheet is meant. Nothing is made here by
itself: the families and the plans of teams make the movements.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Malformed, NotFound, ParamValue, Problem, Refused
from arrowswitch.core.movements.families import team_pairs
from arrowswitch.core.movements.families.family import OptionValue
from arrowswitch.core.movements.families.multi_section import usual_rounds, variants
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.registered_list import (
    RegisteredRow,
    RegisteredSheet,
    registered_ids,
    registered_rows,
    written_sizes,
)
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.sessions.team_games import team_plans
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan

_WRITTEN = re.compile(r"([A-Z][A-Z0-9]*)\s+(\d{1,3})T?((?:\s+(?:\d{1,2}[RS]|V\d{1,2}|[A-Z]+))*)")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """A registered sheet with the movements of its sessions, made and checked; `plan` where it is one of teams."""

    sheet: RegisteredSheet
    movements: tuple[Movement, ...]
    plan: TeamPlan | None = None


def make_registered(text: str) -> RegisteredGame:
    """Returns the sheet that is written as `PHW 6 11R`, `PMAX 14 13R`, `TFAWL 15` or `TF2S 8 STAGGER`.

    Capital and small letters, wide and narrow ones are the same. Raises Malformed (`registered.unreadable`), NotFound
    (`registered.unknown-id`) with the ids there are, and Refused (`registered.size`, `registered.rounds`,
    `registered.sessions`, `registered.variant`, `registered.word`) with what there is instead.
    """
    sheet_id, size, wanted = _read(text)
    rows = [row for row in registered_rows() if row.sheet_id == sheet_id]
    if not rows:
        raise NotFound.of("registered.unknown-id", id=sheet_id, ids=", ".join(registered_ids()))
    fit = [row for row in rows if size in row.sizes]
    if not fit:
        sizes = sorted({n for row in rows for n in row.sizes})
        raise Refused.of("registered.size", id=sheet_id, size=size, sizes=written_sizes(sizes))
    row = _choose_row(fit, size, wanted)
    rounds = _rounds(fit, row, size, wanted)
    return _make_game(row, row.sheet(size, rounds, wanted.variant))


def is_registered(text: str) -> bool:
    """True if a text names a registered sheet and not a family: an id in front, or several words.

    >>> is_registered("phw 6 11R"), is_registered("PHW"), is_registered("howell")
    (True, True, False)
    """
    words = _fold_text(text).split()
    return len(words) > 1 or (bool(words) and words[0] in registered_ids())


def entries(sheet_id: str | None = None) -> tuple[RegisteredSheet, ...]:
    """Returns every registered sheet: ids by sizes by rounds, in the order of the list, or those of one id.

    Of movements for several sections the first variant stands for all; of teams and pairs every one is listed. Raises
    NotFound (`registered.unknown-id`).
    """
    wanted = None if sheet_id is None else _fold_text(sheet_id)
    if wanted is not None and wanted not in registered_ids():
        raise NotFound.of("registered.unknown-id", id=wanted[:_LONGEST], ids=", ".join(registered_ids()))
    return tuple(
        row.sheet(size, rounds, variant)
        for row in registered_rows()
        if wanted in (None, row.sheet_id)
        for size in row.sizes
        for rounds in row.rounds_for(size) or (None,)
        for variant in (None, *range(2, _team_variants(row, size) + 1))
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """The words after the size."""

    rounds: RoundNumber | None = None
    sessions: int | None = None
    variant: int | None = None
    word: str = ""


def _read(text: str) -> tuple[str, int, _Asked]:
    match = _WRITTEN.fullmatch(_fold_text(text))
    if match is None:
        raise Malformed.of("registered.unreadable", text=text.strip()[:_LONGEST])
    wanted = _Asked()
    for word in match[3].split():
        if word[-1] == "R" and word[:-1].isdigit():
            wanted = replace(wanted, rounds=int(word[:-1]))
        elif word[-1] == "S" and word[:-1].isdigit():
            wanted = replace(wanted, sessions=int(word[:-1]))
        elif word[0] == "V" and word[1:].isdigit():
            wanted = replace(wanted, variant=int(word[1:]))
        else:
            wanted = replace(wanted, word=word)
    return match[1], int(match[2]), wanted


def _fold_text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).upper().split())


def _choose_row(rows: list[RegisteredRow], size: int, wanted: _Asked) -> RegisteredRow:
    """Returns the first row that has what was asked for. Raises Refused."""
    if wanted.word:
        words = [row.word for row in rows if row.word]
        if wanted.word not in words:
            raise _build_refusal("word", rows[0], size, word=wanted.word, words=", ".join(words) or "-")
        rows = [row for row in rows if row.word == wanted.word]
    if wanted.sessions is not None:
        possible = sorted({row.sessions for row in rows})
        if wanted.sessions not in possible:
            raise _build_refusal("sessions", rows[0], size, sessions=wanted.sessions, possible=_format_list(possible))
        rows = [row for row in rows if row.sessions == wanted.sessions]
    return next((row for row in rows if wanted.rounds is not None and row.rounds == wanted.rounds), rows[0])


def _rounds(rows: list[RegisteredRow], row: RegisteredRow, size: int, wanted: _Asked) -> RoundNumber | None:
    """Returns the rounds that were asked for, or those of the row. Raises Refused."""
    possible = sorted({rounds for one in rows for rounds in one.rounds_for(size)})
    if wanted.rounds is None:
        return row.rounds
    if possible and wanted.rounds not in possible:
        raise _build_refusal("rounds", row, size, rounds=wanted.rounds, possible=_format_list(possible))
    return wanted.rounds


def _make_game(row: RegisteredRow, sheet: RegisteredSheet) -> RegisteredGame:
    if sheet.variant is not None:
        is_multi = row.family == "multi-section-mitchell"
        played = sheet.rounds or usual_rounds(sheet.size)
        most = variants(sheet.size, played) if is_multi else _team_variants(row, sheet.size)
        if not 1 <= sheet.variant <= most:
            raise _build_refusal("variant", row, sheet.size, variant=sheet.variant, most=most)
    if row.form is not None:
        return _of_teams(row, sheet)
    options: dict[str, OptionValue | None] = {row.unit.value: sheet.size, "rounds": sheet.rounds}
    if sheet.variant is not None:
        options["variant"] = sheet.variant
    if row.sessions > 1:
        sessions = range(1, row.sessions + 1)
        if options.pop("rounds") is not None:
            raise _build_refusal("rounds", row, sheet.size, rounds=sheet.rounds or 0, possible="-")
        many = tuple(make(row.family, **options, sessions=row.sessions, session=session) for session in sessions)
        return RegisteredGame(sheet, many)
    return RegisteredGame(sheet, (make(row.family_for(sheet.size), **options),))


def _team_variants(row: RegisteredRow, size: int) -> int:
    """Returns the number of sheets of teams and pairs for this many teams; 0 for any other row."""
    return team_pairs.variants(size) if row.form is TeamForm.TEAMS_AND_PAIRS else 0


def _of_teams(row: RegisteredRow, sheet: RegisteredSheet) -> RegisteredGame:
    """Returns the first plan of the form over the sheet's sessions, as the catalogue of teams lists them. Raises
    Refused."""
    plans = [p for p in team_plans(sheet.size) if p.form is row.form and len(p.sheets) == row.sessions]
    possible = sorted({sum(plan.rounds) for plan in plans})
    if sheet.rounds is not None:
        plans = [plan for plan in plans if sum(plan.rounds) == sheet.rounds]
    if sheet.variant is not None:
        plans = [plan for plan in plans if plan.variant == sheet.variant]
    if not plans:
        raise _build_refusal(
            "rounds", row, sheet.size, rounds=sheet.rounds or 0, possible=_format_list(possible) or "-"
        )
    return RegisteredGame(sheet, plans[0].sessions, plans[0])


def _build_refusal(code: str, row: RegisteredRow, size: int, **params: ParamValue) -> Refused:
    return Refused(Problem(f"registered.{code}", {"id": row.sheet_id, "size": size, **params}))


def _format_list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
