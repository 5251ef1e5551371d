"""USEBIO files of teams and of single players, written from facts; names, masterpoints and players are made up."""

from __future__ import annotations

from itertools import islice
from xml.etree.ElementTree import Element

from tests.foreign.facts import Match, PairsEvent, Team, TeamEvent
from tests.foreign.usebio_parts import (
    add,
    add_all,
    contact,
    is_placed,
    masterpoints,
    new_root,
    players,
    points,
    scorer_line,
    write_xml,
)


def usebio_teams_file(event: TeamEvent) -> bytes:
    """Returns the file of TeamsScorer: teams with their pairs, each match with its boards and both tables of each."""
    root, node = new_root("1.2", "TEAMS")
    add_all(
        node,
        BOARD_SCORING_METHOD="IMPS",
        MATCH_SCORING_METHOD="VPS",
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.version,
        EVENT_DESCRIPTION="Sample event",
        DATE="22/10/2015",
        MASTER_POINT_SCALE="Club",
        SESSION_COUNT="1",
        SECTION_COUNT="1",
        SCORING_METHOD="VP",
        BOARDS_PLAYED="24",
        TEAM_PAIRING_AVAILABLE="Y",
        PAIRWISE_SCORING_METHOD="CROSS_IMPS",
        P2P_CHARGE_RATE="10",
        MPS_AWARDED_FLAG="Y",
    )
    contact(node)
    session = add(node, "SESSION", SESSION_ID="1")
    participants = add(session, "PARTICIPANTS")
    for place, team in enumerate(event.teams):
        _team(participants, team, 4 * place + 2)
    for match in event.matches:
        _match(add(session, "MATCH"), match)
    return write_xml(root)


def _team(parent: Element, team: Team, first: int) -> None:
    node = add(parent, "TEAM", TEAM_ID=team.number, TEAM_NAME=f"Team {team.number}")
    add_all(node, TOTAL_SCORE=team.total, WINS_OR_DRAWS=team.wins, PLACE=team.place)
    if is_placed(team.place):
        masterpoints(node)
    for place, (seats, imps) in enumerate((("1-2", team.imps_1_2), ("3-4", team.imps_3_4))):
        pair = add(node, "PAIR")
        add_all(pair, PAIR_NUMBER=f"{team.number}-{seats}", BOARDS_PLAYED="24")
        if imps:
            add(pair, "PAIR_IMPS", imps)
        players(pair, first + 2 * place, ids_first=False, RATEABLE="Y")


def _match(node: Element, match: Match) -> None:
    add_all(
        node,
        ROUND_NUMBER=match.round,
        TEAM=match.first,
        OPPOSING_TEAM=match.second,
        START_BOARD_NUMBER=str(match.boards[0].number),
        END_BOARD_NUMBER=str(match.boards[-1].number),
        TEAM_SCORE=match.first_points,
        OPPOSING_TEAM_SCORE=match.second_points,
    )
    for board in match.boards:
        board_node = add(node, "BOARD")
        add_all(board_node, BOARD_NUMBER=str(board.number), IMPS=board.imps)
        for side, result in zip(("NS", "EW"), board.tables, strict=True):
            line = add(board_node, "TRAVELLER_LINE")
            add(line, "DIRECTION", side)
            scorer_line(line, result, "imps", None)


def usebio_individual_file(event: PairsEvent) -> bytes:
    """Returns single players in the form of the schema's own example, version 1.1.

    Every score stands twice, and a partner's number is the player's with a digit behind it, so that 1's partner is the
    player 11. The opponents come from `event`."""
    root, node = new_root("1.1", "INDIVIDUAL")
    add_all(
        node,
        DATE="13/05/2009",
        EVENT_DESCRIPTION="Sample event",
        MASTER_POINT_SCALE="Club",
        SESSION_COUNT="1",
        P2P_CHARGE_RATE="1",
        MPS_AWARDED_FLAG="Y",
    )
    participants = add(node, "PARTICIPANTS", EVENT_TYPE="INDIVIDUAL")
    for place, pair in enumerate(event.pairs, start=1):
        player = add(participants, "PLAYER")
        add(player, "PLAYER_NUMBER", pair.number)
        if place <= 4:
            masterpoints(player)
        add_all(player, PLACE=f"{place - place % 2}=" if place > 1 else "1", PERCENTAGE="50.00")
        add_all(player, PLAYER_NAME=f"Player {place}", CLUB_ID_NUMBER="0")
        if place % 3:
            add(player, "NATIONAL_ID_NUMBER", str(900000 + place))
    for number, results in islice(event.sections[0].boards.items(), 22):
        board = add(node, "BOARD", EVENT_TYPE="INDIVIDUAL")
        add(board, "BOARD_NUMBER", str(number))
        for place, result in enumerate(results):
            line = add(board, "TRAVELLER_LINE")
            add_all(line, N_PLAYER_NUMBER=result.ns, S_PLAYER_NUMBER=f"{result.ns}1")
            add_all(line, E_PLAYER_NUMBER=result.ew, W_PLAYER_NUMBER=f"{result.ew}2")
            twin = results[place - place % 2]
            add(line, "SCORE", twin.score)
            points(line, twin, "matchpoints")
    return write_xml(root)
