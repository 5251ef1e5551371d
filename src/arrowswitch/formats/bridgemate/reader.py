"""Reads the results of a `.bws` file as those of any other: what counts, what was erased, who the pairs are.

- A result with the mark `Erased` was taken back on the device. Where a table entered a board again, the newest counts.
- `Remarks` holds what stands in place of a result: not played, or percentages of the two sides, North-South first. On
  the device only 40, 50 and 60 % can be keyed in: average minus, average and average plus (user manual of Bridgemate
  II, chapter 5, "Entering an arbitral score").
- `Wrong direction` there says that the pairs sat the other way round: the result stands as the table has it, and counts
  for the pairs as they sat. `Arbitral score` waits for a director's score, which the file does not hold.
- Single players have columns of their own for South and West; `PairNS` is then North, `PairEW` East.
- What was entered is held against the movement in the file: other pairs, other boards and results that are missing are
  told, never mended.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.bridgemate.records import (
    BridgemateFile,
    BridgematePlayer,
    BridgemateResult,
    BridgemateRound,
    boards_named,
    read_bridgemate,
)
from arrowswitch.formats.reading import Findings
from arrowswitch.formats.results.agreement import declarer_in
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import ResultsFile

_PERCENT = re.compile(r"(?:A\s*)?(\d{1,3})\s*%?\s*[-/,: ]\s*(\d{1,3})\s*%?")
_AVERAGES: Mapping[int, str] = {40: "A-", 50: "A", 60: "A+"}
_TURNED, _ARBITRAL = "WRONGDIRECTION", "ARBITRALSCORE"
_NOT_PLAYED = ("NOTPLAYED", "NOPLAY", "NP")
_PASS = ("PASS", "P", "PASSOUT", "PASSEDOUT")
_PASSED_RESULTS = ("", "=", "0", "PASS")
_TRICKS = re.compile(r"=|[+-]?\d{1,2}")


def read_bws(data: bytes) -> ResultsFile:
    """Returns the results of a `.bws` file.

    The way of scoring does not stand in the file in a way that all programs share: it is matchpoints, and told so.
    Raises Malformed: those of `read_bridgemate` and of `assemble`.
    """
    file = read_bridgemate(data)
    findings = Findings()
    raw = RawFile(
        ResultsFile("bws", method=Method.MATCHPOINTS, event=file.event, date=file.day, program="Bridgemate"),
        winners=file.winners,
    )
    counted = counting(file, findings)
    for one in counted:
        text = entry_text(one, findings)
        if text is not None:
            ns, ew = (tuple(map(str, side)) for side in (reversed(one.sides) if is_turned(one) else one.sides))
            raw.lines.append(
                RawLine(
                    where=where_of(one),
                    board=str(one.board),
                    ns=ns,
                    ew=ew,
                    contract=text,
                    section=file.letter(one.section),
                    round=str(one.round or ""),
                    table=str(one.table or ""),
                    lead=one.lead,
                )
            )
    raw.contestants.extend(_contestants(file))
    raw.deals.update(_whole_deals(file))
    for one in counted:
        if is_turned(one):
            findings.note("bws.turned", where_of(one), ns=side_named(one.sides[1]), ew=side_named(one.sides[0]))
    tell_about(file, counted, findings)
    findings.note("bws.method")
    return assemble(raw, findings)


def counting(file: BridgemateFile, findings: Findings) -> tuple[BridgemateResult, ...]:
    """Returns the results that count, in the order in which they were entered; notes what was erased
    (`bws.erased`), entered again (`bws.again`) or belongs to nobody (`bws.nobody`)."""
    newest: dict[tuple[int, int, int, int], BridgemateResult] = {}
    again = 0
    kept = [one for one in file.results if not one.is_erased]
    for one in kept:
        before = newest.pop(one.slot, None)
        again += before is not None and replace(before, order=one.order) != one
        newest[one.slot] = one
    nobody = [one for one in newest.values() if not one.ns or not one.ew]
    for code, n in (("bws.erased", len(file.results) - len(kept)), ("bws.again", again), ("bws.nobody", len(nobody))):
        if n:
            findings.note(code, n=n)
    return tuple(one for one in newest.values() if one.ns and one.ew)


def entry_text(one: BridgemateResult, findings: Findings) -> str | None:
    """Returns a result as a director types it (`4SX-1 N`, `A+ A-`, `NP`), None where the file has none of it.

    Notes what is not understood (`bws.remark`, `bws.unread`), what a director has yet to give (`bws.arbitral`), results
    that are not complete (`bws.unfinished`) and cells that contradict a remark (`results.cell-unused`).
    """
    remark = _remark(one)
    if remark in _NOT_PLAYED:
        _note_dropped(one, "NP", findings)
        return "NP"
    if remark == _ARBITRAL:
        findings.note("bws.arbitral", where_of(one), board=one.board)
        return None
    percents = _PERCENT.fullmatch(unicodedata.normalize("NFKC", one.remarks).upper().strip())
    if percents:
        ns, ew = (int(part) for part in percents.groups())
        text = " ".join(_AVERAGES[p] for p in (ns, ew)) if {ns, ew} <= set(_AVERAGES) else f"{ns}%/{ew}%"
        _note_dropped(one, text, findings)
        return text
    if remark and remark != _TURNED and one.remarks.strip(" -"):
        findings.note("bws.remark", where_of(one), text=quote_text(one.remarks))
    contract = _contract(one)
    if contract in _PASS:
        if one.result not in _PASSED_RESULTS:
            findings.note("results.cell-unused", where_of(one), text=quote_text(one.result), result="PASS")
        return "PASS"
    if not contract or not one.result:
        findings.note("bws.unfinished", where_of(one), board=one.board)
        return None
    declarer = declarer_in(one.by)
    if _TRICKS.fullmatch(one.result) is None or (declarer is None and one.by):
        text = quote_text(f"{one.contract} {one.result} {one.by}")
        findings.note("bws.unread", where_of(one), board=one.board, text=text)
        return None
    return f"{contract}{one.result} {declarer or ''}".strip()


def _note_dropped(entered: BridgemateResult, text: str, findings: Findings) -> None:
    """Notes a contract or tricks next to a remark that takes the place of the result."""
    cells = " ".join(cell for cell in (entered.contract, entered.result) if cell)
    if cells:
        findings.note("results.cell-unused", where_of(entered), text=quote_text(cells), result=text)


def is_turned(one: BridgemateResult) -> bool:
    """True if the pairs sat the other way round from the numbers of the result."""
    return _remark(one) == _TURNED


def side_named(numbers: Iterable[int]) -> str:
    """Returns the numbers of a side for messages (`7`, `3+8`)."""
    return "+".join(map(str, numbers))


def _contract(one: BridgemateResult) -> str:
    return "".join(one.contract.upper().split())


def _remark(one: BridgemateResult) -> str:
    return "".join(unicodedata.normalize("NFKC", one.remarks).upper().split())


def tell_about(file: BridgemateFile, counted: tuple[BridgemateResult, ...], findings: Findings) -> None:
    """Notes what a reader should know: columns that are missing, sides for seats, what does not fit the movement,
    what is not taken along."""
    if file.missing:
        findings.note("bws.missing", names=", ".join(file.missing))
    sides = sum(one.by in ("NS", "EW") and _contract(one) not in ("", *_PASS) for one in counted)
    if sides:
        findings.note("bws.side-only", n=sides)
    for code, odd in (
        ("bws.declarer", [one.board for one in counted if _is_odd_declarer(one)]),
        ("bws.suspicious", [one.board for one in counted if one.is_suspicious]),
    ):
        if odd:
            findings.note(code, n=len(odd), boards=boards_named(odd))
    if file.unsent:
        findings.note("bws.unsent", n=file.unsent)
    if file.later_players:
        findings.note("bws.later-players", n=file.later_players)
    if file.other_deals:
        findings.note("bws.other-deals", n=file.other_deals)
    if len(file.sessions) > 1:
        findings.note("bws.sessions", n=len(file.sessions), names=", ".join(name or "–" for name in file.sessions))
    of_teams = sorted(one.letter for one in file.sections.values() if one.is_of_teams)
    if of_teams:
        findings.note("bws.teams", n=len(of_teams), sections=", ".join(of_teams))
    _against_movement(file, counted, findings)
    findings.left_out(file.unread)


def _is_odd_declarer(one: BridgemateResult) -> bool:
    """True if the pair that declared is not the one that sat in declarer's seat."""
    if not one.by or one.south or is_turned(one):
        return False
    there, other = (one.ns, one.ew) if one.by[0] in "NS" else (one.ew, one.ns)
    return one.declarer == other != there


def where_of(one: BridgemateResult) -> str:
    """Returns the place of a result for messages."""
    return f"round {one.round} table {one.table} board {one.board}"


def _against_movement(file: BridgemateFile, counted: tuple[BridgemateResult, ...], findings: Findings) -> None:
    planned = {(one.section, one.round, one.table): one for one in file.rounds}
    if not planned:
        return
    for one in counted:
        meant = planned.get(one.slot[:3])
        if meant is None:
            findings.note("bws.no-round", where_of(one))
        elif _sitting(meant) != _sitting(one):
            ns, ew = map(side_named, one.sides)
            if set(_sitting(meant)) == set(_sitting(one)):
                findings.note("bws.other-way", where_of(one), ns=ns, ew=ew)
            else:
                was = " - ".join(map(side_named, meant.sides))
                findings.note("bws.other-pairs", where_of(one), ns=ns, ew=ew, was=was)
        elif meant.boards and one.board not in meant.boards:
            findings.note("bws.other-board", where_of(one), was=boards_named(meant.boards))
    entered = {one.slot for one in counted}
    missing = [slot for slot in _expected(file, planned.values()) if slot not in entered]
    if missing:
        findings.note("bws.no-result", n=len(missing), boards=boards_named([slot[3] for slot in missing]))


def _sitting(one: BridgemateRound | BridgemateResult) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, one.sides))


def _expected(file: BridgemateFile, rounds: Iterable[BridgemateRound]) -> Iterator[tuple[int, int, int, int]]:
    for one in rounds:
        is_out = file.is_missing(one.section, one.ns, is_ew=False) or file.is_missing(one.section, one.ew, is_ew=True)
        if one.ns and one.ew and not is_out:
            yield from ((one.section, one.round, one.table, board) for board in one.boards)


def _contestants(file: BridgemateFile) -> Iterator[RawContestant]:
    """Yields everybody who sits somewhere, then the pairs that sat down for the first round by the names keyed in."""
    everywhere: tuple[BridgemateRound | BridgemateResult, ...] = (*file.rounds, *file.results)
    is_single = any(one.south for one in everywhere)
    for one in everywhere:
        for numbers, direction in zip(one.sides, ("NS", "EW"), strict=True):
            for number in filter(None, numbers):
                if file.is_missing(one.section, number, is_ew=direction == "EW"):
                    continue
                yield RawContestant(
                    where=f"table {one.table}",
                    number=str(number),
                    direction="" if is_single else direction,
                    section=file.letter(one.section),
                )
    seated: dict[tuple[int, int], list[BridgematePlayer]] = {}
    for player in file.players:
        seated.setdefault((player.section, player.table), []).append(player)
    for first in _first_rounds(file):
        here = sorted(seated.get((first.section, first.table), ()), key=lambda player: "NSEW".find(player.direction))
        (ns, *south), (ew, *west) = first.sides
        if is_single:
            chairs = ((ns, "N"), *((one, "S") for one in south), (ew, "E"), *((one, "W") for one in west))
        else:
            chairs = ((ns, "NS"), (ew, "EW"))
        for number, direction in chairs:
            people = [player for player in here if player.direction and player.direction in direction]
            if number and people:
                yield RawContestant(
                    where=f"table {first.table}",
                    number=str(number),
                    names=tuple(player.name for player in people if player.name),
                    direction="" if is_single else direction,
                    section=file.letter(first.section),
                    ids=tuple(player.number for player in people if player.number),
                )


def _first_rounds(file: BridgemateFile) -> Iterator[BridgemateRound]:
    """Yields each table's first round: a table that begins later has its players from there."""
    first: dict[tuple[int, int], BridgemateRound] = {}
    for one in sorted(file.rounds, key=lambda one: one.round):
        first.setdefault((one.section, one.table), one)
    yield from first.values()


def _whole_deals(file: BridgemateFile) -> Iterator[tuple[int, str]]:
    """Yields the deals of 52 cards; boards whose hands nobody typed in stand empty in the file."""
    for board, deal in (file.deals or {}).items():
        hands = deal.removeprefix("N:").split(" ")
        if all(len(hand.replace(".", "")) == 13 for hand in hands) and len(hands) == 4:
            yield board, deal
