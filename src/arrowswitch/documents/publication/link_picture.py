"""The picture that a message or a site shows with a link to the results (Open Graph): the club, the event, its day, and
the first three places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Frame
from arrowswitch.documents.publication.material import Material
from arrowswitch.documents.ranking.ranked import percent_text, totals_text
from arrowswitch.documents.typesetting import set_picture
from arrowswitch.documents.words import Words
from arrowswitch.tournament.ranking.result_lists import final_standing

NAME = "picture.png"
WIDTH, HEIGHT = 1200, 630
"""The size in pixels that sites ask for."""
_PLACES = 3


@dataclass(frozen=True, slots=True)
class FirstPlace:
    """A place as the picture shows it; `rank` is the side of a winner where both sides are ranked apart."""

    rank: str
    names: str
    score: str


def link_picture(made: Material, head: Frame, words: Words) -> bytes:
    """Returns the picture as PNG; `head` is the head of the pages."""
    places = tuple({"rank": one.rank, "names": one.names, "score": one.score} for one in first_places(made, words))
    return set_picture("link_picture", Document(replace(head, is_large=False, code=None), {}, {"places": places}))


def first_places(made: Material, words: Words) -> Iterator[FirstPlace]:
    """Yields the first places of the field, or the winners of each field where several are ranked apart."""
    lists = final_standing(made.state) if made.state.is_scored else ()
    for final_list in lists[:_PLACES]:
        rows = final_list.rows[: _PLACES if len(lists) == 1 else 1]
        for row, total in zip(rows, totals_text((row.standing.total for row in rows), made.job), strict=True):
            side = "" if final_list.side is None else words.side(final_list.side)
            yield FirstPlace(
                rank=row.standing.written_rank if len(lists) == 1 else side,
                names=team_name(row.entry, words) or str(row.standing.number),
                score=percent_text(row.standing.percent, words) or total,
            )
