"""Reads USEBIO 1.0 to 1.3, the XML in which British, Australian and New Zealand programs send results.

Pairs events of one or more sections are read whole, and matches of teams with the results at both tables; events of
single players as far as their lines go.
Elements are found at any depth that the versions use (`EVENT/BOARD`, `SESSION/SECTION/BOARD`, `SESSION/MATCH/BOARD`).
Scores like `A6040` are artificial: 60 % to North-South, 40 % to East-West.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.reading import Findings, clean, exact_number, iso_date, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileMatch, FileTeam, ResultsFile
from arrowswitch.formats.usebio.xml_nodes import Node, parse_xml

_METHODS = {
    "MP_PAIRS": Method.MATCHPOINTS,
    "MATCH_POINTS": Method.MATCHPOINTS,
    "BUTLER_PAIRS": Method.BUTLER,
    "BUTLER_IMPS": Method.BUTLER,
    "BUTLER": Method.BUTLER,
    "CROSS_IMP": Method.IMPS,
    "CROSS_IMPS": Method.IMPS,
    "AGGREGATE": Method.TOTAL_POINTS,
}
_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS", "SCORE_POINTS")
_PLACE = re.compile(r"(\d+)\s*(=|/|-)?.*", re.ASCII)
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_usebio(data: bytes) -> ResultsFile:
    """Returns the results of a USEBIO file.

    Raises Malformed with every problem and its line: the XML itself (`format.xml`), `usebio.not-usebio`,
    `usebio.no-event`, and those of `assemble`.
    """
    findings = Findings()
    root = parse_xml(data)
    event = root if root.tag == "EVENT" else root.first("EVENT")
    if root.tag not in ("USEBIO", "EVENT") or event is None:
        findings.error("usebio.not-usebio" if root.tag != "USEBIO" else "usebio.no-event", root.where, tag=root.tag)
        findings.check()
        return assemble(RawFile(ResultsFile("usebio")), findings)
    raw = _header(root, event)
    _collect(event, "", raw, findings)
    for handset in _below(root, "HANDSET"):
        raw.deals.update(_deals(handset))
    return assemble(raw, findings)


def _header(root: Node, event: Node) -> RawFile:
    kind = event.attributes.get("EVENT_TYPE", "").upper()
    named = _METHODS.get(kind) or _METHODS.get(event.value("BOARD_SCORING_METHOD").upper()) or Method.MATCHPOINTS
    method = None if "TEAM" in kind else named
    club = root.first("CLUB")
    is_individual = kind == "INDIVIDUAL"
    told = whole_number(event.value("WINNER_TYPE"))
    head = ResultsFile(
        source="usebio",
        method=method,
        kind=ContestantKind.PLAYER if is_individual else ContestantKind.PAIR,
        event=clean(event.value("EVENT_DESCRIPTION") or event.value("TITLE")),
        date=iso_date(event.value("DATE")),
        venue=clean(event.value("VENUE") or (club.value("CLUB_NAME") if club else "")),
        program=clean(event.value("PROGRAM_NAME")),
        program_version=clean(event.value("PROGRAM_VERSION")),
    )
    has_one_field = is_individual or method is None
    return RawFile(head, winners=1 if has_one_field else told if told in (1, 2) else None)


def _collect(node: Node, section: str, raw: RawFile, findings: Findings) -> None:
    """Adds the contestants and lines below `node` in the order of the file."""
    for child in node.children:
        if child.tag == "SECTION":
            _collect(child, child.attributes.get("SECTION_ID", section), raw, findings)
        elif child.tag == "PARTICIPANTS":
            raw.contestants.extend(_contestants(child, section, raw.head.kind))
            raw.teams.extend(_teams(child))
        elif child.tag == "BOARD":
            raw.lines.extend(_lines(child, node, section, raw.head.kind))
        elif child.tag in ("SESSION", "MATCH", "ROUND", "STAGE", "MATCHES"):
            raw.matches.extend(_matches(child))
            _collect(child, section, raw, findings)
    sessions = sum(1 for _ in node.all("SESSION"))
    if sessions > 1:
        findings.note("usebio.sessions", node.where, n=sessions)


def _contestants(participants: Node, section: str, kind: ContestantKind) -> Iterator[RawContestant]:
    if kind is ContestantKind.PLAYER:
        for player in _below(participants, "PLAYER"):
            yield _contestant(player, "PLAYER_NUMBER", section, (player,))
        return
    for pair in _below(participants, "PAIR"):
        yield _contestant(pair, "PAIR_NUMBER", section, tuple(pair.all("PLAYER")))


def _contestant(node: Node, number: str, section: str, players: tuple[Node, ...]) -> RawContestant:
    return RawContestant(
        where=node.where,
        number=node.value(number, "PAIR_ID", "PLAYER_ID"),
        names=tuple(clean(player.value("PLAYER_NAME")) for player in players),
        direction=node.value("DIRECTION"),
        section=section,
        ids=tuple(clean(player.value("NATIONAL_ID_NUMBER")) for player in players),
        total=node.value("TOTAL_SCORE", "PAIR_IMPS"),
        percent=node.value("PERCENTAGE"),
        place=node.value("PLACE"),
    )


def _teams(participants: Node) -> Iterator[FileTeam]:
    """Yields the teams that a list of participants holds; one without a number is passed over."""
    for team in participants.all("TEAM"):
        number = clean(team.attributes.get("TEAM_ID", "") or team.value("TEAM_NUMBER", "TEAM_ID"))
        place = _PLACE.fullmatch(team.value("PLACE"))
        if number:
            yield FileTeam(
                number=Number(number),
                name=clean(team.attributes.get("TEAM_NAME", "") or team.value("TEAM_NAME")),
                pairs=tuple(Number(clean(pair.value("PAIR_NUMBER", "PAIR_ID"))) for pair in team.all("PAIR")),
                total=exact_number(team.value("TOTAL_SCORE")),
                rank=int(place[1]) if place else None,
                is_tied=bool(place and place[2]),
            )


def _matches(node: Node) -> Iterator[FileMatch]:
    """Yields the match that a `MATCH` element is; nothing where it does not name two teams."""
    first, second = (clean(node.value(tag)) for tag in ("TEAM", "OPPOSING_TEAM"))
    if node.tag != "MATCH" or not first or not second:
        return
    imps: dict[int, int] = {}
    boards: list[int] = []
    for board in node.all("BOARD"):
        number = whole_number(board.value("BOARD_NUMBER"))
        if number is not None:
            boards.append(number)
            told = whole_number(board.value("IMPS"))
            if told is not None:
                imps[number] = told
    yield FileMatch(
        first=Number(first),
        second=Number(second),
        round=whole_number(node.value("ROUND_NUMBER")),
        boards=tuple(dict.fromkeys(boards)),
        imps=imps,
        points=(exact_number(node.value("TEAM_SCORE")), exact_number(node.value("OPPOSING_TEAM_SCORE"))),
    )


def _lines(board: Node, parent: Node, section: str, kind: ContestantKind) -> Iterator[RawLine]:
    number = board.value("BOARD_NUMBER")
    for line in board.all("TRAVELLER_LINE"):
        ns, ew = _seats(line, kind)
        yield RawLine(
            where=line.where,
            board=number,
            ns=ns,
            ew=ew,
            contract=line.value("CONTRACT"),
            declarer=line.value("PLAYED_BY"),
            tricks=line.value("TRICKS"),
            score=line.value("SCORE"),
            section=section,
            round=line.value("ROUND_NUMBER") or parent.value("ROUND_NUMBER"),
            table=line.value("TABLE_NUMBER"),
            lead=line.value("LEAD"),
            ns_points=line.value(*(f"NS_{points}" for points in _POINTS)),
            ew_points=line.value(*(f"EW_{points}" for points in _POINTS)),
        )


def _seats(line: Node, kind: ContestantKind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if kind is ContestantKind.PLAYER:
        north, south, east, west = (line.value(f"{seat}_PLAYER_NUMBER") for seat in "NSEW")
        return (north, south), (east, west)
    return (line.value("NS_PAIR_NUMBER"),), (line.value("EW_PAIR_NUMBER"),)


def _deals(handset: Node) -> Iterator[tuple[int, str]]:
    """Yields board and PBN deal string, the hands from North on."""
    for board in handset.all("BOARD"):
        number = whole_number(board.value("BOARD_NUMBER"))
        hands = {hand.value("DIRECTION").upper()[:1]: _hand(hand) for hand in board.all("HAND")}
        if number is not None and set(hands) == set("NESW"):
            yield number, "N:" + " ".join(hands[seat] for seat in "NESW")


def _hand(hand: Node) -> str:
    return ".".join(hand.value(suit).replace("10", "T").replace(" ", "").upper() for suit in _SUITS)


def _below(node: Node, tag: str) -> Iterator[Node]:
    """Yields the nodes named `tag` at any depth, not those inside one another."""
    for child in node.children:
        if child.tag == tag:
            yield child
        else:
            yield from _below(child, tag)
