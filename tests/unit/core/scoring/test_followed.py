"""A session scored again after a change has the same standings as one scored for the first time, regardless of what
is remembered from before."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring import sessions as scored_sessions
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore, Weighted
from arrowswitch.core.scoring.sessions import LateBoards, score, score_session
from arrowswitch.core.scoring.totals.accounts import ScoringMemory
from arrowswitch.regulations import load
from tests.fields import regulations, scores, sessions, unusual
from tests.kept import forget
from tests.rotation import examples
from tests.unit.core.scoring.test_large import simultaneous

FOLLOWED = (Method.MATCHPOINTS, Method.IMPS, Method.BUTLER, Method.TOTAL_POINTS)
TIES = [load(name) for name in ("ebu", "wbf-2017", "acbl")]

outcomes = st.one_of(
    scores.map(TableScore),
    unusual,
    st.builds(lambda one, other: Weighted(((one, Fraction(3, 5)), (other, Fraction(2, 5)))), scores, scores),
)


@st.composite
def change_session(draw: st.DrawFn, scoring: ScoringInput) -> ScoringInput:
    """Another outcome on one side or on both, a line less or one twice, other penalties, or what is still awaited."""
    lines, place = list(scoring.lines), draw(st.integers(0, len(scoring.lines) - 1))
    what = draw(st.sampled_from(("score", "score", "sides", "gone", "twice", "penalties", "provisional")))
    if what == "penalties":
        return replace(scoring, penalties=scoring.penalties[1:])
    if what == "provisional":
        return replace(scoring, is_provisional=not scoring.is_provisional)
    if what == "gone":
        del lines[place]
    elif what == "twice":
        lines.append(lines[place])
    else:
        ns = draw(outcomes)
        lines[place] = replace(lines[place], ns_outcome=ns, ew_outcome=ns if what == "score" else draw(outcomes))
    return (
        replace(scoring, lines=tuple(lines), penalties=() if what == "gone" else scoring.penalties)
        if lines
        else scoring
    )


@pytest.mark.parametrize("method", FOLLOWED)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data(), rules=st.one_of(regulations(), st.sampled_from(TIES)))
def test_the_standings_of_whoever_saw_it_first(method: Method, data: st.DataObject, rules: Regulations) -> None:
    first = data.draw(sessions(method))
    steps = [first]
    for _ in range(4):
        steps.append(data.draw(change_session(steps[-1])))
    steps += [steps[1], first]
    memory = ScoringMemory()
    followed = [score(step, rules, method, memory) for step in steps]
    for step, standings in zip(steps, followed, strict=True):
        forget()
        whole = score(step, rules, method)
        assert standings.ranking == whole.ranking
        assert dict(standings.boards) == dict(whole.boards)
        assert standings == whole


def test_a_large_session_with_a_memory_is_followed() -> None:
    """Without a memory it is scored on arrays every time; with one a result costs what it changes, up to a limit."""
    jcbl, field = load("jcbl-2008"), simultaneous(tables=30, boards=4)
    lines = [Line.of_score(1, field.lines[0].ns[0], field.lines[0].ew[0], 620), *field.lines[1:]]
    with patch.object(scored_sessions, "LARGE", 100):
        for _ in range(2):
            assert isinstance(score_session(field, jcbl).boards, LateBoards)
        memory = ScoringMemory()
        assert not isinstance(score_session(field, jcbl, memory=memory).boards, LateBoards)
        again = score_session(replace(field, lines=tuple(lines)), jcbl, memory=memory)
        assert not isinstance(again.boards, LateBoards)
        forget()
        assert again.ranking == score_session(replace(field, lines=tuple(lines)), jcbl).ranking
        with patch.object(scored_sessions, "FOLLOWED", 100):
            assert isinstance(score_session(field, jcbl, memory=memory).boards, LateBoards)


@pytest.mark.parametrize("method", FOLLOWED)
def test_scoring_an_unchanged_session_again_makes_no_new_account_or_row(method: Method) -> None:
    jcbl, memory, field = load("jcbl-2008"), ScoringMemory(), simultaneous(tables=8, boards=4)
    before = score(field, jcbl, method, memory)
    accounts = memory.accounts
    again = score(replace(field, lines=field.lines), jcbl, method, memory)
    assert accounts is not None
    assert memory.accounts is not None
    assert again.ranking == before.ranking
    assert all(memory.accounts.made[number] is made for number, made in accounts.made.items())
    assert all(now is then for now, then in zip(again.ranking, before.ranking, strict=True))
