"""Guide cards: one for each table, with every round's pairs and boards, and before each seat where its player goes next
(R-002, R-003, R-024).

JCBL director's manual 3.3, lines 736-740, 833-837 (figure 6), and 896-910 for A/B tables. The card is read from four
sides: the corners and the texts before the seats are turned towards the players. Where a seat's player goes to the same
place after every round, as in every cyclic movement, it is told once, large; otherwise round by round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import side_text
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.guide.boards import BoardsKind
from arrowswitch.core.movements.guide.cards import Position, TableRound
from arrowswitch.core.movements.guide.cards import guide_cards as planned_cards
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.documents.cards import stacked
from arrowswitch.documents.frame import Document, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.words import Words, board_ranges

LAYOUT = SheetOption("layout", ("a4", "a5"))
INFO = SheetInfo("guide-cards", (LAYOUT, SECTION, TABLE))


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is done after some rounds; `rounds` is empty where it is done after every round."""

    rounds: str
    text: str


@dataclass(frozen=True, slots=True)
class GuideRow:
    """A round at the table. Without play (`is_played` False) the pair there sits out; `note` is for the boards."""

    round: int
    ns: str
    ew: str
    boards: str
    is_played: bool
    is_arrow_turned: bool
    note: str


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of one table: its rounds, and what each seat's player and the boards do after each."""

    section: SectionMark
    label: str
    rows: tuple[GuideRow, ...]
    seats: Mapping[str, tuple[Instruction, ...]]
    boards: tuple[Instruction, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuideCards:
    """All cards, as they lie on the pages."""

    per_page: int
    pages: tuple[tuple[GuideCard | None, ...], ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the guide cards of the tables asked for."""
    cards: list[GuideCard] = []
    for section, movement in job.planned():
        lines = planned_cards(movement)
        cards += [guide_card(section.letter, movement, lines[table - 1], words) for table in job.tables(movement)]
    labels = words.labels("guide", "round", "boards", "sit-out")
    per_page = 1 if job.option(LAYOUT) == "a4" else 2
    return Document(frame(INFO, job, words), labels, GuideCards(per_page, stacked(cards, per_page)))


def guide_card(letter: SectionLetter, movement: Movement, lines: Sequence[TableRound], words: Words) -> GuideCard:
    """Returns the card of a table from its rounds in order."""
    rows = tuple(_row(movement, line, words) for line in lines)
    before_last = [line for line in lines if line.round < movement.rounds]
    seats = {
        seat.value: instructions(
            ((line.round, seat_text(movement, _at(line, seat), words)) for line in before_last), words
        )
        for seat in Seat
    }
    played_on = [line for line in before_last if line.boards_next.kind is not BoardsKind.DONE] or before_last
    boards = instructions(((line.round, words.phrase(line.boards_next.phrase)) for line in played_on), words)
    label = lines[0].label if lines else ""
    return GuideCard(
        section=section_mark(letter, words),
        label=label,
        rows=rows,
        seats=seats,
        boards=boards,
        notes=_notes(rows, words),
    )


def seat_text(movement: Movement, position: Position, words: Words) -> str:
    """Returns where who sits here goes next, in words; the phantom's seat is empty."""
    return words("guide.empty") if position.number == movement.phantom else words.phrase(position.next.phrase)


def instructions(told: Iterable[tuple[RoundNumber, str]], words: Words) -> tuple[Instruction, ...]:
    """Returns what is done after which rounds, each text once, in the order of its first round."""
    rounds: dict[str, list[RoundNumber]] = {}
    for number, text in told:
        rounds.setdefault(text, []).append(number)
    if len(rounds) == 1:
        return (Instruction("", next(iter(rounds))),)
    return tuple(
        Instruction(words("guide.after", rounds=board_ranges(after), n=len(after)), text)
        for text, after in rounds.items()
    )


def _at(line: TableRound, seat: Seat) -> Position:
    """Returns who sits on `seat`: a player of its own, or the pair of its side."""
    own = [position for position in line.positions if position.seat is seat]
    return own[0] if own else next(position for position in line.positions if position.side is seat.side)


def _row(movement: Movement, line: TableRound, words: Words) -> GuideRow:
    ns, ew = ("" if side == (movement.phantom,) else side_text(side) for side in (line.ns, line.ew))
    others = [movement.label(table) for table in line.shares_with]
    return GuideRow(
        round=line.round,
        ns=ns,
        ew=ew,
        boards=board_ranges(line.boards) if line.is_played else "",
        is_played=line.is_played,
        is_arrow_turned=line.round in movement.arrow_switched,
        note=words("guide.shared", tables=words.listed(others)) if others else "",
    )


def _notes(rows: Iterable[GuideRow], words: Words) -> tuple[str, ...]:
    told = tuple(rows)
    notes = []
    if any(row.is_arrow_turned for row in told):
        notes.append(f"*　{words.phrase(Phrase('guide.arrow-east'))}")
    if any(row.note for row in told):
        notes.append(words("guide.shared-note"))
    return tuple(notes)
