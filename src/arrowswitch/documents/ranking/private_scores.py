"""Scorecards: every pair's own evening board by board, filled in after the session, or blank with the summary of a
system next to it (R-014, R-015, R-387, R-400).

JCBL director's manual 3.3, lines 748-758 and 1644 for the columns, 1503, 3890 and 3910 for the filled ones. Filled-in
sheets are printed two to a page (A5), or one in large print; a blank one is folded in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from typing import Any

from arrowswitch.core.contestants import side_text
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.slips import format_award
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.names import side_names, team_name
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import HALF, NUMBER, POINTS, SECTION, SIZE, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import board_unit, by_boards, percent_text, points_text, with_boards
from arrowswitch.documents.slot import legend, result_text
from arrowswitch.documents.words import Words, board_ranges, most_ems
from arrowswitch.i18n import weights_in_words
from arrowswitch.tournament.model.views import PrivateLine, PrivateView
from arrowswitch.tournament.ranking.rankings import privates

LAYOUT = SheetOption("layout", ("filled", "blank-pairs", "blank-teams"))
INFO = SheetInfo(
    "private-scores",
    (LAYOUT, SIZE, SECTION, NUMBER, HALF, POINTS, VERSION),
    needs=with_boards,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)
BLANK_BOARDS = 32


@dataclass(frozen=True, slots=True)
class CardRoom:
    """The capacity of a card: the readable lines, with names next to the boards and with names on lines of their own,
    and the widths of names in both places, in full-width characters."""

    lines: int
    lines_with_names: int
    beside: float
    own_line: float


_PLAIN = CardRoom(lines=30, lines_with_names=36, beside=8, own_line=30)
_LARGE = CardRoom(lines=25, lines_with_names=28, beside=6.4, own_line=24)
"""In 9 points, and in 16 points in large print."""
PARTNERS = 2
SYSTEM_LINES = (
    "general",
    "notrump",
    "majors",
    "minors",
    "two-level",
    "responses",
    "doubles",
    "leads",
    "signals",
    "other",
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the requested scorecards. Filled-in ones raise Refused as `by_boards`."""
    layout = job.option(LAYOUT)
    labels = words.labels(
        "private",
        "round", "board", "vul", "vs", "contract", "by", "made", "down", "plus", "minus", "points",
        "total", "rank", "penalty", "system", "names", "date", "imps", "number", "percent"
    )  # fmt: skip
    if layout == "filled":
        labels["points"] = words(board_unit(job.state))
        return _filled_cards(job, words, labels)
    return Document(frame(INFO, job, words), labels, _blank(job, layout == "blank-teams", words))


def score_sheet(job: PrintJob, view: PrivateView, words: Words) -> Model:
    """Returns one pair's evening; its total, percentage and rank are those of the ranking."""
    standing = view.rank.standing if view.rank is not None else None
    notes = list(legend((line.cell for line in view.lines), words))
    if view.sit_outs:
        notes.insert(0, words("private.sit-outs", rounds=board_ranges(view.sit_outs), n=len(view.sit_outs)))
    return {
        "section": section_mark(view.section, words),
        "number": view.number,
        "names": team_name(view.entry, words),
        "lines": tuple(_lines(job, view, words)),
        "total": points_text(standing.total, job) if standing is not None else "",
        "percent": percent_text(standing.percent, words) if standing is not None else "",
        "rank": standing.written_rank if standing is not None else "",
        "penalty": decimal_string(-standing.penalty) if standing is not None and standing.penalty else "",
        "notes": tuple(notes),
    }


def _lines(job: PrintJob, view: PrivateView, words: Words) -> Iterator[Model]:
    """Yields the boards of an evening. If a name is too long for the line of its board, the opponents of every round
    are on a line of their own above their boards."""
    rounds = _rounds(view.lines)
    beside = [_names(together, words) for together in rounds]
    room = _room(job)
    has_own_lines = any(most_ems(name) > room.beside for names in beside for name in names)
    for together, names in zip(rounds, beside, strict=True):
        if has_own_lines:
            yield _opponents(together[0], room, words)
        for place, line in enumerate(together):
            yield _line(job, line, "" if has_own_lines else names[place], not has_own_lines and place == 0, words)


def _opponents(line: PrivateLine, room: CardRoom, words: Words) -> Model:
    """Returns the line over the boards of a round: its opponents, and how many lines their names take."""
    names = side_names(line.opponents.entries, words)
    return {
        "round": str(line.cell.slot.round),
        "opponents": side_text(line.opponents.numbers),
        "names": names,
        "takes": ceil(most_ems(names) / room.own_line),
        "board": "",
        "is_new_round": True,
    }


def _room(job: PrintJob) -> CardRoom:
    return _LARGE if job.is_large else _PLAIN


def _filled_cards(job: PrintJob, words: Words, labels: dict[str, str]) -> Document:
    at, view = by_boards(job)
    letters = {section.letter for section in at.sections()}
    views = [view for view in privates(at.state, at.session) if view.section in letters]
    wanted = set(job.numbers(view.number for view in views))
    sheets = [
        card for view in views if view.number in wanted for card in _cards(score_sheet(at, view, words), _room(job))
    ]
    per_page = 1 if job.is_large else 2
    sheet: Model = {"per_page": per_page, "pages": stack_cards(sheets, per_page)}
    return Document(frame(INFO, at, words, view), labels, sheet)


def _cards(sheet: Model, room: CardRoom) -> Iterator[Model]:
    """Yields an evening as cards with readable lines, divided between opponents; the notes are on the last."""
    lines: Any = sheet["lines"]
    starts = [place for place, line in enumerate(lines) if line["is_new_round"]]
    meetings = [lines[start:end] for start, end in pairwise([*starts, len(lines)])]
    has_own_lines = any(not line["board"] for line in lines)
    fits = room.lines_with_names if has_own_lines else room.lines
    most = fits - has_own_lines
    pieces = [one[at : at + most] for one in meetings for at in range(0, len(one), most)]
    cards: list[tuple[Any, ...]] = [()]
    for piece in pieces:
        if cards[-1] and sum(line["takes"] for line in (*cards[-1], *piece)) > fits:
            cards.append(())
        cards[-1] += piece
    for place, card in enumerate(cards, start=1):
        is_last = place == len(cards)
        yield {
            **sheet,
            "lines": card,
            "rows": sum(line["takes"] for line in card),
            "part": f"{place} / {len(cards)}" if len(cards) > 1 else "",
            "penalty": sheet["penalty"] if is_last else "",
            "notes": sheet["notes"] if is_last else (),
        }


def _rounds(lines: Iterable[PrivateLine]) -> list[tuple[PrivateLine, ...]]:
    """Returns the boards against the same opponents together, in the order of play."""
    groups = groupby(lines, key=lambda line: (line.cell.slot.round, line.opponents.numbers))
    return [tuple(group) for _, group in groups]


def _names(together: Sequence[PrivateLine], words: Words) -> list[str]:
    """Returns the opponents' names for the lines of a round: a player to a line, or all on the only line."""
    entries = together[0].opponents.entries
    people = [words.person(person) for entry in entries if entry is not None for person in entry.people]
    if len(together) < len(people) or (len(entries) == 1 and len(people) > PARTNERS):
        people = [side_names(entries, words)]
    return people + [""] * (len(together) - len(people))


def _line(job: PrintJob, line: PrivateLine, names: str, is_new_round: bool, words: Words) -> Model:
    """Returns a board as its pair played it; `is_new_round` begins another opponent."""
    cell, points = line.cell, line.points
    plus, minus = side_score(line, words)
    return {
        "round": str(cell.slot.round) if is_new_round else "",
        "board": str(cell.slot.board),
        "vulnerable": words(f"private.vul-{cell.vulnerability.value}"),
        "opponents": side_text(line.opponents.numbers) if is_new_round else "",
        "names": names,
        "takes": 1,
        "result": result_text(cell, words),
        "plus": plus,
        "minus": minus,
        "points": points_text(points.points, job) if points is not None else "",
        "is_new_round": is_new_round,
    }


def side_score(line: PrivateLine, words: Words) -> tuple[str, str]:
    """Returns the texts of the plus and minus columns: the side's own award, a weighted one in words, or its score."""
    entry = line.cell.entry
    award = None if entry is None else entry.ns_award if line.side is Side.NS else entry.ew_award
    if award is not None:
        return weights_in_words(format_award(award), words.locale), ""
    if line.score is None:
        return "", ""
    return (str(line.score), "") if line.score >= 0 else ("", str(-line.score))


def _blank(job: PrintJob, is_for_teams: bool, words: Words) -> Model:
    first = job.state.settings.play.first_board
    boards = range(first, first + BLANK_BOARDS)
    return {
        "boards": tuple(
            {"board": board, "vulnerable": words(f"private.vul-{vulnerability(board).value}")} for board in boards
        ),
        "system": tuple(words(f"private.system-{line}") for line in SYSTEM_LINES),
        "is_for_teams": is_for_teams,
    }
