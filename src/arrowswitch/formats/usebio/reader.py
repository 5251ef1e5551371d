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
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.reading import Findings, clean, exact_number, iso_date, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.numbering import LONGEST_DIGITS
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileMatch, FileTeam, ResultsFile
from arrowswitch.formats.results.submission import Submission
from arrowswitch.formats.usebio.xml_nodes import Node, parse_xml

_EVENTS = {
    "MP_PAIRS": Method.MATCHPOINTS,
    "BUTLER_PAIRS": Method.BUTLER,
    "CROSS_IMP": Method.IMPS,
    "CROSS_IMPS": Method.IMPS,
    "AGGREGATE": Method.TOTAL_POINTS,
    "SWISS_PAIRS_CROSS_IMPS": Method.IMPS,
    "SWISS_PAIRS_BUTLER_IMPS": Method.BUTLER,
}
"""The types of event that say how boards are scored."""
_TYPES_OF_TEAMS = ("KO", "KNOCKOUT", "LADDER", "HEAD_TO_HEAD", "LEAGUE")
_OTHER_TYPES = ("PAIRS", "SWISS_PAIRS", "INDIVIDUAL")
_BOARDS = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "BUTLER": Method.BUTLER,
    "BUTLER_IMPS": Method.BUTLER,
    "CROSS_IMP": Method.IMPS,
    "CROSS_IMPS": Method.IMPS,
    "AGGREGATE": Method.TOTAL_POINTS,
    "PAB": Method.BOARD_A_MATCH,
}
_POINTS_OF = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "CROSS_IMP_POINTS": Method.IMPS,
    "BUTLER_POINTS": Method.BUTLER,
    "IMPS": Method.IMPS,
}
"""The method of each element for the points of a traveller line."""
_IN_MATCHES = {Method.MATCHPOINTS: Method.SWISS_MATCHPOINTS, Method.IMPS: Method.SWISS_IMPS}
_OF_TEAMS = {
    ("IMPS", "IMPS"): (TeamMethod.IMPS, False),
    ("IMPS", "VPS"): (TeamMethod.IMPS, True),
    ("IMPS", "AGGREGATE"): (TeamMethod.IMPS, False),
    ("AGGREGATE", "AGGREGATE"): (TeamMethod.TOTAL_POINTS, False),
    ("PAB", "PAB"): (TeamMethod.POINT_A_BOARD, False),
    ("PAB", "VPS"): (TeamMethod.BOARD_A_MATCH_VP, True),
    ("HYBRID", "HYBRID"): (TeamMethod.PACHABO, True),
}
"""How teams are scored, by the methods for boards and for matches; EBU White Book 3.1.6 tells the methods."""
_WORDS = {"CROSS_IMPS": "IMPS", "CROSS_IMP": "IMPS", "VP": "VPS", "POINT_A_BOARD": "PAB"}
_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS", "SCORE_POINTS")
_PLACE = re.compile(rf"(\d{{1,{LONGEST_DIGITS}}})\s*(=|/|-)?.*", re.ASCII)
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
    raw = _header(root, event, findings)
    _collect(event, "", raw, findings)
    for handset in _below(root, "HANDSET"):
        raw.deals.update(_deals(handset))
    findings.left_out(root.unread_names())
    return assemble(raw, findings)


def _header(root: Node, event: Node, findings: Findings) -> RawFile:
    kind = event.attributes.get("EVENT_TYPE", "").strip().upper()
    club = root.first("CLUB")
    is_individual = kind == "INDIVIDUAL"
    has_matches = any(match.value("OPPOSING_TEAM") for match in _below(event, "MATCH"))
    is_of_teams = has_matches or "TEAM" in kind or kind in _TYPES_OF_TEAMS
    winner_type = whole_number(event.value("WINNER_TYPE"))
    team_method, is_by_vp = _match_method(event, findings) if is_of_teams else (None, None)
    head = ResultsFile(
        source="usebio",
        method=None if is_of_teams else _method(event, kind, findings),
        kind=ContestantKind.PLAYER if is_individual else ContestantKind.PAIR,
        event=clean(event.value("EVENT_DESCRIPTION") or event.value("TITLE")),
        date=iso_date(event.value("DATE")),
        venue=clean(event.value("VENUE") or (club.value("CLUB_NAME") if club else "")),
        program=clean(event.value("PROGRAM_NAME")),
        program_version=clean(event.value("PROGRAM_VERSION")),
        team_method=team_method,
        is_by_vp=is_by_vp,
        submission=_submission(club, event),
    )
    has_one_field = is_individual or is_of_teams
    return RawFile(head, winners=1 if has_one_field else winner_type if winner_type in (1, 2) else None)


def _submission(club: Node | None, event: Node) -> Submission:
    """Returns the values of an upload. USEBIO 1.3 calls the charge code `EBU_CHARGE_CODE`."""
    awarded = event.value("MPS_AWARDED_FLAG").upper()
    return Submission(
        club_number=clean(club.value("CLUB_ID_NUMBER")) if club is not None else "",
        charge=clean(event.value("P2P_CHARGE_RATE", "EBU_CHARGE_CODE")),
        scale=clean(event.value("MASTER_POINT_SCALE")),
        colour=clean(event.value("MASTER_POINT_TYPE")),
        is_awarded=awarded == "Y" if awarded in ("Y", "N") else None,
    )


def _method(event: Node, kind: str, findings: Findings) -> Method:
    """Returns the scoring method of pairs or players: by the type of event, else by the method for boards, else
    by the elements of the lines' points. Assumptions and unknown words become notes."""
    boards = event.value("BOARD_SCORING_METHOD").upper()
    if kind and kind not in (*_EVENTS, *_OTHER_TYPES):
        findings.note("usebio.event-type", event.where, text=quote_text(kind))
    if boards and boards not in (*_BOARDS, *_WORDS, "IMPS"):
        findings.note("usebio.board-method", event.where, text=quote_text(boards))
    by_points = next((method for points, method in _POINTS_OF.items() if _has_points(event, points)), None)
    by_type, by_boards = _EVENTS.get(kind), _BOARDS.get(boards)
    if by_type and by_boards and by_type is not by_boards:
        findings.note("usebio.methods-differ", event.where, type=kind, boards=boards)
    method = by_type or by_boards
    if method is None and by_points is not None:
        method = by_points
        if kind != "INDIVIDUAL" or method is not Method.MATCHPOINTS:
            findings.note("usebio.method-by-points", event.where, method=method.value)
    if method is None:
        method = Method.IMPS if boards == "IMPS" else Method.MATCHPOINTS
        if kind != "INDIVIDUAL":
            findings.note("usebio.method-assumed", event.where, method=method.value)
    is_in_matches = kind.startswith("SWISS") and _word(event, "MATCH_SCORING_METHOD") == "VPS"
    return _IN_MATCHES.get(method, method) if is_in_matches else method


def _match_method(event: Node, findings: Findings) -> tuple[TeamMethod | None, bool | None]:
    """Returns the scoring of boards of teams, and True if matches are scored in victory points; None for facts that the
    file does not contain."""
    boards, matches = (_word(event, f"{part}_SCORING_METHOD") for part in ("BOARD", "MATCH"))
    method = _OF_TEAMS.get((boards or matches, matches or boards))
    if method is None and matches == "VPS" and not boards:
        method = TeamMethod.IMPS, True
    if method is None and (boards or matches):
        findings.note(
            "usebio.match-method", event.where, boards=quote_text(boards or "-"), matches=quote_text(matches or "-")
        )
    return method or (None, None)


def _word(event: Node, tag: str) -> str:
    word = event.value(tag).upper()
    return _WORDS.get(word, word)


def _has_points(event: Node, points: str) -> bool:
    return any(line.value(f"NS_{points}") for board in _below(event, "BOARD") for line in board.all("TRAVELLER_LINE"))


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
        adjustment=node.value("ADJUSTMENT"),
        master_points=_master_points(node),
    )


def _master_points(node: Node) -> str:
    """Returns the award of each player of a pair: below `MASTER_POINTS` (1.3), or in an element of its own (1.2)."""
    awarded = node.first("MASTER_POINTS")
    return (node if awarded is None else awarded).value("MASTER_POINTS_AWARDED")


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
                adjustment=exact_number(team.value("ADJUSTMENT")) or None,
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
            imps_given = whole_number(board.value("IMPS"))
            if imps_given is not None:
                imps[number] = imps_given
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
            contract_where=_where(line, "CONTRACT"),
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
    return ".".join(hand.value(suit).replace("10", "T").replace(" ", "").strip("-").upper() for suit in _SUITS)


def _where(line: Node, tag: str) -> str:
    element = line.first(tag)
    return line.where if element is None else element.where


def _below(node: Node, tag: str) -> Iterator[Node]:
    """Yields the nodes named `tag` at any depth, not those inside one another."""
    for child in node.children:
        if child.tag == tag:
            yield child
        else:
            yield from _below(child, tag)
