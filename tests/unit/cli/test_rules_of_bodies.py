"""`score --regulations` with the rules of other bodies, and with a file of one's own that names tie-breaks."""

from pathlib import Path

import pytest

from tests.unit.cli.runner import cli

RESULTS = """board,ns,ew,contract,by,result
1,1,2,4S,N,=
1,3,4,4S,N,-1
2,1,3,4S,N,-1
2,4,2,4S,N,=
3,1,4,4S,N,=
3,2,3,4S,N,=
"""

OWN = """inherits = "ebu"
name = "our-club"

[ranking]
ties-split = { value = "always", clause = "club meeting" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "r.csv").write_text(RESULTS, encoding="utf-8")
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    return tmp_path


def standings(folder: Path, rules: str) -> list[tuple[int, bool, str, str]]:
    document = cli("score", "r.csv", "--regulations", rules, "--json", folder=folder).json
    return [(row["rank"], row["tied"], row["number"], row["score"]) for row in document["standings"]]


@pytest.mark.parametrize(("rules", "unit"), [("jcbl-2008", 1), ("wbf-2017", 2), ("ebu", 2), ("acbl", 1)])
def test_every_body_shares_the_rank(folder: Path, rules: str, unit: int) -> None:
    """R-212, R-397: 1 has 2 + 0 + 1 and 3 has 0 + 2 + 1, in points of two: both second, in points of one as well."""
    assert standings(folder, rules) == [
        (1, False, "4", f"{5 * unit / 2:.2f}"),
        (2, True, "1", f"{3 * unit / 2:.2f}"),
        (2, True, "3", f"{3 * unit / 2:.2f}"),
        (4, False, "2", f"{unit / 2:.2f}"),
    ]


def test_a_club_splits_ties_as_the_white_book_does(folder: Path) -> None:
    """R-212, R-397: 3 won board 2 against 1, so that it is second alone."""
    rows = standings(folder, "own.toml")
    assert [row[:3] for row in rows] == [(1, False, "4"), (2, False, "3"), (3, False, "1"), (4, False, "2")]


def test_a_tie_break_that_nobody_knows_is_refused_with_its_line(folder: Path) -> None:
    """R-397: the file, the line, the key and what there is to choose from."""
    wrong = OWN + 'tie-breaks = { value = ["coin"], clause = "club meeting" }\n'
    (folder / "own.toml").write_text(wrong, encoding="utf-8")
    done = cli("score", "r.csv", "--regulations", "own.toml", folder=folder)
    assert done.code == 1
    for word in ("own.toml", "6", "ranking.tie-breaks", "direct-match", "common-boards"):
        assert word in done.err
