"""The clauses that come with the program have Japanese words; those of others stay as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.core.awards import explain as awards
from arrowswitch.core.awards import team_masterpoints
from arrowswitch.core.scoring.teams import explain_match
from arrowswitch.core.scoring.totals import explain_carry, explain_sessions
from arrowswitch.regulations import load, load_scale, names, scale_names
from arrowswitch.regulations.wording import clause_in


def clauses() -> Iterator[str]:
    """Yields every clause that an explanation may cite."""
    for name in names():
        yield from load(name).clauses.values()
    yield from (load_scale(name).source for name in scale_names())
    yield from (*awards.CLAUSES, *team_masterpoints.CLAUSES, *explain_carry.CLAUSES, *explain_match.CLAUSES.values())
    yield from explain_sessions.CLAUSES


def test_every_clause_has_japanese_words() -> None:
    """A clause is Japanese, but for one that is a number alone (`White Book 3.1.7`)."""
    wording = {clause: clause_in(clause, "ja") for clause in clauses()}
    assert len(wording) > 200
    foreign = [one for one, told in wording.items() if not re.search(r"[ぁ-んァ-ヶ一-龠]", told) and len(one) > 20]
    assert foreign == []


def test_chapters_are_the_same() -> None:
    """A clause cites as many chapters and sections in both languages, and no lines."""
    for clause in set(clauses()):
        english, japanese = clause_in(clause, "en"), clause_in(clause, "ja")
        chapters = len(re.findall(r"part \d, chapter|appendix \d", english))
        assert len(re.findall(r"第\d部第\d章|付録 ?\d", japanese)) == chapters, clause
        assert not re.search(r"\blines? \d", english), clause


def test_other_clauses_and_languages() -> None:
    assert clause_in("House rule 7", "ja") == "House rule 7"
    assert clause_in("Law 12C2: 50 %", "en") == "Law 12C2: 50 %"


def test_places_beside_one_another_stand_apart() -> None:
    """`第3部第2章3・第3部第2章4`, not `第3部第2章3第3部第2章4`: two places that are cited are not read as one."""
    run_together = re.compile(r"(?:第\d部第\d章|付録 ?\d)\d*(?:第\d部|付録)")
    assert [wording for one in set(clauses()) if run_together.search(wording := clause_in(one, "ja"))] == []
