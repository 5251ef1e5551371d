"""The start of the next session, fixed and posted in the last round (manual, line 3865): R-125.

Lived from an empty database through the desk's pages, read where people read it: the wall, a phone, the published
results, the printed ranking.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, format_datetime, translate
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.slices.play import PostStart
from arrowswitch.tournament.play.next_start import next_session
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.walking import fill
from tests.builders import FixedClock
from tests.paper import read
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.web.lived import Night, night

LAST_ROUND = datetime(2026, 11, 21, 3, 50, tzinfo=UTC)
"""12:50 at the club: a round of two boards, 15 minutes, ends at 13:05."""


@contextmanager
def in_the_last_round(locale: Locale) -> Iterator[tuple[Night, FixedClock]]:
    """A morning of four pairs, at the start of its third and last round by the clock."""
    with night(4, locale=locale, sessions="2", sections="1", starts_at="10:00", boards_wanted="6") as lived:
        tournament = lived.walker.tournament
        assert tournament is not None
        clock = tournament.clock
        assert isinstance(clock, FixedClock)
        clock.time = LAST_ROUND
        lived.go("/1A/clock")
        for number in (1, 2, 3):
            assert lived.root.by_id("next-start") is None, "not before the last round"
            lived.walker.press("/clock/start", button=str(number))
        yield lived, clock


def announcement(locale: Locale, time: str) -> str:
    return translate("hall.next-session", {"session": 2, "time": time}, locale)


def everywhere(lived: Night, text: str) -> list[bool]:
    """Returns True for each of five places that shows a text: the hall screen, a phone, the desk's page of that screen,
    the published results, the printed ranking."""
    event = lived.base.rpartition("/")[2]
    locale = lived.walker.locale.value
    shows_text = []
    for address in (f"/hall/{event}", f"/play/{event}", f"{lived.base}/hall", f"/results/{event}/{locale}/index.html"):
        status, _, content = lived.walker.face.fetch(address)
        assert status == 200, f"{address}: {status}"
        shows_text.append(text in content.decode())
    sheet = lived.walker.sheet(f"{lived.base}/1A/print/ranking.pdf?lang={locale}")
    return [*shows_text, text.replace(" ", "") in read(sheet).unspaced_text]


@pytest.mark.slow
@rotate("locale", Locale)
def test_posted_from_the_break(locale: Locale) -> None:
    """R-125: the last round ends at 13:05, the break is 45 minutes: 13:50 is proposed, posted with one press, and shown
    everywhere; it can be changed and taken back, and once session 2 has begun it is shown no more."""
    with in_the_last_round(locale) as (lived, clock):
        fill(lived.walker)
        lived.go("/1A/ranking")
        lived.walker.press("/publish", button="true")
        lived.go("/1A/clock")
        assert "13:05" in lived.text_of("next-start")
        lived.walker.press("/clock/next-start")
        assert "13:50" in lived.text_of("next-start")
        assert everywhere(lived, announcement(locale, "13:50")) == [True] * 5
        lived.go("/1A/clock?pause=30")
        lived.walker.press("/clock/next-start")
        assert everywhere(lived, announcement(locale, "13:35")) == [True] * 5
        with pytest.raises(Refusal):
            lived.walker.press("/clock/next-start", {"time": "12:40"})
        lived.walker.renew()
        lived.go("/1A/clock")
        lived.walker.press("/clock/next-start", button="false")
        assert everywhere(lived, announcement(locale, "13:35")) == [False] * 5
        lived.walker.press("/clock/next-start", {"time": "1400"})
        assert everywhere(lived, announcement(locale, "14:00")) == [True] * 5
        lived.go("/2A/movement")
        if not lived.walker.offers("/movement/draw"):
            lived.walker.press("/movement/choose")
        lived.walker.press("/movement/draw")
        assert "14:00" in lived.walker.face.fetch(f"/hall/{lived.base.rpartition('/')[2]}")[2].decode()
        clock.forward(70)
        lived.go("/2A/movement")
        lived.walker.press("/movement/start")
        assert everywhere(lived, announcement(locale, "14:00")) == [False] * 5


@rotate("locale", Locale)
def test_the_history_says_which_session_and_when(locale: Locale) -> None:
    """R-125, R-376: by the club's clock; with its day where that is not the event's, as on the wall."""
    with in_the_last_round(locale) as (lived, clock):
        fill(lived.walker)
        lived.allow_words("Event “オープン” created")
        lived.go("/1A/clock")
        lived.walker.press("/clock/next-start")
        words = translate("history.start-posted", {"session": 2, "time": "13:50"}, locale)
        assert "13:50" in words
        assert words in lived.go("/history")
        assert words in lived.go("/1A/scores"), "what undo would take back"
        clock.forward(24 * 60)
        lived.go("/1A/clock")
        lived.walker.press("/clock/next-start", {"time": "1400"})
        moment = datetime(2026, 11, 22, 14, 0)
        words = translate("history.start-posted", {"session": 2, "time": format_datetime(moment, locale)}, locale)
        assert words in lived.go("/history")
        posted = format_datetime(moment - timedelta(minutes=70), locale)
        assert posted in lived.go("/history"), "when it was done, on another day than the event's"


class TestProposal:
    """The proposal follows the clock, and the settings of the event."""

    def test_follows_the_clock_and_the_break(self) -> None:
        """R-125: two minutes more and 13:07 + 45 is 13:55; 30 minutes are 13:40; a day later it counts from now."""
        with in_the_last_round(Locale.JA) as (lived, clock):
            lived.walker.press("/clock/extend")
            tournament = lived.walker.tournament
            assert tournament is not None
            state = tournament.state(tournament.events()[0].event_id)
            proposal = next_session(state, 1, clock.now())
            assert proposal is not None
            assert proposal.proposed == LAST_ROUND + timedelta(minutes=65)
            shorter = next_session(state, 1, clock.now(), 30)
            assert shorter is not None
            assert shorter.proposed == LAST_ROUND + timedelta(minutes=50)
            clock.forward(24 * 60)
            late = next_session(state, 1, clock.now())
            assert late is not None
            assert late.proposed == clock.now() + timedelta(minutes=45)
            lived.go("/1A/settings")
            lived.walker.press("/settings", {"break_minutes": "60"})
            clock.time = LAST_ROUND
            lived.go("/1A/clock")
            assert "14:10" in "".join(one.get("value") for one in lived.root.all("input"))

    def test_what_cannot_be_posted_is_refused(self) -> None:
        """R-125: not the past, not more than a day on, not a session that has begun or that there is none of."""
        evening = new_event(4, 2, sessions=2)
        now = evening.clock.now()
        soon = now + timedelta(hours=1)
        for session, at, code in (
            (2, soon, "start.not-yet"),
            (3, soon, "event.no-session"),
            (1, soon, "event.no-session"),
        ):
            with pytest.raises(Mistake) as refused:
                evening.do(PostStart(session, at))
            assert [one.code for one in refused.value.problems] == [code]
        evening.start(make("howell", pairs=4, boards_per_round=2))
        for session, at, code in (
            (2, now, "start.not-to-come"),
            (2, now + timedelta(hours=25), "start.not-to-come"),
            (1, soon, "start.already"),
        ):
            with pytest.raises(Mistake) as refused:
                evening.do(PostStart(session, at))
            assert [one.code for one in refused.value.problems] == [code]
        evening.do(PostStart(2, soon))
        assert evening.state.posted_session is not None
        evening.do(Undo())
        assert evening.state.posted_session is None
