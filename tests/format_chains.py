"""Chains of formats: results written in one format, read and written in another, and scored again without options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path

from tests.unit.cli.runner import cli

ENDINGS = (".csv", ".json", ".pbn", ".xml")
"""One of each format of results that is read and written."""
_OF_NO_RANK = frozenset(("held.no-deals", "held.no-names", "held.no-records", "held.no-regulations"))
"""The parts that a format may leave out without changing any number, since the regulations are named at the end."""


def broken_chains(source: str, folder: Path, pairs: int | None = None) -> Iterator[str]:
    """Yields every ordered pair of formats through which a file does not score as before, although no writer said
    what its format does not hold: `pairs` of them at the most."""
    ours = cli("score", source, "--json", folder=folder)
    assert ours.code == 0, ours.err
    rules = ours.json["regulations"]
    for first, second in list(permutations(ENDINGS, 2))[:pairs]:
        names = source, f"first{first}", f"second{second}"
        steps = [cli("convert", a, b, "--json", folder=folder) for a, b in pairwise(names)]
        if any(step.code for step in steps):
            yield f"{source} {first} {second}: {steps[0].err}{steps[1].err}"
            continue
        codes = {problem["code"] for step in steps for problem in step.json["problems"]}
        if any(code.startswith("held.") for code in codes - _OF_NO_RANK):
            continue
        again = cli("score", names[-1], "--json", "--regulations", rules, folder=folder)
        if again.code or _numbers(again.json) != _numbers(ours.json):
            yield f"{source} {first} {second}: {again.err or 'other numbers'}"


def _numbers(document: dict[str, list[dict[str, object]]]) -> list[tuple[object, ...]]:
    """Returns the rank, score and percentage of each contestant."""
    return sorted(
        (str(row["direction"]), str(row["number"]), row["rank"], row["score"], row["percent"])
        for row in document["standings"]
    )
