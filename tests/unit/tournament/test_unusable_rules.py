"""Event files whose copy of the regulations cannot be used are refused by its place, whichever value was changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.regulations import load, to_plain
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from tests.builders import new_evening
from tests.rotation import rotate

VALUES: tuple[Any, ...] = (
    None,
    "x",
    "",
    -1,
    0,
    10**6,
    True,
    1.5,
    [],
    {},
    [None],
    {"value": -1, "clause": "x"},
    "9" * 5000,
)


@cache
def text() -> str:
    evening = new_evening(2)
    return evening.tournament.export(evening.event_id)


def document() -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(text())
    plain.pop("links")
    return plain


def rules_in(plain: dict[str, Any]) -> dict[str, Any]:
    rules: dict[str, Any] = plain["ledger"][0]["facts"][0]["rules"]
    return rules


def problems_of(plain: dict[str, Any]) -> tuple[Problem, ...]:
    with pytest.raises(Malformed) as caught:
        event_file.load(json.dumps(plain), "club.json")
    return caught.value.problems


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from paths_in(item, (*path, key))


PATHS = tuple(paths_in(to_plain(load("jcbl-2008"))))


def test_a_scale_whose_margins_do_not_rise() -> None:
    """The file was imported, and each page that needs the regulations was refused."""
    plain = document()
    scale = next(at for at, one in enumerate(rules_in(plain)["scales"]) if one["columns"])
    boards = next(iter(rules_in(plain)["scales"][scale]["columns"]))
    rules_in(plain)["scales"][scale]["columns"][boards]["from"][1] = -1
    first, reason = problems_of(plain)
    assert (first.code, first.where) == ("file.rules", "club.json")
    assert first.params == {"event": "水曜例会", "entry": 1, "field": "ledger.0.facts.0.rules"}
    assert (reason.code, reason.where) == ("scale.uneven", f"club.json ledger.0.facts.0.rules.scales.{scale}")
    assert "ledger.0.facts.0.rules" in problem_text(first, Locale.EN)


@rotate("path", PATHS, cells=30)
def test_any_value_of_the_rules_is_used_or_refused_by_its_place(path: tuple[Any, ...]) -> None:
    for value in VALUES:
        plain = document()
        parent = rules_in(plain)
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = value
        with suppress(Malformed):
            assert rules_of(state_of(event_file.load(json.dumps(plain), "club.json"))).name
            continue
        first, *others = problems_of(plain)
        assert (first.code, first.params["field"]) == ("file.rules", "ledger.0.facts.0.rules"), f"{value!r}: {first}"
        assert "format.unreadable" not in {one.code for one in others}, f"{value!r}: {others}"


def test_an_own_scale_of_the_settings_that_cannot_be_read() -> None:
    plain = document()
    settings = plain["ledger"][0]["facts"][0]["settings"]
    settings |= {"method": Method.SWISS_IMPS.value, "scale": OWN, "scale_table": "10-10 nine-11"}
    first, *reasons = problems_of(plain)
    assert (first.code, first.params["field"]) == ("file.rules", "ledger.0.facts.0.settings")
    assert [one.code for one in reasons] == ["scale-table.empty"]
