"""A Swiss of nine teams and one of fifteen, eight rounds, lived in Chromium from an empty program to the final ranking,
and reckoned a second time by code that shares nothing with the program.

R-117, R-209, R-257, R-267, R-270 to R-272, R-385.
"""

from __future__ import annotations

import pytest

from arrowswitch.i18n import Locale
from tests.browser.conftest import Profiles
from tests.browser.evenings.walking import browser_walker, http_walker
from tests.browser.evenings.walking_swiss import LongSwiss
from tests.independent.checks import differences
from tests.independent.facts import event_facts
from tests.independent.rules import body_values
from tests.independent.table import reckon
from tests.independent.variants import Variant
from tests.rotation import rotate

pytestmark = [pytest.mark.slow, pytest.mark.turns(of=4)]


def differences_at_the_end(evening: LongSwiss) -> list[str]:
    """Returns everything in which the program, or a page of it, differs from the second reckoning."""
    state = evening.state
    facts, values = event_facts(state), body_values(str(state.rules["name"]))
    reckoned = reckon(facts, values)
    faults = differences(Variant(state, facts, values, "as lived"))
    listed, sums = evening.ranking(), evening.cross_sums()
    playing = [(team, rank) for team, rank in reckoned.ranks if reckoned.rows[team].outcomes]
    written = [(team, _write_rank(rank, [other for _, other in playing])) for team, rank in playing]
    if [(team, row.rank) for team, row in listed.items()] != written:
        faults.append(f"the ranking shows {listed}, reckoned {written}")
    for team, _ in playing:
        row = reckoned.rows[team]
        if (listed[team].total, listed[team].penalty) != (row.total, row.penalty):
            faults.append(f"the ranking shows {listed[team]} of {team}, reckoned {row.total}, {row.penalty}")
        if sums[team] != (row.total, row.raw):
            faults.append(f"the cross table shows {sums[team]} of {team}, reckoned {row.total}, {row.raw}")
    return faults


def _write_rank(rank: int, ranks: list[int]) -> str:
    return f"{rank}=" if ranks.count(rank) > 1 else str(rank)


def check_what_happened(evening: LongSwiss) -> None:
    """Everything that happens once in a weekend did happen."""
    state = evening.state
    assert state.settings.conditions.rounds == 8
    assert len(state.matches.forfeits) == 1
    assert [one.is_withdrawn for one in state.entries.values()].count(True) == 1
    assert [one.unit.value for one in state.rulings.penalties] == ["vp"]
    assert any(entry.ns_award is not None for entry in state.results.values())
    assert state.publication.versions


@pytest.mark.browser
@pytest.mark.exhaustive
@rotate(teams=(9, 15), locale=Locale)
def test_a_long_swiss_in_chromium(profiles: Profiles, teams: int, locale: Locale) -> None:
    with browser_walker(profiles, locale) as walker:
        evening = LongSwiss(walker)
        evening.live(teams)
        check_what_happened(evening)
        faults = differences_at_the_end(evening)
        assert faults == [], "\n".join(faults)


@pytest.mark.exhaustive
@rotate(teams=(5, 7, 9, 12, 15), locale=Locale)
def test_a_long_swiss_without_a_browser(teams: int, locale: Locale) -> None:
    with http_walker(locale) as walker:
        evening = LongSwiss(walker)
        evening.live(teams)
        check_what_happened(evening)
        faults = differences_at_the_end(evening)
        assert faults == [], "\n".join(faults)
