"""Completes the games of team matches that leave out what the game before them says.

Programs write the two tables of a board as paired games (PBN 2.1, section 4.8 asks for `#`): the second game has no
board and no deal, and the teams are often named in the first game of a match only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.formats.pbn.games import Game, Tag

_OF_BOARD = ("Board", "Dealer", "Vulnerable", "Deal")
_OF_MATCH = ("HomeTeam", "VisitTeam", "Round", "Table")
_RESULT = ("Contract", "Score", "Auction", "Result")


def complete_games(games: Iterable[Game]) -> Iterator[Game]:
    """Yields the games; one with a result and without a board has the board and the deal of the game before it, one
    with a room and without teams has the teams of the game before it in the same event."""
    before: Game | None = None
    for game in games:
        completed = game if before is None else _complete(game, before)
        yield completed
        before = completed


def _complete(game: Game, before: Game) -> Game:
    names: tuple[str, ...] = ()
    if not game.value("Board") and any(game.value(name) for name in _RESULT):
        names += _OF_BOARD
    is_same_event = game.value("Event") in ("", before.value("Event"))
    if game.value("Room") and is_same_event and not (game.value("HomeTeam") or game.value("VisitTeam")):
        names += _OF_MATCH
    missing = [tag for name in names if not game.value(name) and (tag := before.tag(name)) is not None]
    if not missing:
        return game
    line, inherited = game.tags[0].line, {tag.name.casefold() for tag in missing}
    own = [tag for tag in game.tags if tag.name.casefold() not in inherited]
    return Game([*own, *(Tag(name=tag.name, value=tag.value, line=line, is_inherited=True) for tag in missing)])
