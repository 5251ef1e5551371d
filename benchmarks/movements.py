"""Making movements, with the independent check that each passes before it is handed out."""

from __future__ import annotations

import json

from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.registry import family_named, make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Movement
from benchmarks.measure import Row, compare

ASKED: tuple[tuple[str, dict[str, int]], ...] = (
    ("mitchell", {"tables": 13}),
    ("relay-mitchell", {"tables": 12}),
    ("skip-mitchell", {"tables": 14}),
    ("howell", {"tables": 7}),
)


def rows() -> tuple[Row, ...]:
    """Returns the measurements of making and judging movements."""
    measured = []
    for name, options in ASKED:
        movement = make(name, **options)
        text = json.dumps(to_plain(movement))
        measured.append(
            compare(
                f"make and check: {name}, {options['tables']} tables",
                lambda name=name, options=options: make(name, **options),  # type: ignore[misc]  # bound now, not at the call
                "read the same sheet as JSON",
                lambda text=text: json.loads(text),  # type: ignore[misc]  # bound now, not at the call
            )
        )
    howell = make("howell", tables=7)
    maker = family_named("howell").maker
    measured += [
        compare(
            "make only: howell, 7 tables",
            lambda: maker(tables=7),
            "count who meets whom in it",
            lambda: count_encounters(howell),
        ),
        compare(
            "choices for 13 pairs and 195 minutes, best first",
            lambda: choose(13, Wishes(minutes=195)),
            "count who meets whom in the first",
            lambda: count_encounters(howell),
        ),
        compare(
            "fairness of howell, 7 tables",
            lambda: fairness(howell),
            "count who meets whom in it",
            lambda: count_encounters(howell),
        ),
    ]
    return tuple(measured)


def count_encounters(movement: Movement) -> int:
    """Returns how many different encounters a movement has."""
    return len({(meeting.ns, meeting.ew, meeting.board_set) for meeting in movement.meetings})
