"""The aims: for some measurements the time before, the aim, and the reason if it is not met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmarks.measure import Row, round_text


@dataclass(frozen=True, slots=True)
class Aim:
    """An aim for the first row whose name begins with `what`: at most this many milliseconds, or this many times its
    bound (`is_ratio`). `why` is printed if it is missed."""

    what: str
    before: str
    most: float
    is_ratio: bool = False
    why: str = ""


AIMS = (
    Aim("`arrowswitch points 3NT=`", "15 times", 4, is_ratio=True),
    Aim("`arrowswitch --version`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch --help`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch pionts 3NT=`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch serve --help`", "760 ms", 250),
    Aim("`arrowswitch score --help`", "1,140 ms", 250),
    Aim(
        "`arrowswitch movement list --pairs 14`",
        "1,170 ms",
        250,
        why="18 movements are made, checked and compared, which needs numpy",
    ),
    Aim("one result changed to the new ranking", "9.5 ms", 2, why="every total is a Fraction that can be explained"),
    Aim("ranking after one result, matchpoints", "207 ms", 20, why="1,000 results of the board are compared again"),
    Aim("ranking after one result, imps", "137 ms", 20, why="one result changes what each of 1,000 tables has"),
    Aim("ranking after one result, butler", "100 ms", 20, why="one result changes the datum, and with it every table"),
    Aim(
        "a command late in a ledger", "1.6 times", 1.5, is_ratio=True, why="the maps of the state grow with its results"
    ),
    Aim("the newest 200 steps of the history", "1,300 ms", 200),
    Aim(
        "a result posted by one of 50 clients, 13",
        "38 times",
        2,
        is_ratio=True,
        why="of a post half is FastAPI's, half a board scored and a line worded",
    ),
    Aim(
        "from the answer until 99 of 100",
        "–",
        500,
        why="one process writes to 2,000 pages beside the answers it makes, and clients and desk share two processors",
    ),
    Aim(
        "a result reported by one of 500 tables, nobody",
        "63 times",
        2,
        is_ratio=True,
        why="rights, checks, the fold and the screen of the table are made for each report",
    ),
    Aim(
        "from a table's answer until 99 of 100",
        "–",
        500,
        why="one process writes to 2,000 pages and makes all answers, and clients and desk share two processors",
    ),
    Aim("40 tables with 4 phones, one processor: from an agreement until 99", "–", 500),
    Aim(
        "longest wait of 20 devices",
        "–",
        1000,
        why="0.6 s of processor for the first look at an event: it is read and scored, its movements chosen",
    ),
    Aim("MB of memory of the desk after 9 rounds", "1,065 MB", 350),
    Aim("5,000 clubs", "–", 60_000, why="every club's file is read, checked and kept apart before the field is scored"),
    Aim("200,000 results from CSV", "38,000 ms", 2000),
    Aim("3,000,000 results from CSV", "refused", 3, is_ratio=True),
    Aim("`arrowswitch score FILE`, 3,000,000", "8.5 times", 3, is_ratio=True),
    Aim("`arrowswitch score FILE --json`, 3,000,000", "–", 3, is_ratio=True, why="200,000 standings are written"),
    Aim("`/events/{event}/matches`", "144 ms", 100),
    Aim("`/events/{event}/cross`", "214 ms", 100),
    Aim("`/events/{event}/report`", "179 ms", 100),
    Aim("all sheets `kit-start`", "–", 5000),
    Aim("all sheets `kit-end`", "–", 5000),
    Aim(
        "the same up to 52 tables", "412 ms", 50, why="the largest has 2,500 meetings, each checked; the median is 4 ms"
    ),
    Aim(
        "`choose`, slowest",
        "319 ms",
        200,
        why="every movement for this number is made, checked and compared; the median is 110 ms",
    ),
    Aim("draw and check round 10 of 1000 teams", "100 ms", 100),
)


def aims_told(rows: Iterable[Row]) -> Iterator[str]:
    """Yields the lines of the table of aims: before, now, the aim, and whether it is met or why not."""
    measured = tuple(rows)
    yield "| what | before | now | aim | |"
    yield "|---|---:|---:|---:|---|"
    for aim in AIMS:
        row = next((one for one in measured if one.what.startswith(aim.what)), None)
        if row is None:
            raise LookupError(f"nothing measured begins with: {aim.what}")
        now, unit = (
            (row.ratio, "times") if aim.is_ratio else (row.milliseconds, "MB" if row.what.startswith("MB") else "ms")
        )
        end = "met" if now <= aim.most else f"{round_text(now / aim.most)} times the aim: {aim.why}"
        yield f"| {row.what} | {aim.before} | {round_text(now)} {unit} | {round_text(aim.most)} {unit} | {end} |"
