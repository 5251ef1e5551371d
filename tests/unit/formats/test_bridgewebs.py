"""The CSV of results of BridgeWebs: read as far as its columns are known, refused by its heading elsewhere."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.formats.detect import FORMATS, format_of, read_results
from tests.foreign.bridgewebs_files import bridgewebs_csv
from tests.foreign.facts import pairs_event
from tests.tables import for_each


@for_each("name", ["mp-mitchell-11-tables", "acblscore-three-quarter-howell-11-pairs", "mp-mitchell-8-tables-uneven"])
def test_ranking_and_travellers_are_read_and_written_again(name: str) -> None:
    event = pairs_event(name)
    data = bridgewebs_csv(event)
    assert format_of(data, "results.csv").name == "bridgewebs"
    read = read_results(data, "results.csv")
    assert (read.event, read.date, read.winners) == ("Monday, Pairs", "2026-04-20", event.winners)
    assert sorted((one.line.board, one.score) for one in read.lines if one.score is not None) == sorted(
        (board, int(one.score)) for board, one in event.results if not one.score.startswith("A")
    )
    assert {one.names[0] for one in read.contestants} == {f"Alder {pair.number}" for pair in event.pairs}
    for form in [form for form in FORMATS if form.read is not None]:
        again = read_results(form.write(read), f"x{form.endings[0]}")
        assert {one.line for one in again.lines} == {one.line for one in read.lines}, form.name


def test_ranks_of_both_directions_are_kept_apart() -> None:
    event = pairs_event("mp-mitchell-11-tables")
    read = read_results(bridgewebs_csv(event), "x.csv")
    for pair in event.pairs:
        entry = read.contestant(Number(pair.number))
        assert entry is not None
        assert (entry.direction, entry.place) == (pair.side, pair.place)


def test_travellers_with_other_columns_are_refused_by_their_heading() -> None:
    with pytest.raises(Malformed) as caught:
        read_results(bridgewebs_csv(pairs_event("mp-mitchell-11-tables"), "North,East,X,Y,Z,W"), "x.csv")
    (problem,) = caught.value.problems
    assert (problem.code, problem.params["text"]) == ("csv.no-columns", "North,East,X,Y,Z,W")
