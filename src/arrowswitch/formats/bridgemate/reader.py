"""Reads the results of a `.bws` file as those of any other: what counts, what was erased, who the pairs are.

- A result with the mark `Erased` was taken back on the device. Where a table entered a board again, the newest counts.
- `Remarks` contains the entry in place of a result: not played, or percentages of the two sides, North-South first. On
  the device only 40, 50 and 60 % can be keyed in: average minus, average and average plus (user manual of Bridgemate
  II, chapter 5, "Entering an arbitral score").
- `Wrong direction` there says that the pairs sat the other way round: the result stands as the table has it, and counts
  for the pairs as they sat. `Arbitral score` waits for a director's score, which the file does not hold.
- Single players have columns of their own for South and West; `PairNS` is then North, `PairEW` East.
- The entries are compared with the movement in the file: other pairs, other boards and missing results are reported,
  never corrected.
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

    Programs do not agree on the way of scoring in the file: matchpoints are assumed, with a note. Raises Malformed:
    those of `read_bridgemate` and of `assemble`.
    """
    file = read_bridgemate(data)
    findings = Findings()
    raw = RawFile(
        ResultsFile("bws", method=Method.MATCHPOINTS, event=file.event, date=file.day, program="Bridgemate"),
        winners=file.winners,
    )
    counted = counting(file, findings)
    for result in counted:
        text = entry_text(result, findings)
        if text is not None:
            ns, ew = (tuple(map(str, side)) for side in (reversed(result.sides) if is_turned(result) else result.sides))
            raw.lines.append(
                RawLine(
                    where=where_of(result),
                    board=str(result.board),
                    ns=ns,
                    ew=ew,
                    contract=text,
                    section=file.letter(result.section),
                    round=str(result.round or ""),
                    table=str(result.table or ""),
                    lead=result.lead,
                )
            )
    raw.contestants.extend(_contestants(file))
    raw.deals.update(_whole_deals(file))
    for result in counted:
        if is_turned(result):
            findings.note(
                "bws.turned", where_of(result), ns=side_named(result.sides[1]), ew=side_named(result.sides[0])
            )
    tell_about(file, counted, findings)
    findings.note("bws.method")
    return assemble(raw, findings)


def counting(file: BridgemateFile, findings: Findings) -> tuple[BridgemateResult, ...]:
    """Returns the results that count, in the order in which they were entered; notes results that were erased
    (`bws.erased`), entered again (`bws.again`) or belong to nobody (`bws.nobody`)."""
    newest: dict[tuple[int, int, int, int], BridgemateResult] = {}
    again = 0
    valid = [result for result in file.results if not result.is_erased]
    for result in valid:
        before = newest.pop(result.slot, None)
        again += before is not None and replace(before, order=result.order) != result
        newest[result.slot] = result
    nobody = [result for result in newest.values() if not result.ns or not result.ew]
    for code, n in (("bws.erased", len(file.results) - len(valid)), ("bws.again", again), ("bws.nobody", len(nobody))):
        if n:
            findings.note(code, n=n)
    return tuple(result for result in newest.values() if result.ns and result.ew)


def entry_text(record: BridgemateResult, findings: Findings) -> str | None:
    """Returns a result as a director types it (`4SX-1 N`, `A+ A-`, `NP`), None if the file has no result.

    Notes cells that are not understood (`bws.remark`, `bws.unread`), rulings that are still to be given
    (`bws.arbitral`), results that are not complete (`bws.unfinished`) and cells that contradict a remark
    (`results.cell-unused`).
    """
    remark = _remark(record)
    if remark in _NOT_PLAYED:
        _note_dropped(record, "NP", findings)
        return "NP"
    if remark == _ARBITRAL:
        findings.note("bws.arbitral", where_of(record), board=record.board)
        return None
    percents = _PERCENT.fullmatch(unicodedata.normalize("NFKC", record.remarks).upper().strip())
    if percents:
        ns, ew = (int(part) for part in percents.groups())
        text = " ".join(_AVERAGES[p] for p in (ns, ew)) if {ns, ew} <= set(_AVERAGES) else f"{ns}%/{ew}%"
        _note_dropped(record, text, findings)
        return text
    if remark and remark != _TURNED and record.remarks.strip(" -"):
        findings.note("bws.remark", where_of(record), text=quote_text(record.remarks))
    contract = _contract(record)
    if contract in _PASS:
        if record.result not in _PASSED_RESULTS:
            findings.note("results.cell-unused", where_of(record), text=quote_text(record.result), result="PASS")
        return "PASS"
    if not contract or not record.result:
        findings.note("bws.unfinished", where_of(record), board=record.board)
        return None
    declarer = declarer_in(record.by)
    if _TRICKS.fullmatch(record.result) is None or (declarer is None and record.by):
        text = quote_text(f"{record.contract} {record.result} {record.by}")
        findings.note("bws.unread", where_of(record), board=record.board, text=text)
        return None
    return f"{contract}{record.result} {declarer or ''}".strip()


def _note_dropped(entered: BridgemateResult, text: str, findings: Findings) -> None:
    """Notes a contract or tricks next to a remark that takes the place of the result."""
    cells = " ".join(cell for cell in (entered.contract, entered.result) if cell)
    if cells:
        findings.note("results.cell-unused", where_of(entered), text=quote_text(cells), result=text)


def is_turned(record: BridgemateResult) -> bool:
    """True if the pairs sat the other way round from the numbers of the result."""
    return _remark(record) == _TURNED


def side_named(numbers: Iterable[int]) -> str:
    """Returns the numbers of a side for messages (`7`, `3+8`)."""
    return "+".join(map(str, numbers))


def _contract(record: BridgemateResult) -> str:
    return "".join(record.contract.upper().split())


def _remark(record: BridgemateResult) -> str:
    return "".join(unicodedata.normalize("NFKC", record.remarks).upper().split())


def tell_about(file: BridgemateFile, counted: tuple[BridgemateResult, ...], findings: Findings) -> None:
    """Notes missing columns, sides in place of seats, contradictions to the movement, and content that is not
    imported."""
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


def _is_odd_declarer(record: BridgemateResult) -> bool:
    """True if the pair that declared is not the one that sat in declarer's seat."""
    if not record.by or record.south or is_turned(record):
        return False
    there, other = (record.ns, record.ew) if record.by[0] in "NS" else (record.ew, record.ns)
    return record.declarer == other != there


def where_of(record: BridgemateResult) -> str:
    """Returns the place of a result for messages."""
    return f"round {record.round} table {record.table} board {record.board}"


def _against_movement(file: BridgemateFile, counted: tuple[BridgemateResult, ...], findings: Findings) -> None:
    planned = {(result.section, result.round, result.table): result for result in file.rounds}
    if not planned:
        return
    for result in counted:
        meant = planned.get(result.slot[:3])
        if meant is None:
            findings.note("bws.no-round", where_of(result))
        elif _sitting(meant) != _sitting(result):
            ns, ew = map(side_named, result.sides)
            if set(_sitting(meant)) == set(_sitting(result)):
                findings.note("bws.other-way", where_of(result), ns=ns, ew=ew)
            else:
                was = " - ".join(map(side_named, meant.sides))
                findings.note("bws.other-pairs", where_of(result), ns=ns, ew=ew, was=was)
        elif meant.boards and result.board not in meant.boards:
            findings.note("bws.other-board", where_of(result), was=boards_named(meant.boards))
    entered = {result.slot for result in counted}
    missing = [slot for slot in _expected_slots(file, planned.values()) if slot not in entered]
    if missing:
        findings.note("bws.no-result", n=len(missing), boards=boards_named([slot[3] for slot in missing]))


def _sitting(record: BridgemateRound | BridgemateResult) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, record.sides))


def _expected_slots(file: BridgemateFile, rounds: Iterable[BridgemateRound]) -> Iterator[tuple[int, int, int, int]]:
    for planned in rounds:
        is_out = file.is_missing(planned.section, planned.ns, is_ew=False) or file.is_missing(
            planned.section, planned.ew, is_ew=True
        )
        if planned.ns and planned.ew and not is_out:
            yield from ((planned.section, planned.round, planned.table, board) for board in planned.boards)


def _contestants(file: BridgemateFile) -> Iterator[RawContestant]:
    """Yields all contestants at tables, then the pairs of the first round with the names keyed in."""
    everywhere: tuple[BridgemateRound | BridgemateResult, ...] = (*file.rounds, *file.results)
    is_single = any(entry.south for entry in everywhere)
    for entry in everywhere:
        for numbers, direction in zip(entry.sides, ("NS", "EW"), strict=True):
            for number in filter(None, numbers):
                if file.is_missing(entry.section, number, is_ew=direction == "EW"):
                    continue
                yield RawContestant(
                    where=f"table {entry.table}",
                    number=str(number),
                    direction="" if is_single else direction,
                    section=file.letter(entry.section),
                )
    seated: dict[tuple[int, int], list[BridgematePlayer]] = {}
    for player in file.players:
        seated.setdefault((player.section, player.table), []).append(player)
    for first in _first_rounds(file):
        here = sorted(seated.get((first.section, first.table), ()), key=lambda player: "NSEW".find(player.direction))
        (ns, *south), (ew, *west) = first.sides
        if is_single:
            chairs = ((ns, "N"), *((entry, "S") for entry in south), (ew, "E"), *((entry, "W") for entry in west))
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
    for planned in sorted(file.rounds, key=lambda planned: planned.round):
        first.setdefault((planned.section, planned.table), planned)
    yield from first.values()


def _whole_deals(file: BridgemateFile) -> Iterator[tuple[int, str]]:
    """Yields the deals of 52 cards; boards whose hands nobody typed in stand empty in the file."""
    for board, deal in (file.deals or {}).items():
        hands = deal.removeprefix("N:").split(" ")
        if all(len(hand.replace(".", "")) == 13 for hand in hands) and len(hands) == 4:
            yield board, deal
