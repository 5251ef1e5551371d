"""The plan survives changes between two sessions: a pair leaves, comes late, or comes for one session only.

JCBL director's manual 3.3, part 3, chapter 3, "other numbers for the second session", and 4, "several sections".
Random changes are judged by the sheets and numbers alone; `ARROWSWITCH_CHANGED_DAYS` says how many days are played
(`tools/try-days` plays 150, some 500 changes).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.tournament.model.slices.plans import CarryNumbers, SeatAnew
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.plans.choices import plan_report
from arrowswitch.tournament.plans.reseating import fits_plan, met_again, out_again, price_of, ways_to_reseat
from tests.big_events import fill, planned_event
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.playing import Playing, at_desk
from tests.whole_days import seated_day

FEW = 6
DAYS = int(os.environ.get("ARROWSWITCH_CHANGED_DAYS", FEW))


def comes(evening: Evening, name: str) -> None:
    evening.do(AddEntry((Person(f"{name} 一"), Person(f"{name} 二"))))


def goes(evening: Evening, at: int) -> None:
    evening.do(WithdrawEntry(list(evening.state.entries)[at]))


def comes_late(evening: Evening, name: str) -> None:
    """Seats a late pair in section A, at the phantom's number or at an A/B table, where there is one."""
    comes(evening, name)
    late = list(evening.state.entries)[-1]
    for letter in evening.state.session(1).sections:
        try:
            evening.do(SeatLatePair(Place(1, letter), late))
        except Refused:
            continue
        return


def take(evening: Evening, session: int = 2, at: int = 0) -> None:
    evening.do(SeatAnew(session, ways_to_reseat(evening.state, session)[at].name))


def everybody_once(evening: Evening, session: int) -> bool:
    seated = [who for one in evening.state.session(session).sections.values() for who in one.numbers.values()]
    playing = [one.entry_id for one in evening.state.entries.values() if not one.is_withdrawn]
    return sorted(seated) == sorted(playing)


class TestWhatHappens:
    @pytest.mark.slow
    def test_a_pair_goes_from_an_odd_field(self) -> None:
        """Two numbers are free in one section, which stopped session 2: one table fewer, nobody meets again, nobody
        sits out, and most keep the seat of the plan; or the same sheets, with the price told."""
        evening = planned_event(51)
        assert fits_plan(evening.state, 2)
        goes(evening, 3)
        assert not fits_plan(evening.state, 2)
        proposals = ways_to_reseat(evening.state, 2)
        first = proposals[0]
        assert (first.met, first.out, first.sitting) == ((), (), 0)
        assert first.moved <= 10
        assert {one.name for one in proposals} >= {"13+12", "13+13"}
        take(evening)
        assert everybody_once(evening, 2)
        assert not seated_day(evening.state)[0]
        assert plan_report(evening.state) == ()
        evening.do(StartPlay(2))

    def test_a_late_pair_at_an_ab_table(self) -> None:
        """Its number of session 1 has no place in the plan (`plan.no-place`): a table more."""
        evening = planned_event(40)
        comes_late(evening, "遅参")
        with pytest.raises(Refused) as refused:
            evening.do(CarryNumbers(2))
        assert refused.value.problems[0].code == "plan.no-place"
        take(evening)
        assert everybody_once(evening, 2)
        assert not seated_day(evening.state)[0]

    def test_pairs_for_one_of_three_sessions(self) -> None:
        """Four pairs come for session 2 only: larger sections, or one more; session 3 is played by the others again,
        and nobody has met anybody twice."""
        evening = planned_event(40, 3)
        for name in ("甲", "乙", "丙", "丁"):
            comes(evening, name)
        proposals = ways_to_reseat(evening.state, 2)
        assert {len(one.sheets) for one in proposals} == {2, 3}
        assert all(one.newly == 4 for one in proposals)
        take(evening, at=next(at for at, one in enumerate(proposals) if len(one.sheets) == 3))
        assert everybody_once(evening, 2)
        assert len(evening.state.session(2).sections) == 3
        evening.do(StartPlay(2))
        for _ in range(4):
            goes(evening, len(evening.state.entries) - 1 - _)
        if fits_plan(evening.state, 3):
            evening.do(CarryNumbers(3))
        else:
            take(evening, 3)
        assert everybody_once(evening, 3)
        again, out = seated_day(evening.state)
        assert not again
        assert max(out.values(), default=0) <= 1

    @pytest.mark.slow
    @rotate("pairs", [17, 20])
    def test_who_comes_after_session_1_plays_from_session_2_on(self, pairs: int) -> None:
        """No seat of the session that is over, free or not, is offered; session 2 seats the pair."""
        evening = planned_event(pairs)
        fill(evening, 1, 1)
        comes(evening, "午後")
        late = list(evening.state.entries)[-1]
        with pytest.raises(Refused) as refused:
            evening.do(SeatLatePair(Place(1, "A"), late))
        assert refused.value.problems[0].code == "late.next-session"
        take(evening)
        assert everybody_once(evening, 2)

    def test_somebody_who_changes_the_mind_is_told(self) -> None:
        evening = planned_event(40)
        goes(evening, 1)
        with pytest.raises(Refused) as refused:
            evening.do(SeatAnew(2, "99+99"))
        assert refused.value.problems[0].code == "plan.changed"

    @pytest.mark.slow
    def test_fewer_rounds_where_all_rounds_meet_again(self) -> None:
        """17 pairs, a Mitchell of 8 rounds and an interwoven Howell of 9; one goes. 16 pairs have no interwoven Howell
        of 9 rounds, and a Howell meets 27 again: one of 7 rounds is proposed first, nobody meets again, and two
        change their seats. As many rounds as planned is among the proposals."""
        evening = planned_event(17)
        goes(evening, 3)
        first, *others = ways_to_reseat(evening.state, 2)
        assert (first.name, first.sheets["A"].rounds) == ("8x7", 7)
        assert (first.met, first.out, first.moved) == ((), (), 2)
        assert any(one.sheets["A"].rounds == 9 for one in others)
        assert "plan.anew-rounds" in {problem.code for problem in price_of(evening.state, 2, first)}
        take(evening)
        assert everybody_once(evening, 2)
        assert not seated_day(evening.state)[0]

    def test_no_sheets_for_so_few(self) -> None:
        evening = planned_event(14)
        for at in range(12):
            goes(evening, at)
        with pytest.raises(Refused) as refused:
            ways_to_reseat(evening.state, 2)
        assert refused.value.problems[0].code == "plan.anew-none"


class TestDesk:
    @rotate("locale", Locale)
    def test_the_price_is_told_before_it_is_taken(self, locale: Locale) -> None:
        """The page of session 2 says that a pair went, and lists the proposals with their price."""
        evening = planned_event(21)
        goes(evening, 3)
        first = ways_to_reseat(evening.state, 2)[0]
        with at_desk(evening) as opened:
            page = Playing.page(opened, "/2A/movement", locale)
            assert translate("desk.plan.anew-show", {}, locale) in page.text
            text = Playing.page(opened, "/2A/movement?plan=anew", locale).text
            for problem in price_of(evening.state, 2, first):
                assert translate(problem.code, problem.params, locale) in text


class TestRandomChanges:
    @rotate("seed", range(DAYS), cells=2 if DAYS == FEW else DAYS)
    def test_what_is_told_is_what_happens(self, seed: int) -> None:
        """After up to five changes the best proposal seats everybody once; second meetings and times out are those of
        its price, and there are none that the plan did not have unless the price says so."""
        chance = Random(seed)
        evening = planned_event(chance.randrange(26, 46), 2, choice=chance.randrange(2))
        for change in range(chance.randrange(2, 6)):
            kind = chance.randrange(3)
            if kind == 0:
                here = [one for one, entry in enumerate(evening.state.entries.values()) if not entry.is_withdrawn]
                goes(evening, chance.choice(here))
            elif kind == 1:
                comes_late(evening, f"遅参{change}")
            else:
                comes(evening, f"午後{change}")
        first = ways_to_reseat(evening.state, 2)[0]
        take(evening)
        assert everybody_once(evening, 2)
        again, out = seated_day(evening.state)
        assert set(again) == {frozenset(both) for both in first.met}
        twice = {who for who, times in out.items() if times > 1 and not evening.state.entries[who].is_withdrawn}
        assert twice == set(first.out) | {who for who in twice if who not in _playing_out(evening)}
        assert set(met_again(evening.state)) == set(again)
        assert set(out_again(evening.state)) == {who for who, times in out.items() if times > 1}


def _playing_out(evening: Evening) -> set[object]:
    """Returns the entries that sit out in session 2."""
    entries: set[object] = set()
    for section in evening.state.session(2).sections.values():
        assert section.movement is not None
        for meeting in section.movement.meetings:
            here = [section.numbers[one] for one in meeting.contestants if one in section.numbers]
            entries.update(here if len(here) == 1 else ())
    return entries
