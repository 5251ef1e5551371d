"""USEBIO files of pairs as other programs lay them out, written from facts: what readers must cope with in each.

- Compscore3, version 1.2: no section; `EVENT_TYPE` at every board; an empty `DIRECTION`, or numbers like `1NS`; leads
  as `2H`; an average without a contract; Butler boards with their average; hands from East on and empty suits last,
  outside the event.
- BriAn, version 1.0: pairs in the order of places, without totals; percentages with six decimals; leads as `H2`;
  passes without a declarer; a remark at an average; no hands.
- PairsScorer, version 1.2: `SESSION` and `SECTION`; the method in an element of its own; both fields numbered through;
  places without `=`; hands with a legend, of more boards than were played.
- EBUScore Pairs, version 1.2: two sections with labels; passes with a declarer and no tricks; hands in the session.

Names, masterpoints, leads and deals are made up.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from tests.foreign.deals import lead
from tests.foreign.facts import Pair, PairsEvent, Result, Section
from tests.foreign.usebio_parts import (
    add,
    add_all,
    contact,
    hands,
    is_placed,
    masterpoints,
    new_root,
    players,
    points,
    scorer_line,
    write_xml,
)

TYPES = {"matchpoints": "MP_PAIRS", "butler": "BUTLER_PAIRS", "imps": "CROSS_IMP"}


def usebio_file(event: PairsEvent) -> bytes:
    """Returns the file that the program of the event would send."""
    return _LAYOUTS[event.program](event)


def _compscore(event: PairsEvent) -> bytes:
    kind = TYPES[event.method]
    root, node = new_root("1.2", kind)
    add_all(
        node,
        EVENT_IDENTIFIER="1",
        EVENT_DESCRIPTION="Sample event",
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.version,
        WINNER_TYPE=str(event.winners),
        TITLE="Sample title",
        DATE="26/07/2022",
        VENUE="Sample venue",
        MASTER_POINT_SCALE="Club",
        MASTER_POINT_TYPE="GREEN",
        MPS_AWARDED_FLAG="Y",
        SESSION_COUNT="1",
        SECTION_COUNT="1",
        P2P_CHARGE_RATE="10",
    )
    if event.method != "matchpoints":
        add(node, "SCORING_METHOD", "IMPS")
    contact(node, scorer=True)
    section = event.sections[0]
    participants = add(node, "PARTICIPANTS", EVENT_TYPE=kind)
    for place, pair in enumerate(section.pairs):
        _compscore_pair(participants, pair, 2 * place + 2)
    for place, (number, results) in enumerate(section.boards.items()):
        board = add(node, "BOARD", EVENT_TYPE=kind)
        add(board, "BOARD_NUMBER", str(number))
        if section.averages:
            add(board, "BOARD_AVERAGE", section.averages[place])
        for result in results:
            _compscore_line(add(board, "TRAVELLER_LINE"), number, result, event.method)
    handset = add(root, "HANDSET")
    for number in section.boards:
        hands(add(handset, "BOARD"), number, "ENSW", (3, 2, 1, 0), empty_last=True)
    return write_xml(root)


def _compscore_pair(parent: Element, pair: Pair, first: int) -> None:
    node = add(parent, "PAIR")
    add_all(node, PAIR_NUMBER=pair.number, DIRECTION=pair.side, TOTAL_SCORE=pair.total)
    if pair.percent:
        add(node, "PERCENTAGE", pair.percent)
    add_all(node, PLACE=pair.place, MASTER_POINTS_AWARDED="12" if is_placed(pair.place) else "0")
    add(node, "MASTER_POINT_TYPE", "GREEN")
    players(node, first, ids_first=True)


def _compscore_line(line: Element, board: int, result: Result, method: str) -> None:
    add_all(line, NS_PAIR_NUMBER=result.ns, EW_PAIR_NUMBER=result.ew)
    if result.contract:
        add_all(line, CONTRACT=result.contract, PLAYED_BY=result.by)
        if result.contract != "PASS":
            suit, rank = lead(board, result.by)
            add(line, "LEAD", rank + suit)
        add(line, "TRICKS", result.tricks)
    add(line, "SCORE", result.score)
    points(line, result, method)


def _brian(event: PairsEvent) -> bytes:
    root, node = new_root("1.0", "MP_PAIRS")
    add_all(
        node,
        EVENT_DESCRIPTION="Sample event",
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.version,
        TITLE="Sample title",
        WINNER_TYPE=str(event.winners),
        DATE="09/04/2025",
        MASTER_POINT_SCALE="Club",
        MASTER_POINT_TYPE="Black",
        SESSION_COUNT="1",
        SECTION_COUNT="1",
        P2P_CHARGE_RATE="10",
        MPS_AWARDED_FLAG="Y",
    )
    contact(node)
    participants = add(node, "PARTICIPANTS", EVENT_TYPE="MP_PAIRS")
    for place, pair in enumerate(event.pairs):
        pair_node = add(participants, "PAIR")
        awarded = "12" if is_placed(pair.place) else ""
        add_all(pair_node, PAIR_NUMBER=pair.number, PLACE=pair.place, MASTER_POINTS_AWARDED=awarded)
        add_all(pair_node, PERCENTAGE=pair.percent, HANDICAP="0.0")
        players(pair_node, 2 * place + 2, ids_first=True)
    for number, results in event.sections[0].boards.items():
        board = add(node, "BOARD")
        add(board, "BOARD_NUMBER", str(number))
        for result in results:
            _brian_line(add(board, "TRAVELLER_LINE"), number, result)
    add(root, "NOTES", "A remark")
    return write_xml(root)


def _brian_line(line: Element, board: int, result: Result) -> None:
    add_all(line, NS_PAIR_NUMBER=result.ns, EW_PAIR_NUMBER=result.ew)
    if result.contract:
        add(line, "CONTRACT", result.contract)
    if result.by:
        add_all(line, PLAYED_BY=result.by, TRICKS=result.tricks)
        # Of one result nobody wrote down the lead.
        if (result.ns, result.ew, result.contract) != ("6", "12", "2NT"):
            add(line, "LEAD", "".join(lead(board, result.by)))
    add(line, "SCORE", result.score)
    if not result.contract:
        add(line, "NOTES", "A remark")
    points(line, result, "matchpoints")


def _pairs_scorer(event: PairsEvent) -> bytes:
    root, node = new_root("1.2", "PAIRS")
    add_all(
        node,
        BOARD_SCORING_METHOD="MATCH_POINTS",
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.version,
        EVENT_DESCRIPTION="Sample event",
        DATE="22/10/2015",
        MASTER_POINT_SCALE="Club",
        SESSION_COUNT="1",
        SECTION_COUNT="1",
        PAIRS=str(len(event.pairs)),
        BOARDS_PLAYED=str(len(event.sections[0].boards)),
        WINNER_TYPE=str(event.winners),
        EW_PAIRS=str(sum(pair.side == "EW" for pair in event.pairs)),
        P2P_CHARGE_RATE="10",
        MPS_AWARDED_FLAG="Y",
    )
    contact(node)
    _scorer_section(add(node, "SESSION", SESSION_ID="1"), event.sections[0], 2)
    _scorer_hands(root)
    return write_xml(root)


def _ebu_score(event: PairsEvent) -> bytes:
    root, node = new_root("1.2", "PAIRS")
    add_all(
        node,
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.version,
        EVENT_DESCRIPTION="Sample event",
        DATE="02/01/2025",
        COUNTRY="Nowhere",
        BOARD_SCORING_METHOD="MATCH_POINTS",
        MASTER_POINT_SCALE="Club",
        SESSION_COUNT="1",
        SECTION_COUNT=str(len(event.sections)),
        PAIRS=str(len(event.pairs)),
        WINNER_TYPE=str(event.winners),
        BOARDS_PLAYED=str(len(event.sections[0].boards)),
        P2P_CHARGE_RATE="12",
        MPS_AWARDED_FLAG="Y",
    )
    contact(node)
    labels = add(node, "LABELS")
    for name in ("Section", "Colour"):
        add(labels, "NAME", name)
    session = add(node, "SESSION", SESSION_ID="1")
    first = 2
    for section in event.sections:
        _scorer_section(session, section, first, label=section.name)
        first += 2 * len(section.pairs)
    _scorer_hands(session)
    return write_xml(root)


def _scorer_section(session: Element, section: Section, first: int, *, label: str = "") -> None:
    """Adds a section as PairsScorer and EBUScore write it."""
    node = add(session, "SECTION", SECTION_ID=section.name)
    participants = add(node, "PARTICIPANTS")
    for place, pair in enumerate(section.pairs):
        pair_node = add(participants, "PAIR")
        add(pair_node, "PAIR_NUMBER", pair.number)
        if label:
            add_all(add(pair_node, "LABEL"), NAME="Section", VALUE=label)
        if pair.side:
            add(pair_node, "DIRECTION", pair.side)
        add_all(pair_node, PERCENTAGE=pair.percent, PLACE=pair.place)
        if is_placed(pair.place):
            masterpoints(pair_node)
        players(pair_node, first + 2 * place, ids_first=False, RATEABLE="Y")
    for number, results in section.boards.items():
        board = add(node, "BOARD")
        add(board, "BOARD_NUMBER", str(number))
        for result in results:
            scorer_line(add(board, "TRAVELLER_LINE"), result, "matchpoints", lead(number, result.by))


def _scorer_hands(parent: Element) -> None:
    """Adds the hands of the club's pack, more than were played."""
    handset = add(parent, "HANDSET", HANDSET_ID="Red")
    add_all(
        handset,
        HEADLINE="Sample headline",
        STATUS="SHOW",
        DUPLICATES="1",
        START_BOARD_NUMBER="1",
        END_BOARD_NUMBER="28",
        NEXT_BOARD="0",
        PRINTOUTS="1",
        CRYPTO_KEY="0",
        CHECKSUM="0",
    )
    legend = add(handset, "LEGEND")
    for text in ("Sample evening", "22/10/2015", "Sample pack"):
        add(legend, "LINE", text)
    for number in range(1, 29):
        board = add(handset, "BOARD")
        hands(board, number, "NESW", range(4))
        add(board, "DUPLICATES", "0")


_LAYOUTS: dict[str, Callable[[PairsEvent], bytes]] = {
    "Compscore3": _compscore,
    "BriAn": _brian,
    "PairsScorer": _pairs_scorer,
    "EBUScore Pairs": _ebu_score,
}
