"""What an event is made of, from a file of results: rows with their sections, people, and how it was scored."""

from __future__ import annotations

from datetime import date
from itertools import zip_longest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.contracts import ns_score_at
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.scoring.elsewhere import PlayedElsewhere, ResultsElsewhere
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile


def results_elsewhere(file: ResultsFile) -> ResultsElsewhere:
    """Returns what an event of pairs is made of.

    Raises Refused (`elsewhere.kind`) for teams and single players, (`elsewhere.empty`) without results.
    """
    if file.kind is not ContestantKind.PAIR or file.method is None or file.teams:
        raise Refused.of("elsewhere.kind")
    if not file.lines:
        raise Refused.of("elsewhere.empty")
    letters = sorted({line.section for line in file.lines})
    sections = {letter: _letter(letter, at) for at, letter in enumerate(letters)}
    played = tuple(
        PlayedElsewhere(
            section=sections[line.section],
            round=line.round or 0,
            table=line.table or 0,
            board=line.line.board,
            ns=_within(line.line.ns[0], line.section),
            ew=_within(line.line.ew[0], line.section),
            text=_typed(line),
        )
        for line in file.lines
    )
    seats = {
        (line.section, number): (sections[line.section], _within(number, line.section))
        for line in file.lines
        for number in (line.line.ns[0], line.line.ew[0])
    }
    known = {contestant.number: contestant for contestant in file.contestants}
    people = {seat: _people(known.get(number)) for (_, number), seat in seats.items()}
    return ResultsElsewhere(
        played=played,
        people=people,
        method=file.method or Method.MATCHPOINTS,
        is_two_fields=file.winners == 2,
        name=file.event,
        day=_day(file.date),
        venue=file.venue,
    )


def _letter(told: str, at: int) -> str:
    """Returns the section's letter, else the next one of the alphabet."""
    return told if len(told) == 1 and told.isascii() and told.isalpha() and told.isupper() else chr(ord("A") + at % 26)


def _within(number: Number, section: str) -> Number:
    """Returns a number without the letter of its section in front: `A7`, `ANS7`."""
    rest = number.removeprefix(section) if section else number
    return Number(rest) if rest and rest != number and rest.lstrip("NSEW").isdigit() else number


def _people(contestant: FileContestant | None) -> tuple[tuple[str, str], ...]:
    if contestant is None:
        return ()
    both = zip_longest(contestant.names, contestant.ids, fillvalue="")
    return tuple((name, number) for name, number in both if name)[:2]


def _typed(line: FileLine) -> str:
    """Returns a result as a director types it; the score alone where the file gives another than the contract's."""
    if line.score is None:
        return line.award.replace("/", " ")
    if line.result is not None and ns_score_at(line.result, vulnerability(line.line.board)) == line.score:
        return format_result(line.result)
    return str(line.score)


def _day(text: str) -> str:
    """Returns a date as year, month and day, empty where a file tells it otherwise or not."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else ""
    except ValueError:
        return ""
