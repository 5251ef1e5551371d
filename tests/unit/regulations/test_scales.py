"""Files of victory point scales: what comes with the program, copies, and every mistake with its line."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.regulations.scales import load_scale, load_scale_text, scale_from_plain, scale_names, scale_to_plain
from tests.tables import for_each

GOOD = """name = "club"
title = "Club"
kind = "bands"
source = "announcement"
vps = [[10, 10], ["12.5", "7.5"]]

[columns]
"6-8" = { from = [0, 3], source = "page 2" }
"""


def codes(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        load_scale_text(text, "club.toml")
    return [(problem.code, problem.where) for problem in caught.value.problems]


@for_each("name", scale_names())
def test_a_copy_is_the_same_scale(name: str) -> None:
    scale = load_scale(name)
    assert scale.name == name
    assert scale_from_plain(scale_to_plain(scale)) == scale


def test_a_scale_of_ones_own() -> None:
    scale = load_scale_text(GOOD, "club.toml")
    assert [str(value) for value in scale.points(5, 7)] == ["25/2", "15/2"]
    assert scale_to_plain(scale)["vps"] == [[10, 10], ["25/2", "15/2"]]


def test_unknown_scales() -> None:
    with pytest.raises(NotFound, match=r"scale\.unknown"):
        load_scale("wbf")
    with pytest.raises(NotFound, match=r"scale\.unknown"):
        load_scale_text('inherits = "wbf"', "club.toml")
    with pytest.raises(NotFound, match=r"club\.toml, line 2"):
        load_scale_text('name = "club"\ninherits = "wbf"', "club.toml")


@for_each(
    "old, new, code, line",
    [
        ('title = "Club"', "", "missing-key", 0),
        ('title = "Club"', "title = 3", "wrong-value", 2),
        ('kind = "bands"', 'kind = "band"', "wrong-value", 3),
        ('kind = "bands"', 'kind = "stake"', "missing-key", 0),
        ('kind = "bands"', 'kind = "stake"\nstake = 0', "wrong-value", 4),
        ('kind = "bands"', 'kind = "bands"\ncolour = 1', "unknown-key", 4),
        ('kind = "bands"', 'kind = "bands"\nunit = "apples"', "wrong-value", 4),
        ('kind = "bands"', 'kind = "bands"\nplaces = true', "wrong-value", 4),
        ('[10, 10], ["12.5", "7.5"]', "", "wrong-value", 5),
        ('["12.5", "7.5"]', "[12]", "wrong-value", 5),
        ('["12.5", "7.5"]', '["x", "y"]', "wrong-value", 5),
        ('["12.5", "7.5"]', '["-1", "1/0"]', "wrong-value", 5),
        ('["12.5", "7.5"]', "[-1, 2]", "wrong-value", 5),
        ('["12.5", "7.5"]', "[1e999999999, 2]", "wrong-value", 5),
        ('["12.5", "7.5"]', "[inf, true]", "wrong-value", 5),
        ('["12.5", "7.5"]', "[[1], 2]", "wrong-value", 5),
        ('[[10, 10], ["12.5", "7.5"]]', "7", "wrong-value", 5),
        ("[0, 3]", "[0, 3, 5]", "uneven", 8),
        ("[0, 3]", "[1, 3]", "uneven", 8),
        ("[0, 3]", "[0, 0]", "uneven", 8),
        ("[0, 3]", '[0, "3"]', "wrong-value", 8),
        ("[0, 3]", "3", "wrong-value", 8),
        ('"6-8"', '"many"', "wrong-value", 8),
        ('{ from = [0, 3], source = "page 2" }', "3", "wrong-value", 8),
        ('"6-8" = { from = [0, 3], source = "page 2" }', "", "wrong-value", 7),
        ('[columns]\n"6-8" = { from = [0, 3], source = "page 2" }', "", "missing-key", 0),
    ],
)
def test_mistakes(old: str, new: str, code: str, line: int) -> None:
    assert old in GOOD
    where = f"club.toml, line {line}" if line else "club.toml"
    assert (f"scale.{code}", where) in codes(GOOD.replace(old, new))


def test_a_broken_file() -> None:
    assert codes("name =\n") == [("regulations.syntax", "club.toml, line 1")]
