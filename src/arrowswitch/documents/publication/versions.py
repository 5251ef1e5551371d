"""The changes from one published version of the results to the next (R-308, R-378).

The words of rulings and reasons stay on the desk. The page lists public changes only: the results that differ and the
lines of the ranking that moved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.ranking.ranked import at_version, percent_text, totals_text
from arrowswitch.documents.slot import place
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.tournament.results.tables import cells


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """A version: its number, its time and its kind; the number of results added since the one before, the changed
    results, and the contestants that moved in the ranking."""

    number: int
    at: str
    kind: str
    came: int
    results: tuple[str, ...]
    ranks: tuple[str, ...]

    @property
    def has_changes(self) -> bool:
        return bool(self.came or self.results or self.ranks)


def version_changes(job: PrintJob, words: Words) -> tuple[VersionChanges, ...]:
    """Returns every version up to the one that the job shows, the newest first, each with what changed since the one
    before it."""
    made: list[VersionChanges] = []
    before: EventState | None = None
    for publication in job.state.publication.versions:
        state = at_version(replace(job, options={"version": str(publication.version)})).state
        made.append(_changes(publication, before, replace(job, state=state), words))
        before = state
    return tuple(reversed(made))


def _changes(publication: Publication, before: EventState | None, job: PrintJob, words: Words) -> VersionChanges:
    came, results, ranks = 0, list[str](), tuple[str, ...]()
    if before is not None:
        for session in job.state.sessions:
            old = {one.slot: one for one in cells(before, session)} if session in before.sessions else {}
            for cell in cells(job.state, session):
                was = old.get(cell.slot)
                if cell.entry is not None and (was is None or was.entry is None):
                    came += 1
                elif was is not None and _result_text(was) != _result_text(cell):
                    results.append(
                        words("package.result", **place(cell), was=_result_text(was), now=_result_text(cell))
                    )
        ranks = _moves(_lines(before, job, words), _lines(job.state, job, words), words)
    kind = "interim" if publication.is_interim else "whole"
    return VersionChanges(
        number=publication.version,
        at=words.moment(publication.at),
        kind=words(f"package.{kind}"),
        came=came,
        results=tuple(results),
        ranks=ranks,
    )


def _result_text(cell: CellView) -> str:
    """Returns a result as a line of changes writes it."""
    result = None if cell.entry is None else cell.entry.result
    contract = "" if result is None or isinstance(result, RawScore) else format_result(result, Style.DISPLAY)
    ns, ew = cell.columns
    scores = (("N-S", ns), ("E-W", ew))
    return "  ".join((contract, *(f"{side} {score}" for side, score in scores if score))).strip() or "–"


def _lines(state: EventState, job: PrintJob, words: Words) -> dict[object, tuple[str, str, str]]:
    """Returns rank, names and score of everybody in the final standing."""
    if not state.is_scored:
        return {}
    rows = [row for one in final_standing(state) for row in one.rows]
    scores = totals_text((row.standing.total for row in rows), job)
    by_key: dict[object, tuple[str, str, str]] = {}
    for row, score in zip(rows, scores, strict=True):
        key = row.standing.number if row.entry is None else row.entry.entry_id
        names = words.names((row.entry,)) or str(key)
        by_key[key] = (row.standing.written_rank, names, percent_text(row.standing.percent, words) or score)
    return by_key


def _moves(
    old: dict[object, tuple[str, str, str]], new: dict[object, tuple[str, str, str]], words: Words
) -> tuple[str, ...]:
    moved = []
    for key, (rank, names, score) in new.items():
        was = old.get(key)
        if was is not None and (was[0], was[2]) != (rank, score):
            moved.append(words("package.moved", names=names, was=was[0], now=rank, had=was[2], has=score))
    return tuple(moved)
