"""The results of all contestants as a script for the page that compares two of them, and for the index of boards, which
shows a reader's own results.

The script assigns one value and does nothing else. It is a script because a page opened from a folder may not read a
file of data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from arrowswitch.core.contestants import sides_order
from arrowswitch.documents.frame import Model
from arrowswitch.documents.publication.material import Material, Page, Part, contestant_title
from arrowswitch.documents.publication.won import signed_text, worth_text
from arrowswitch.documents.ranking import private_scores
from arrowswitch.documents.slot import result_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.views import PrivateLine

SCRIPT = "results.js"
VARIABLE = "arrowswitchResults"
"""The global variable that the script assigns."""
COUNT = "#"
"""The sign that the script replaces by a number of boards."""
_HUNDREDTHS = 100


def compare_pages(made: Material, words: Words) -> Iterator[Page]:
    """Yields the page that compares two contestants, of an event whose contestants have scorecards."""
    if len(made.people.contestants) < 2 or not made.privates:
        return
    options: tuple[Model, ...] = tuple(
        {"page": owner.page, "title": contestant_title(made, owner, words)}
        for owner in sorted(made.people.contestants, key=lambda one: (one.places[0][0], sides_order(one.places[0][1])))
    )
    names = (
        "compare-first", "compare-second", "compare-level", "compare-none", "compare-script",
        "board-column", "compare-how",
    )  # fmt: skip
    better = words("package.compare-better", n=COUNT)
    part = Part(kind="compare", sheet={"options": options, "better": better}, labels=words.labels("package", *names))
    yield Page(name="compare", title=words("package.compare"), tab="compare", parts=(part,))


def results_script(made: Material, words: Words) -> str:
    """Returns the script: for each contestant's page a list of session, board, side, result, score, worth and a number
    that grows with the worth (null without a score)."""
    results = {
        owner.page: [
            _result(made, line, words)
            for place, number in owner.places
            if (view := made.privates.get((place.session, place.section, number))) is not None
            for line in view.lines
        ]
        for owner in made.people.contestants
    }
    content = json.dumps(results, ensure_ascii=False, separators=(",", ":"))
    return f"window.{VARIABLE} = {content};\n"


def _result(made: Material, line: PrivateLine, words: Words) -> list[str | int | None]:
    slot = line.cell.slot
    job = made.of_session(slot.session)
    plus, minus = private_scores.side_score(line, words)
    score = signed_text(plus or (f"-{minus}" if minus else ""))
    points = line.points
    value = None if points is None else points.percent if points.percent is not None else points.points
    rank = None if value is None else int(value * _HUNDREDTHS)
    return [
        slot.session,
        slot.board,
        line.side.value,
        contract_text(line, words),
        score,
        worth_text(points, job, words),
        rank,
    ]


def contract_text(line: PrivateLine, words: Words) -> str:
    """Returns a result as the lists write it: `4♠ −1 N`."""
    text = result_text(line.cell, words)
    contract, made, down, by = (str(text[name]) for name in ("contract", "made", "down", "by"))
    tricks = ""
    if made:
        over = int(made) - int(contract[0])
        tricks = f"+{over}" if over else "="
    elif down:
        tricks = f" −{down}"
    return f"{contract}{tricks} {by}".strip()
