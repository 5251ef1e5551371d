"""Writes results in LIN, as Bridge Base Online shows them: a match of two teams with the results of both rooms, and
every board with its hands, auction, explanations and play, as far as they are known.

The list of results (`rs`) has one place for each room. Of several matches, and of boards with more tables than two, the
file contains only auctions and claims; `held` lists the content that is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.auction import DOUBLE, PASS, REDOUBLE, Auction
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.notation import format_tricks
from arrowswitch.core.game.play import Play, card_of
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.lin.parts import LIN_SEATS, LIN_VULNERABLE, lin_hands
from arrowswitch.formats.results.results import FileLine, FileMatch, ResultsFile

_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_ROOMS = ("o", "c")
_OF_IMPS = (Method.IMPS, Method.BUTLER, None)


def write_lin_results(results: ResultsFile) -> bytes:
    """Returns the results as a LIN file in UTF-8."""
    match = results.matches[0] if len(results.matches) == 1 else None
    rooms = {board: _rooms(results, match, board) for board in results.boards}
    boards = list(rooms)
    names = {team.number: team.name or team.number for team in results.teams}
    teams = ("", "") if match is None else (names[match.first], names[match.second])
    kind = "B" if results.method is Method.BOARD_A_MATCH else "I" if results.method in _OF_IMPS else "P"
    if match is not None and results.team_method is not None and results.team_method.is_board_a_match:
        kind = "B"
    head = (results.event, "", kind, str(boards[0]), str(boards[-1]), teams[0], "0", teams[1], "0")
    lines = [f"vg|{','.join(map(_plain, head))}|"]
    if all(len(lines_of_room) <= 1 for both in rooms.values() for lines_of_room in both):
        listed = [
            _format_listed(lines_of_room[0]) if lines_of_room else ""
            for both in rooms.values()
            for lines_of_room in both
        ]
        lines.append(f"rs|{','.join(listed)}|")
        lines.append(f"bn|{','.join(map(str, boards))}|")
    for board, both in rooms.items():
        for room, lines_of_room in zip(_ROOMS, both, strict=True):
            lines += [_game(results, line, board, room) for line in lines_of_room]
    return "".join(f"{line}\n" for line in lines).encode()


def _rooms(results: ResultsFile, match: FileMatch | None, board: BoardNumber) -> tuple[list[FileLine], list[FileLine]]:
    """Returns the results of a board in both rooms: in the open one the first team sits North-South."""
    lines = list(results.on(board))
    if match is None:
        return lines, []
    first = next(team.pairs for team in results.teams if team.number == match.first)
    at_home = [line for line in lines if line.line.ns[0] in first]
    return at_home, [line for line in lines if line not in at_home]


def _format_listed(line: FileLine) -> str:
    """Returns a result in the notation of the list: `4HN+1`, `2SxW-1`, `PASS`; nothing for an award."""
    if line.award and line.score is None:
        return ""
    if line.contract_played is None:
        return line.contract
    contract = line.contract_played.contract
    denomination = "N" if contract.denomination is Denomination.NOTRUMP else contract.denomination.value
    doubled = line.contract.count("X") * "x"
    return f"{contract.level}{denomination}{doubled}{contract.declarer.value}{format_tricks(line.contract_played)}"


def _game(results: ResultsFile, line: FileLine, board: BoardNumber, room: str) -> str:
    first = dealer(board)
    record = line.record
    parts = [f"qx|{room}{board}", f"pn|{','.join(_people(results, line))}"]
    try:
        hands = lin_hands(parse_deal(results.deals[board])) if board in results.deals else ""
    except Malformed:
        hands = ""
    parts += [f"md|{LIN_SEATS.index(first) + 1}{hands}", "rh|", f"ah|Board {board}"]
    parts.append(f"sv|{LIN_VULNERABLE[vulnerability(board)]}")
    if record is not None and record.auction is not None and record.auction.first is first:
        parts += _auction_parts(record.auction)
        if record.play is not None and line.contract_played is not None:
            parts += _play_parts(record.play, line.contract_played.contract.denomination)
        if line.contract_played is not None:
            parts.append(f"mc|{line.contract_played.tricks}")
    return "|".join([*parts, "pg||"])


def _people(results: ResultsFile, line: FileLine) -> list[str]:
    """Returns the names of South, West, North and East, empty where unknown."""
    seated: dict[Seat, str] = {}
    for number, seats in ((line.line.ns, (Seat.NORTH, Seat.SOUTH)), (line.line.ew, (Seat.EAST, Seat.WEST))):
        contestant = results.contestant(number[0])
        seated |= dict(zip(seats, () if contestant is None else contestant.names[:2], strict=False))
    return [_plain(seated.get(seat, "")) for seat in LIN_SEATS]


def _auction_parts(auction: Auction) -> Iterator[str]:
    for place, call in enumerate(auction.calls):
        note = auction.notes.get(place, "")
        yield f"mb|{_CALLS.get(call, call.replace('NT', 'N'))}{'!' if note else ''}"
        if note not in ("", "!"):
            yield f"an|{_plain(note, is_listed=False)}"


def _play_parts(play: Play, trump: Denomination) -> Iterator[str]:
    """Yields the cards in the order in which they were played, as far as each is known."""
    for _, trick in play.in_order(trump):
        for cell in trick:
            if not cell:
                return
            yield f"pc|{card_of(cell)}"


def _plain(text: str, *, is_listed: bool = True) -> str:
    """Returns a text without the signs that part a LIN file."""
    plain = text.replace("|", "/").replace("\n", " ")
    return plain.replace(",", " ") if is_listed else plain
