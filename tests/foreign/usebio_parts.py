"""The elements that USEBIO files of all programs share."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tests.foreign.deals import deal
from tests.foreign.facts import Result

POINTS = {"matchpoints": "MATCH_POINTS", "butler": "BUTLER_POINTS", "imps": "CROSS_IMP_POINTS"}
SUIT_NAMES = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    child = SubElement(parent, tag, attributes)
    child.text = text or None
    return child


def add_all(parent: Element, **texts: str) -> None:
    for tag, text in texts.items():
        add(parent, tag, text)


def write_xml(root: Element) -> bytes:
    ElementTree.indent(root, " " * 3)
    return b"<?xml version='1.0' encoding='utf-8'?>\n" + ElementTree.tostring(root, encoding="unicode").encode()


def new_root(version: str, kind: str) -> tuple[Element, Element]:
    root = Element("USEBIO", Version=version)
    add_all(add(root, "CLUB"), CLUB_NAME="Sample Club", CLUB_ID_NUMBER="0")
    return root, add(root, "EVENT", EVENT_TYPE=kind)


def contact(event: Element, *, scorer: bool = False) -> None:
    contact = add(event, "CONTACT")
    add(contact, "FULL_NAME", "Sample Player")
    if scorer:
        add(contact, "SCORER", "Sample Scorer")
    add_all(contact, TELEPHONE="000", EMAIL="nobody@example.org")


def players(parent: Element, first: int, *, ids_first: bool, **attributes: str) -> None:
    """Adds two players; programs differ in which of the two numbers stands first."""
    for number in (first, first + 1):
        player = add(parent, "PLAYER", **attributes)
        add(player, "PLAYER_NAME", f"Player {number}")
        numbers = {"NATIONAL_ID_NUMBER": str(900000 + number), "CLUB_ID_NUMBER": "0"}
        for tag, text in numbers.items() if ids_first else reversed(numbers.items()):
            add(player, tag, text)


def is_placed(place: str) -> bool:
    """True for the first four places, which are given made-up masterpoints."""
    return int(place.rstrip("=")) <= 4


def points(line: Element, result: Result, method: str) -> None:
    add(line, f"NS_{POINTS[method]}", result.ns_points)
    add(line, f"EW_{POINTS[method]}", result.ew_points)


def scorer_line(line: Element, result: Result, method: str, led: tuple[str, str] | None) -> None:
    add_all(line, NS_PAIR_NUMBER=result.ns, EW_PAIR_NUMBER=result.ew)
    is_pass = result.contract == "PASS"
    add_all(line, CONTRACT=result.contract if is_pass else result.contract.replace("X", "x"), PLAYED_BY=result.by)
    if led and not is_pass:
        add(line, "LEAD", "".join(led))
    add_all(line, TRICKS=result.tricks, SCORE=result.score)
    points(line, result, method)


def masterpoints(node: Element) -> None:
    add_all(add(node, "MASTER_POINTS"), MASTER_POINTS_AWARDED="10", MASTER_POINT_TYPE="BLACK")


def hands(board: Element, number: int, seats: str, suits: Sequence[int], *, empty_last: bool = False) -> None:
    add(board, "BOARD_NUMBER", str(number))
    for seat in seats:
        held = deal(number)[seat]
        hand = add(board, "HAND")
        add(hand, "DIRECTION", SEAT_NAMES[seat])
        for suit in sorted(suits, key=lambda place: not held[place]) if empty_last else suits:
            add(hand, SUIT_NAMES[suit], held[suit])
