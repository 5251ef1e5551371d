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


START_WHY = "the stored value of each event is read and checked, and the pages' templates are loaded"
SEASON_WHY = "the list of events is read at each look, and each event's value is compared"

AIMS = (
    Aim("`arrowswitch points 3NT=`", "15 times", 4, is_ratio=True),
    Aim("`arrowswitch --version`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch --help`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch pionts 3NT=`", "60 times", 4, is_ratio=True),
    Aim("`arrowswitch serve --help`", "760 ms", 250),
    Aim("`arrowswitch score --help`", "1,140 ms", 250),
    Aim("`arrowswitch movement --help`", "1,100 ms", 250),
    Aim(
        "`arrowswitch movement list --pairs 14`",
        "1,170 ms",
        250,
        why="18 movements are made, checked and compared; a third of the time loads numpy and the families",
    ),
    Aim("one result changed to the new ranking", "9.5 ms", 2, why="every total is a Fraction that can be explained"),
    Aim("ranking after one result, matchpoints", "207 ms", 20, why="1,000 results of the board are compared again"),
    Aim("ranking after one result, imps", "137 ms", 20, why="one result changes the total and the row of 2,000 pairs"),
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
        why="without a network the bare application parses no HTTP; of a post a third is the transaction, a third the "
        "board that is scored and the line that is worded, a third the framework and its threads",
    ),
    Aim(
        "a result posted through the network by one of 50",
        "–",
        2,
        is_ratio=True,
        why="the board is scored and its line worded for each post, and the transaction is SQLAlchemy's",
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
        why="rights, checks, the fold, the entry as JSON and the screen of the table are made for each report",
    ),
    Aim(
        "from a table's answer until 99 of 100",
        "–",
        500,
        why="one process writes to 2,000 pages and makes all answers, and clients and desk share two processors",
    ),
    Aim("40 tables with 4 phones, one processor: from an agreement until 99", "–", 500),
    Aim(
        "percent of a processor, 40 tables with 4 phones",
        "64",
        10,
        why="each phone looks at the screen of its table after every result, and seven fetch it",
    ),
    Aim(
        "percent of a processor, 160 phones follow",
        "–",
        10,
        why="each phone has a page of its own, with its row marked",
    ),
    Aim("KB of the matrix", "264 KB", 25),
    Aim(
        "a result by 50 devices, two desks, one event",
        "1.3 times",
        1,
        is_ratio=True,
        why="desks, PostgreSQL and clients share two processors, and each result is read by the other desk",
    ),
    Aim(
        "a result by 50 devices, two desks, two events",
        "–",
        1 / 1.2,
        is_ratio=True,
        why="desks, PostgreSQL and clients share two processors",
    ),
    Aim("processor time of `serve` until its first page", "1,950 ms", 1500, why="all pages and their parameters load"),
    Aim(
        "longest wait of 20 devices",
        "–",
        1000,
        why="0.6 s of processor for the first look at an event: it is read and scored, its movements chosen",
    ),
    Aim("MB of memory of the desk after 9 rounds", "1,065 MB", 350),
    Aim("MB of the installed program", "612 MB", 350),
    Aim("percent of sheets and kits without tags", "–", 1),
    Aim("KB a page of the largest", "234 KB", 100),
    Aim("5,000 clubs", "29,000 ms", 5000, why="each name and column of every club's upload is validated"),
    *(
        Aim(f"{page}, {events} events, later looks", before, most, why=SEASON_WHY)
        for page, before in (("`/results`", "4,700 ms"), ("`/points` of the year", "–"), ("a ladder", "12,000 ms"))
        for events, most in (("300", 50), ("3,000", 200))
    ),
    *(
        Aim(f"{page}, {events} events, first look after a start", before, most, why=START_WHY)
        for page, befores in (
            ("`/results`", ("–", "623 ms")),
            ("`/points` of the year", ("3,100 ms", "35,000 ms")),
            ("a ladder", ("3,400 ms", "37,000 ms")),
        )
        for events, before, most in zip(("300", "3,000"), befores, (250, 1500), strict=True)
    ),
    Aim(
        "an event read from SQLite: 400, 2,000, 10,000",
        "536 ms",
        50,
        why="every entry is parsed, checked and folded: no snapshot of the state is stored",
    ),
    Aim("early draw with 20 matches open", "6,100 ms", 500, why="the bounds of all totals are compared"),
    Aim("percent of lasting pairings not proven", "81 %", 25, why="a pairing may last in all endings that were tried"),
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
    *(
        Aim(f"first choices for {field}", "–", 200, why="every movement for this number is made, checked and compared")
        for field in ("5 to 120 pairs", "3 to 60 teams", "5 to 80 players")
    ),
    Aim("draw and check round 10 of 1000 teams", "100 ms", 100),
)


def _unit(what: str) -> str:
    units = {"MB ": "MB", "KB ": "KB", "percent ": "%"}
    return next((unit for word, unit in units.items() if what.startswith(word)), "ms")


def aims_told(rows: Iterable[Row]) -> Iterator[str]:
    """Yields the lines of the table of aims: before, now, the aim, and whether it is met, why not, or that it was not
    measured."""
    measured = tuple(rows)
    yield "| what | before | now | aim | |"
    yield "|---|---:|---:|---:|---|"
    for aim in AIMS:
        row = next((row for row in measured if row.what.startswith(aim.what)), None)
        if row is None:
            unit = "times" if aim.is_ratio else _unit(aim.what)
            yield f"| {aim.what} … | {aim.before} | – | {round_text(aim.most)} {unit} | not measured |"
            continue
        now, unit = (row.ratio, "times") if aim.is_ratio else (row.milliseconds, _unit(row.what))
        end = "met" if now <= aim.most else f"{round_text(now / aim.most)} times the aim: {aim.why}"
        yield f"| {row.what} | {aim.before} | {round_text(now)} {unit} | {round_text(aim.most)} {unit} | {end} |"
