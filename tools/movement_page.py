"""The reference page of movements: the best sheet of each size with its measures, next to the published ones.

The figures are data (`movement_rows`). The page is not made while a published sheet is better than ours without a
reason, or while a reason has no such sheet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tools.movement_rows import PAIRS, PLAYERS, TEAMS, Figures, Published, read_figures, read_published

_NEAR = 0.0005
"""Published figures have three decimals."""
_ANY = "any"
_HEADINGS = {"pairs": "Pairs", "teams": "Teams", "players": "Individuals"}
_NUMBERS = {"pairs": PAIRS, "teams": TEAMS, "players": PLAYERS}
_TEXT = """# Movements of every size

The best sheet of the program for every number of pairs up to 60 tables, of teams up to 60 and of single players up to
80, by the number of rounds, and how evenly it compares the results. `arrowswitch movement show` shows each of them.

- *rankings*: 1 if everybody is ranked together, 2 if North-South and East-West are ranked apart.
- *boards*: `own` if no two tables play a board in the same round; `shared` if some tables share, or copies are needed;
  `common` if all tables play the same boards in a round.
- *sets*: the board sets in play.
- *s*: the standard deviation of the comparison counts of every two contestants that are ranked together, divided by
  their mean. A count is, over the boards, +1 where both sit in the same direction, -1 where they sit in different
  directions at different tables, and the other tables of the board where they meet. 0 is perfect. For teams, whose
  matches are compared with nothing else, there is none.
- *bound*: no sheet in which as many meet on as many sets can be below it. The sum of the counts is fixed and each is a
  whole number, mostly of a known parity (`tools/movement_rows.py` has the arithmetic).
- *published*: the best s of five published libraries (English Bridge Union, a Danish one, howellcards, Bridge_pal,
  thebridsk; 839 sheets), measured by the same code. No sheet was copied.

An odd number of pairs has the sheet of one pair more and leaves out the number with which the others compare most
evenly, or a movement with a pair that waits. Rounds are listed up to 15; beyond, the whole sheets.
`tools/make-movements` makes and measures all sheets again; `make test` checks some of them and `make exhaustive` all,
without the program's own checker.
"""


def page() -> str:
    """Returns the page. Raises ValueError for a better published sheet without a reason, and for a reason without
    one."""
    rows, published = read_figures(), read_published()
    lines = [_TEXT, *_comparison_lines(rows, published)]
    for kind, heading in _HEADINGS.items():
        of_kind = [row for row in rows if row.kind == kind]
        missing = sorted(set(_NUMBERS[kind]) - {row.contestants for row in of_kind})
        lines += [f"## {heading}\n", f"{len(of_kind)} sheets.\n"]
        if missing:
            lines += [f"No sheet of its own for {', '.join(map(str, missing))}.\n"]
        lines += [f"| {kind} | rounds | rankings | boards | sheet | sets | s | bound | published |"]
        lines += ["|---|---|---|---|---|---|---|---|---|"]
        lines += [_line(row, published) for row in of_kind]
        lines += [""]
    return "\n".join(lines)


def _line(row: Figures, published: Sequence[Published]) -> str:
    best = min((figure.s for figure in published if figure.s is not None and _is_of(figure, row)), default=None)
    written = "" if best is None else f"{best:.3f}"
    cells = (row.contestants, row.rounds, row.winners, row.boards, row.family, row.sets, row.s, row.bound, written)
    return f"| {' | '.join(map(str, cells))} |"


def _is_of(figure: Published, row: Figures) -> bool:
    return (
        (figure.kind, figure.contestants, figure.rounds) == (row.kind, row.contestants, row.rounds)
        and figure.winners in (str(row.winners), "parts")
        and figure.boards in (_ANY, row.boards)
    )


def _comparison_lines(rows: Sequence[Figures], published: Sequence[Published]) -> Iterator[str]:
    """Yields the table of the published sheets."""
    of_size: dict[tuple[str, int, int], list[Figures]] = defaultdict(list)
    for row in rows:
        of_size[row.kind, row.contestants, row.rounds].append(row)
    better = equal = 0
    lines = []
    for figure in published:
        ours = [row for row in of_size[figure.kind, figure.contestants, figure.rounds] if _is_of(figure, row)]
        best = min(ours, key=lambda row: float(row.s or 0), default=None)
        is_reached = best is not None and (figure.s is None or float(best.s) <= figure.s + _NEAR)
        if is_reached == bool(figure.reason):
            what = "has a reason, but ours is at least equal" if is_reached else "is better and has no reason"
            raise ValueError(f"published {figure.kind} {figure.contestants}x{figure.rounds} ({figure.boards}) {what}")
        is_better = best is not None and is_reached and figure.s is not None and float(best.s) < figure.s - _NEAR
        better, equal = better + is_better, equal + (is_reached and not is_better)
        verdict = figure.reason or ("better" if is_better else "equal")
        size = f"{figure.contestants} {figure.kind}, {figure.rounds} rounds"
        our = ("", "") if best is None else (best.s, f"{best.family}, {best.boards}")
        theirs = "" if figure.s is None else f"{figure.s:.3f}"
        lines.append(f"| {size} | {figure.winners} | {figure.boards} | {theirs} | {our[0]} | {our[1]} | {verdict} |")
    yield "## Compared with published sheets\n"
    yield f"The {len(published)} sizes at which a published sheet was missing once, or better than ours: ours is now"
    yield f"better at {better} and equal at {equal}; the others have a reason.\n"
    yield "| size | rankings | boards | published s | our s | our sheet | result |\n|---|---|---|---|---|---|---|"
    yield from lines
    yield ""
