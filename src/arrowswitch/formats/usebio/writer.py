"""Writes results as USEBIO 1.2, the form that federations take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Percentage
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.results.results import (
    FileContestant,
    FileLine,
    FileMatch,
    FileTeam,
    ResultsFile,
    amount_text,
)

_METHODS = {
    Method.MATCHPOINTS: ("MP_PAIRS", "MATCH_POINTS"),
    Method.IMPS: ("CROSS_IMP", "CROSS_IMP_POINTS"),
    Method.BUTLER: ("BUTLER_PAIRS", "BUTLER_POINTS"),
    Method.HOUSTON: ("BUTLER_PAIRS", "BUTLER_POINTS"),
    Method.ROUND_IMPS: ("CROSS_IMP", "CROSS_IMP_POINTS"),
    Method.TOTAL_POINTS: ("AGGREGATE", "MATCH_POINTS"),
    Method.BOARD_A_MATCH: ("MP_PAIRS", "MATCH_POINTS"),
    Method.SWISS_MATCHPOINTS: ("SWISS_PAIRS", "MATCH_POINTS"),
    Method.SWISS_IMPS: ("SWISS_PAIRS", "CROSS_IMP_POINTS"),
    Method.INSTANT: ("MP_PAIRS", "MATCH_POINTS"),
    None: ("TEAMS", "CROSS_IMP_POINTS"),
}
_OF_TEAMS = {
    TeamMethod.IMPS: ("IMPS", "IMPS"),
    TeamMethod.TOTAL_POINTS: ("AGGREGATE", "AGGREGATE"),
    TeamMethod.BOARD_A_MATCH: ("PAB", "PAB"),
    TeamMethod.POINT_A_BOARD: ("PAB", "PAB"),
    TeamMethod.BOARD_A_MATCH_VP: ("PAB", "VPS"),
    TeamMethod.PACHABO: ("HYBRID", "HYBRID"),
}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def write_usebio(results: ResultsFile) -> bytes:
    """Returns the results as a USEBIO document in UTF-8: participants, travellers (of teams within their matches) and
    deals."""
    is_individual = results.kind is ContestantKind.PLAYER
    kind = "INDIVIDUAL" if is_individual else _METHODS[results.method][0]
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", results.venue)
    if results.submission.club_number:
        _add(club, "CLUB_ID_NUMBER", results.submission.club_number)
    event = SubElement(root, "EVENT", EVENT_TYPE=kind)
    for tag, text in _scoring(results):
        _add(event, tag, text)
    _add(event, "EVENT_DESCRIPTION", results.event)
    _add(event, "PROGRAM_NAME", results.program or "Arrowswitch")
    _add(event, "PROGRAM_VERSION", results.program_version)
    _add(event, "DATE", _date(results.date))
    _add(event, "WINNER_TYPE", str(results.winners))
    _add(event, "VENUE", results.venue)
    for tag, text in _submission(results):
        _add(event, tag, text)
    participants = SubElement(event, "PARTICIPANTS", EVENT_TYPE=kind)
    for team in results.teams:
        _team(participants, results, team)
    for entry in () if results.teams else results.contestants_by_rank:
        _contestant(participants, entry, results, is_individual=is_individual)
    points = _METHODS[results.method][1]
    written = _matches(event, results, points)
    rest = tuple(line for line in results.lines if line not in written)
    for section in _sections(rest):
        _section(event, rest, section, points)
    _deals(root, results)
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _scoring(results: ResultsFile) -> Iterator[tuple[str, str]]:
    """Yields the methods for boards and for matches where the type of the event does not tell them."""
    if results.method is Method.BOARD_A_MATCH:
        yield "BOARD_SCORING_METHOD", "PAB"
    if results.method in (Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS):
        yield "BOARD_SCORING_METHOD", "MATCH_POINTS" if results.method is Method.SWISS_MATCHPOINTS else "CROSS_IMPS"
        yield "MATCH_SCORING_METHOD", "VPS"
    if results.method is None:
        boards, match = _OF_TEAMS.get(results.team_method or TeamMethod.IMPS, ("IMPS", "IMPS"))
        yield "BOARD_SCORING_METHOD", boards
        yield "MATCH_SCORING_METHOD", "VPS" if boards == "IMPS" and results.is_by_vp is not False else match


def _submission(results: ResultsFile) -> Iterator[tuple[str, str]]:
    """Yields the elements of an upload; none if no value is known for one."""
    submission = results.submission
    if not submission.has_any:
        return
    if submission.scale:
        yield "MASTER_POINT_SCALE", submission.scale
    if submission.colour:
        yield "MASTER_POINT_TYPE", submission.colour
    yield "SESSION_COUNT", "1"
    yield "SECTION_COUNT", str(len(_sections(results.lines)))
    if submission.charge:
        yield "P2P_CHARGE_RATE", submission.charge
    has_points = any(entry.master_points is not None for entry in results.contestants)
    yield "MPS_AWARDED_FLAG", "Y" if (has_points if submission.is_awarded is None else submission.is_awarded) else "N"


def _matches(event: Element, results: ResultsFile, points: str) -> set[FileLine]:
    """Adds the matches with their boards to a session, and returns the results that stand in them."""
    if not results.matches:
        return set()
    session = SubElement(event, "SESSION", SESSION_ID="1")
    homes = {pair: team.number for team in results.teams for pair in team.pairs}
    written: set[FileLine] = set()
    for match in results.matches:
        node = SubElement(session, "MATCH")
        scores = zip(("TEAM_SCORE", "OPPOSING_TEAM_SCORE"), match.points, strict=True)
        texts = {
            "ROUND_NUMBER": "" if match.round is None else str(match.round),
            "TEAM": match.first,
            "OPPOSING_TEAM": match.second,
            **{tag: amount_text(amount) for tag, amount in scores},
        }
        for tag, text in texts.items():
            if text:
                _add(node, tag, text)
        for board in match.boards:
            lines = [line for line in results.on(board) if line.round == match.round and _is_of(line, match, homes)]
            imps = match.imps.get(board)
            _board(node, board, [replace(line, round=None) for line in lines], points, imps, with_empty=True)
            written.update(lines)
    return written


def _is_of(line: FileLine, match: FileMatch, homes: Mapping[Number, Number]) -> bool:
    return {homes.get(number, number) for number in (*line.line.ns, *line.line.ew)} == match.teams


def _team(parent: Element, results: ResultsFile, team: FileTeam) -> None:
    node = SubElement(parent, "TEAM", TEAM_ID=team.number, TEAM_NAME=_printable(team.name))
    place = "" if team.rank is None else written_rank(team.rank, is_tied=team.is_tied)
    texts = {"TOTAL_SCORE": amount_text(team.total), "ADJUSTMENT": amount_text(team.adjustment), "PLACE": place}
    for tag, text in texts.items():
        if text:
            _add(node, tag, text)
    for number in team.pairs:
        entry = results.contestant(number)
        if entry is not None:
            _contestant(node, entry, results, is_individual=False)


def _sections(lines: Iterable[FileLine]) -> list[str]:
    return list(dict.fromkeys(line.section for line in lines))


def _section(event: Element, results: tuple[FileLine, ...], section: str, points: str) -> None:
    """Adds the boards of a section; they stand in a SECTION element where there are several sections."""
    parent = event
    if len(_sections(results)) > 1:
        session = event.find("SESSION")
        session = SubElement(event, "SESSION", SESSION_ID="1") if session is None else session
        parent = SubElement(session, "SECTION", SECTION_ID=section)
    for board in sorted({line.line.board for line in results}):
        lines = [line for line in results if line.line.board == board and line.section == section]
        _board(parent, board, lines, points)


def _board(
    parent: Element,
    board: BoardNumber,
    lines: list[FileLine],
    points: str,
    imps: int | None = None,
    *,
    with_empty: bool = False,
) -> None:
    if not lines and not with_empty:
        return
    node = SubElement(parent, "BOARD")
    _add(node, "BOARD_NUMBER", str(board))
    if imps is not None:
        _add(node, "IMPS", str(imps))
    for line in lines:
        row = SubElement(node, "TRAVELLER_LINE")
        for tag, text in _cells(line):
            _add(row, tag, text)
        for side, amount in (("NS", line.ns_points), ("EW", line.ew_points)):
            if amount is not None:
                _add(row, f"{side}_{points}", amount_text(amount))


def _cells(line: FileLine) -> Iterator[tuple[str, str]]:
    if line.round is not None:
        yield "ROUND_NUMBER", str(line.round)
    if line.table is not None:
        yield "TABLE_NUMBER", str(line.table)
    if len(line.line.ns) == 2:
        seats = zip("NSEW", (*line.line.ns, *line.line.ew), strict=True)
        yield from ((f"{seat}_PLAYER_NUMBER", number) for seat, number in seats)
    else:
        yield "NS_PAIR_NUMBER", _format_number(line.line.ns[0])
        yield "EW_PAIR_NUMBER", _format_number(line.line.ew[0])
    if line.contract:
        yield "CONTRACT", line.contract
    if line.contract_played:
        yield "PLAYED_BY", line.contract_played.contract.declarer
        yield "TRICKS", str(line.contract_played.tricks)
    if line.lead:
        yield "LEAD", line.lead
    yield "SCORE", _score(line)


def _score(line: FileLine) -> str:
    """Returns the score for North-South, or USEBIO's word for an artificial one (`A6040`)."""
    if line.score is not None:
        return str(line.score)
    ns, ew = line.line.ns_outcome, line.line.ew_outcome
    if isinstance(ns, Percentage) and isinstance(ew, Percentage) and _is_short(ns.percent) and _is_short(ew.percent):
        return f"A{int(ns.percent):02d}{int(ew.percent):02d}"
    return line.award


def _is_short(percent: Fraction) -> bool:
    return percent.denominator == 1 and percent < 100


def _contestant(parent: Element, entry: FileContestant, results: ResultsFile, *, is_individual: bool) -> None:
    tag = "PLAYER" if is_individual else "PAIR"
    node = SubElement(parent, tag)
    _add(node, f"{tag}_NUMBER", _format_number(entry.number))
    texts = {
        "DIRECTION": entry.direction or "",
        "PLACE": entry.place,
        "TOTAL_SCORE": amount_text(entry.total),
        "ADJUSTMENT": amount_text(entry.adjustment),
        "PERCENTAGE": amount_text(entry.percent),
    }
    for name, text in texts.items():
        if text:
            _add(node, name, text)
    if entry.master_points is not None:
        awarded = SubElement(node, "MASTER_POINTS")
        _add(awarded, "MASTER_POINTS_AWARDED", decimal_string(entry.master_points))
        if results.submission.colour:
            _add(awarded, "MASTER_POINT_TYPE", results.submission.colour)
    for place, name in enumerate(entry.names):
        player = node if is_individual else SubElement(node, "PLAYER")
        _add(player, "PLAYER_NAME", name)
        _add(player, "NATIONAL_ID_NUMBER", entry.ids[place] if place < len(entry.ids) else "")


def _deals(root: Element, results: ResultsFile) -> None:
    if not results.deals:
        return
    handset = SubElement(root, "HANDSET")
    for board in sorted(results.deals):
        first, _, rest = results.deals[board].partition(":")
        hands = rest.split()
        if len(hands) != 4:
            continue
        node = SubElement(handset, "BOARD")
        _add(node, "BOARD_NUMBER", str(board))
        start = "NESW".index(first.upper())
        for seat, hand in zip("NESW"[start:] + "NESW"[:start], hands, strict=True):
            held = SubElement(node, "HAND")
            _add(held, "DIRECTION", _SEATS[seat])
            for suit, cards in zip(_SUITS, hand.split("."), strict=False):
                _add(held, suit, cards)


def _format_number(number: Number) -> str:
    """Returns a number as USEBIO writes it, the direction last (`1NS`)."""
    for side in Side:
        if number.startswith(side):
            return f"{number.removeprefix(side)}{side}"
    return number


def _date(iso: str) -> str:
    parts = iso.split("-")
    return "/".join(reversed(parts)) if len(parts) == 3 else iso


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = _printable(text)


def _printable(text: str) -> str:
    """Returns text without control characters, which cannot stand in XML at all."""
    return "".join(c for c in text if c.isprintable() or c == " ")
