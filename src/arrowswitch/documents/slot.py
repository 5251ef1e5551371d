"""A slot of the session as on travellers and scorecards: contract, declarer, made or down, score, and its signs.

The columns are those of the documents' forms (manual, lines 448, 549-556, 1644): `made` counts odd tricks, `down`
undertricks, and a score stands on the side that won it. An award stands where the score of its side would stand,
a weighted one in words.
Signs mark what must be noticed on every print: entries forced against the movement, rulings to come, adjusted scores,
corrections (R-387), boards to be played later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arrowswitch.core.contestants import Number, side_text
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.contracts import PassedOut, Played
from arrowswitch.core.game.notation import Style, format_contract
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import Average, NotPlayed, Percentage
from arrowswitch.documents.frame import Model
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import weights_in_words
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import AwardGiven
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView, Flag
from arrowswitch.tournament.records.shown import ShownCall, ShownTrick, are_sealed, shown_record

SIGNS: dict[Flag, str] = {
    Flag.FORCED: "†",
    Flag.PENDING: "?",
    Flag.LATE_PLAY: "§",
    Flag.ADJUSTED: "*",
    Flag.CHANGED: "‡",
}
"""The signs behind a score, in the order in which they are written."""

LONGEST_REASON = 160


def result_text(cell: CellView, words: Words) -> Model:
    """Returns the columns of a slot; all empty while its result is to come. A score stands on the side that won it, an
    award on the side that has it."""
    contract, by, made, down = words("result.late-play") if cell.is_put_off and cell.entry is None else "", "", "", ""
    match cell.entry.result if cell.entry is not None else None:
        case Played() as played:
            contract, by = format_contract(played.contract, Style.DISPLAY), played.contract.declarer.value
            made = str(played.tricks - 6) if played.beyond >= 0 else ""
            down = str(-played.beyond) if played.beyond < 0 else ""
        case PassedOut():
            contract = words("result.passed")
    ns, ew = (weights_in_words(one, words.locale) for one in cell.columns)
    return {"contract": contract, "by": by, "made": made, "down": down, "ns": ns, "ew": ew, "signs": signs_of(cell)}


def vulnerable_text(which: Vulnerability, words: Words) -> str:
    """Returns the vulnerability as printed on the forms."""
    return words(f"result.vulnerable-{which.value}")


def board_text(board: BoardNumber, words: Words) -> str:
    """Returns dealer and vulnerability of a board, in words."""
    return words("result.board", dealer=dealer(board).value, vulnerable=vulnerable_text(vulnerability(board), words))


def signs_of(cell: CellView) -> str:
    """Returns the signs of a slot, in a fixed order."""
    return "".join(sign for flag, sign in SIGNS.items() if flag in cell.flags)


def signs_by_board(cells: Iterable[CellView], is_by_round: bool = False) -> dict[tuple[str, Number, int], str]:
    """Returns the signs of each contestant's boards (or rounds): section, number and board (or round)."""
    by_number: dict[tuple[str, Number, int], str] = {}
    for cell in cells:
        signs = signs_of(cell)
        for number in (*cell.ns.numbers, *cell.ew.numbers) if signs else ():
            key = (cell.slot.section, number, cell.slot.round if is_by_round else cell.slot.board)
            both = set(by_number.get(key, "") + signs)
            by_number[key] = "".join(sign for sign in SIGNS.values() if sign in both)
    return by_number


def legend(cells: Iterable[CellView], words: Words) -> tuple[str, ...]:
    """Returns the meaning of the signs that occur; forced entries and pending rulings have their place and reason."""
    marked = [cell for cell in cells if signs_of(cell)]
    lines: list[str] = []
    for flag, sign in SIGNS.items():
        here = [cell for cell in marked if flag in cell.flags]
        if here and flag in (Flag.FORCED, Flag.PENDING, Flag.LATE_PLAY):
            lines += [
                words(f"sign.{flag.value}-at", sign=sign, **place(cell), reason=_reason(cell, flag)) for cell in here
            ]
        elif here:
            lines.append(words(f"sign.{flag.value}", sign=sign))
    return tuple(lines)


def record_text(state: EventState, slot: Slot | None) -> Model:
    """Returns the auction, in rows from West with the explanations, and the play, trick by trick from its leader, as
    far as they are stored with the result. Cards are left out while the deals are sealed."""
    stored = None if slot is None else state.deals.records.get(slot)
    if slot is None or stored is None:
        return {"rows": (), "notes": "", "play": ()}
    entry = state.results.get(slot)
    shown_auction = shown_record(stored, None if entry is None else entry.result)
    return {
        "rows": tuple(tuple(_call(one) for one in row) for row in shown_auction.rows),
        "notes": "　".join(f"{at}) {text}" for at, text in enumerate(shown_auction.notes, start=1)),
        "play": () if are_sealed(state, slot.session) else tuple(_trick(one) for one in shown_auction.tricks),
    }


def _call(call: ShownCall) -> str:
    return f"{call.text} {call.mark})" if call.mark else call.text


def _trick(trick: ShownTrick) -> str:
    """Returns a trick as it was played: its number, who led, and the cards from there on; of one whose leader is not
    known from West on."""
    seats = tuple(Seat) if trick.leader is None else _from(trick.leader)
    cards = " ".join(trick.cards[seat] for seat in seats if trick.cards[seat] != "–")
    lead = "" if trick.leader is None else f"{trick.leader.value}: "
    return f"{trick.number} {lead}{cards}"


def _from(leader: Seat) -> tuple[Seat, ...]:
    seats = [leader]
    while len(seats) < len(Seat):
        seats.append(seats[-1].left)
    return tuple(seats)


def match_signs(cell: CellView) -> str:
    """Returns the signs on a sheet of a match, which has room for those of an adjusted score and of a ruling to come;
    nothing where there is neither."""
    adjusted = SIGNS[Flag.ADJUSTED] if Flag.ADJUSTED in cell.flags else ""
    return adjusted + (f" {SIGNS[Flag.PENDING]}" if Flag.PENDING in cell.flags else "")


def match_score_text(cell: CellView, *, is_ns: bool, score: str) -> str:
    """Returns the score of a side on a sheet of a match with its signs; an average or a percentage stands in place of
    the `score`. A weighted score leaves the sign alone."""
    award = None if cell.entry is None else cell.entry.ns_award if is_ns else cell.entry.ew_award
    if not score and isinstance(award, (Average, Percentage, NotPlayed)):
        score = cell.columns[0 if is_ns else 1]
    return f"{score}{match_signs(cell)}".strip()


def match_legend(cells: Iterable[CellView], words: Words, ledger: Sequence[LedgerEntry] = ()) -> tuple[str, ...]:
    """Returns a footnote for each place where a ruling is to come or was given, with its reason; `ledger` has the
    reasons of adjusted scores."""
    slots = tuple({cell.slot: cell for cell in cells}.values())
    sign = SIGNS[Flag.PENDING]
    waiting = tuple(
        words("sign.pending-at", sign=sign, **place(cell), reason=_reason(cell, Flag.PENDING))
        for cell in slots
        if Flag.PENDING in cell.flags
    )
    return (*waiting, *adjusted_lines(slots, words, ledger))


def adjusted_lines(cells: Iterable[CellView], words: Words, ledger: Sequence[LedgerEntry] = ()) -> tuple[str, ...]:
    """Returns the adjusted scores, a line for each place, with both sides' score and the reason in the ledger."""
    adjusted = {cell.slot: cell for cell in cells if Flag.ADJUSTED in cell.flags}.values()
    lines = []
    for cell in adjusted:
        first, second = (weights_in_words(column, words.locale) or "–" for column in cell.columns)
        scores = {"first": first, "second": second}
        code = "sign.adjusted-both" if first == second else "sign.adjusted-at"
        text = words(code, sign=SIGNS[Flag.ADJUSTED], **place(cell), **scores)
        reason = one_line(words.reason(_why_adjusted(cell, ledger)), LONGEST_REASON)
        lines.append(words("sign.with-reason", text=text, reason=reason) if reason else text)
    return tuple(lines)


def _why_adjusted(cell: CellView, ledger: Sequence[LedgerEntry]) -> str:
    """Returns the reason with which the newest ruling on a slot, or else its entry, was stored."""
    if cell.entry is None or not 0 < cell.entry.seq <= len(ledger):
        return ""
    before = ledger[: cell.entry.seq]
    rulings = (
        entry.stamp.reason
        for entry in reversed(before)
        if any(isinstance(fact, AwardGiven) and fact.slot == cell.slot for fact in entry.facts)
    )
    return next(rulings, before[-1].stamp.reason)


def place(cell: CellView) -> dict[str, str | int]:
    """Returns where a slot is, as the parameters of a message."""
    slot = cell.slot
    return {
        "section": slot.section,
        "round": slot.round,
        "table": cell.table_label,
        "board": slot.board,
        "ns": side_text(cell.ns.numbers),
        "ew": side_text(cell.ew.numbers),
    }


def _reason(cell: CellView, flag: Flag) -> str:
    if flag is Flag.FORCED:
        text = cell.entry.forced if cell.entry is not None else ""
    elif flag is Flag.LATE_PLAY:
        text = cell.put_off_because
    else:
        text = cell.note.text if cell.note is not None else ""
    return one_line(text, LONGEST_REASON) or "–"
