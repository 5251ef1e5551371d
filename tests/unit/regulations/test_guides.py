"""Guides of a club's own: what the reader and the checker say of every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrowswitch.core.errors import Mistake, NotFound
from arrowswitch.regulations.guides import ClubGuides, guide_names
from arrowswitch.regulations.guides.checking import count_ways
from arrowswitch.regulations.guides.shelf import checked_guide
from tests.tables import for_each

BOTH = ("ja", "en")
GOOD = """
name = "tea"
law = "90"
title = { ja = "お茶", en = "Tea" }

[step.first]
ask = { ja = "こぼした？", en = "Spilt?" }
cite = ["Law 90A"]
ticks = [{ ja = "拭いた", en = "Wiped" }]
options = [
  { name = "yes", ja = "はい", en = "Yes", to = "warned" },
  { name = "no", ja = "いいえ", en = "No", to = "nothing" },
]

[ruling.warned]
title = { ja = "注意", en = "A warning" }
cite = ["Law 90A", "House rules 4"]
law = "90A"
score = "penalty"

[ruling.nothing]
title = { ja = "何もしない", en = "Nothing" }
cite = ["Law 90A"]
law = "90A"
score = "stands"

[[example]]
name = "cup"
ja = "茶碗"
en = "A cup"
answers = ["yes"]
ruling = "warned"
edition = 2007
cite = ["House rules 4"]
"""


def codes(toml: str) -> set[str]:
    """Returns the codes of what is wrong with a guide; nothing for a good one."""
    try:
        checked_guide(toml, "tea.toml", BOTH)
    except Mistake as mistake:
        return {problem.code for problem in mistake.problems}
    return set()


def test_a_good_guide_is_read() -> None:
    guide = checked_guide(GOOD, "tea.toml", BOTH)
    assert (guide.start.name, count_ways(guide), list(guide.rulings)) == ("first", 4, ["warned", "nothing"])
    assert guide.rulings["warned"].cites[1].document == "other"


@for_each(
    "before, after, code",
    [
        ('to = "nothing"', 'to = "nowhere"', "guide.leads-nowhere"),
        ('to = "nothing"', 'to = "first"', "guide.circle"),
        ('to = "nothing"', 'to = "warned"', "guide.unreached"),
        ('name = "no"', 'name = "yes"', "guide.option-twice"),
        ('to = "warned" }', 'to = "warned", edition = 2007 }', "guide.unreached"),
        ('cite = ["Law 90A"]\nticks', "ticks", "guide.no-citation"),
        ('law = "90A"\nscore = "stands"', 'law = "94"\nscore = "stands"', "guide.no-such-law"),
        ('law = "90A"\nscore = "stands"', f'law = "{"9" * 4301}"\nscore = "stands"', "guide.no-such-law"),
        ('ask = { ja = "こぼした？", en', "ask = { en", "guide.no-words"),
        ('answers = ["yes"]', 'answers = ["no"]', "guide.example-ends"),
        ('score = "stands"', 'score = "perhaps"', "guide.score"),
        ("edition = 2007\ncite", "edition = 1997\ncite", "guide.edition"),
        ('name = "tea"', 'name = "Tea time"', "guide.name"),
        ('name = "tea"', "", "guide.missing"),
        ('law = "90"', 'law = "90"\nlaws = "90"', "guide.unknown-key"),
        ('title = { ja = "注意", en = "A warning" }', "title = 3", "guide.missing"),
        ("[ruling.nothing]", "[ruling.first]", "guide.name-twice"),
        ("[step.first]", "[step.first", "regulations.syntax"),
    ],
)
def test_what_is_wrong_is_told(before: str, after: str, code: str) -> None:
    assert before in GOOD
    broken = GOOD.replace(before, after, 1)
    if code == "guide.unreached" and "edition" in after:  # in one edition only is no fault
        assert codes(broken) == set()
        return
    assert code in codes(broken)


def test_a_step_that_an_edition_cannot_leave_is_told() -> None:
    broken = GOOD.replace('to = "warned" }', 'to = "warned", edition = 2007 }')
    broken = broken.replace('to = "nothing" }', 'to = "nothing", edition = 2007 }')
    assert "guide.no-option" in codes(broken)


def test_a_guide_in_one_language_is_good_enough_for_a_club() -> None:
    spoken = "\n".join(line for line in GOOD.splitlines() if not line.startswith("en ="))
    for words in ("Tea", "Spilt?", "Wiped", "Yes", "No", "A warning", "Nothing"):
        spoken = spoken.replace(f', en = "{words}"', "")
    assert codes(spoken) == set()


class TestFolder:
    def test_the_clubs_guides_stand_beside_ours(self, tmp_path: Path) -> None:
        """R-359: and its documents open."""
        (tmp_path / "tea.toml").write_text(GOOD, encoding="utf-8")
        (tmp_path / "broken.toml").write_text(GOOD.replace('to = "nothing"', 'to = "first"'), encoding="utf-8")
        (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
        (tmp_path / "Laws 2017.pdf").write_bytes(b"%PDF-1.7")
        shelf = ClubGuides(tmp_path)
        guides, problems = shelf.all(BOTH)
        assert {guide.name for guide in guides} == {*guide_names(), "tea"}
        assert {problem.code for problem in problems} == {"guide.circle", "guide.unreached", "guide.unreadable"}
        assert all("broken.toml" in one.where or "binary.toml" in one.where for one in problems)
        assert shelf.documents() == ("Laws 2017.pdf",)
        assert shelf.document("Laws 2017.pdf") == b"%PDF-1.7"

    @pytest.mark.parametrize("name", ["../club.db", "tea.toml", "none.pdf", ""])
    def test_nothing_else_of_the_disk_is_opened(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "tea.toml").write_text(GOOD, encoding="utf-8")
        with pytest.raises(NotFound):
            ClubGuides(tmp_path).document(name)

    def test_a_folder_that_is_not_there_holds_nothing(self, tmp_path: Path) -> None:
        shelf = ClubGuides(tmp_path / "guides")
        assert len(shelf.all(BOTH)[0]) == len(guide_names())
        assert shelf.documents() == ()
        with pytest.raises(NotFound):
            shelf.guide("tea", BOTH)
