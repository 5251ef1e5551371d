"""Reads the teams and matches of a USEBIO file: `PARTICIPANTS/TEAM` and `MATCH` with its boards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.formats.reading import clean, exact_number, whole_number
from arrowswitch.formats.results.results import FileMatch, FileTeam
from arrowswitch.formats.usebio.xml_nodes import Node

_PLACE = re.compile(r"(\d+)\s*(=|/|-)?.*", re.ASCII)


def teams_of(participants: Node) -> Iterator[FileTeam]:
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


def matches_of(node: Node) -> Iterator[FileMatch]:
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
