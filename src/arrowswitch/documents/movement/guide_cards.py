"""Guide cards: one for each table, with every round's pairs and boards, and before each seat where its player goes next
(R-002, R-003, R-024).

JCBL director's manual 3.3, lines 736-740, 833-837 (figure 6), and 896-910 for A/B tables. The card is read from four
sides: the corners and the texts before the seats are turned towards the players. If a seat's player goes to the same
place after every round, as in every cyclic movement, the place is printed once, large; otherwise round by round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from arrowswitch.core.contestants import side_text
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.movements.guide.boards import BoardsKind
from arrowswitch.core.movements.guide.cards import Position, TableRound
from arrowswitch.core.movements.guide.cards import guide_cards as planned_cards
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, TableNumber
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.pairing.league.season import SeasonMatch
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.movement.guide_slips import day_of, with_next_draw
from arrowswitch.documents.words import Words, board_ranges, tables_shared
from arrowswitch.tournament.league.season import matches_at_tables
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section

LAYOUT = SheetOption("layout", ("auto", "a4", "a5"))
_PER_PAGE = {"a4": 1, "a5": 2}
SMALL = 4
"""How many cards of a single round a page has: nobody reads a large card for one line."""


def with_cards(job: PrintJob) -> tuple[tuple[Section, Movement, tuple[TableNumber, ...]], ...]:
    """Returns the sections to print with the requested tables at which a drawn round is played. Raises NotFound
    (`print.no-table`) if there is none."""
    cards = []
    for section, movement in job.sections_with_movement():
        used = {meeting.table for meeting in movement.meetings}
        cards.append((section, movement, tuple(table for table in job.tables(movement) if table in used)))
    if not any(tables for _, _, tables in cards):
        raise NotFound.of("print.no-table", table=job.option(TABLE), last=cards[-1][1].tables)
    return tuple(cards)


INFO = SheetInfo(
    "guide-cards", (LAYOUT, SECTION, TABLE), needs=with_cards, moment=PrintMoment.START, kits=(KitName.START,)
)

AtTables = Mapping[tuple[RoundNumber, TableNumber], SeasonMatch]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the guide cards of the tables asked for; raises NotFound as `with_cards`."""
    cards: list[Model] = []
    for section, planned, tables in with_cards(job):
        movement = with_next_draw(job, section, planned)
        season = matches_at_tables(job.state, Place(job.session, section.letter))
        lines = planned_cards(movement)
        for table in tables:
            here = [at_one_venue(line, table, season) for line in lines[table - 1]]
            dates = {line.round: season[line.round, table] for line in here if (line.round, table) in season}
            cards.append(guide_card(section.letter, movement, here, words, dates))
    labels = words.labels("guide", "round", "boards", "sit-out", "next", "boards-next", "see-next")
    wanted = _PER_PAGE.get(job.option(LAYOUT))
    is_small = wanted is None and len(cards) > 1 and all(card["is_single"] for card in cards)
    per_page = SMALL if is_small else wanted or 1
    return Document(frame(INFO, job, words), labels, {"per_page": per_page, "pages": stack_cards(cards, per_page)})


def guide_card(
    letter: SectionLetter,
    movement: Movement,
    lines: Sequence[TableRound],
    words: Words,
    dates: Mapping[RoundNumber, SeasonMatch] = MappingProxyType({}),
) -> Model:
    """Returns the card of a table from its rounds in order: the moves of each seat's player and of the boards after
    each. A seat or the boards that go to the same place after every round have one text, all others are in the row of
    the round. Rounds of a season have their date and venue instead, because nobody moves from one date to the next."""
    before_last = [line for line in lines if line.round < movement.rounds and not dates]
    seats = {seat: _same({seat_text(movement, line, seat, words) for line in before_last}) for seat in Seat}
    drawn_lines = [line for line in before_last if movement.is_drawn(line.round + 1)]
    played_on = [line for line in drawn_lines if line.boards_next.kind is not BoardsKind.DONE] or drawn_lines
    boards = _same({words.phrase(line.boards_next.phrase) for line in played_on})
    irregular = [seat for seat in Seat if seats[seat] is None]
    rows = tuple(
        {
            **_row(movement, line, words, dates.get(line.round)),
            "next": tuple(_cell(movement, line, side, words) for side in Side)
            if irregular and line in before_last
            else ("", ""),
            "boards_next": _short(line.boards_next.phrase, words) if boards is None and line in drawn_lines else "",
        }
        for line in lines
    )
    return {
        "section": section_mark(letter, words),
        "label": lines[0].label,
        "rows": rows,
        "is_single": len(rows) == 1 and not dates,
        "has_next": bool(irregular),
        "has_boards_next": boards is None,
        "seats": {seat.value: text for seat, text in seats.items()},
        "boards": boards or "",
        "notes": _notes(movement, lines, words),
    }


def _same(texts: set[str]) -> str | None:
    """Returns the only text, nothing if there is none, None if there are several."""
    return None if len(texts) > 1 else next(iter(texts), "")


def _cell(movement: Movement, line: TableRound, side: Side, words: Words) -> str:
    """Returns where the players of a side go after a round, as briefly as a cell holds it: apart where they part."""
    texts = {seat.value: _short(_phrase(movement, line, seat), words) for seat in Seat if seat.value in side.value}
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return "\n".join(f"{seat}: {text}" for seat, text in texts.items())


def _short(phrase: Phrase | None, words: Words) -> str:
    """Returns an instruction as briefly as a cell holds it; the phantom has none."""
    return (
        "–" if phrase is None else words.phrase(Phrase(phrase.code.replace("guide.", "guide.cell-", 1), phrase.params))
    )


def at_one_venue(line: TableRound, table: TableNumber, season: AtTables) -> TableRound:
    """Returns a round of a season at a table: boards are shared with tables at the same venue only."""

    def venue(at: TableNumber) -> str:
        match = season.get((line.round, at))
        return "" if match is None else match.fixture.venue

    return replace(line, shares_with=tuple(other for other in line.shares_with if venue(other) == venue(table)))


def seat_text(movement: Movement, line: TableRound, seat: Seat, words: Words) -> str:
    """Returns where the player of a seat goes after a round, in words; the phantom's seat is empty."""
    phrase = _phrase(movement, line, seat)
    return words("guide.empty") if phrase is None else words.phrase(phrase)


def _phrase(movement: Movement, line: TableRound, seat: Seat) -> Phrase | None:
    """Returns where the player of a seat goes after a round, None for the phantom.

    Where the arrow alone changes N-S to E-W the player keeps the usual seat: to take the other one as well would undo
    the arrow (manual, line 1084).
    """
    position = _at(line, seat)
    if position.number == movement.phantom:
        return None
    phrase, following = position.next.phrase, position.next.round
    turns = (line.round in movement.arrow_switched) != (following in movement.arrow_switched)
    if turns and position.next.side is not position.side and phrase.code in _TURNED:
        return Phrase(_TURNED[phrase.code], phrase.params)
    return phrase


_TURNED = {"guide.turn": "guide.stay-turned", "guide.next-table": "guide.next-table-turned"}


def _at(line: TableRound, seat: Seat) -> Position:
    """Returns the position of `seat`: a player of its own, or the pair of its side."""
    own = [position for position in line.positions if position.seat is seat]
    return own[0] if own else next(position for position in line.positions if position.side is seat.side)


def _row(movement: Movement, line: TableRound, words: Words, match: SeasonMatch | None) -> Model:
    """Returns a round at the table; without play the pair there sits out, and the note is for the boards."""
    ns, ew = ("" if side == (movement.phantom,) else side_text(side) for side in (line.ns, line.ew))
    others = [movement.label(table) for table in line.shares_with]
    return {
        "round": line.round,
        "ns": ns,
        "ew": ew,
        "boards": board_ranges(line.boards) if line.is_played else "",
        "is_played": line.is_played,
        "is_arrow_turned": line.round in movement.arrow_switched,
        "day": day_of(match, words),
        "venue": "" if match is None else match.fixture.venue,
        "note": words("guide.shared", tables=tables_shared(others, words)) if others else "",
    }


def _notes(movement: Movement, lines: Sequence[TableRound], words: Words) -> tuple[str, ...]:
    notes = []
    if any(line.round in movement.arrow_switched for line in lines):
        notes.append(f"*　{words.phrase(Phrase('guide.arrow-east'))}")
    if any(line.shares_with for line in lines):
        notes.append(words("guide.shared-note"))
    return tuple(notes)
