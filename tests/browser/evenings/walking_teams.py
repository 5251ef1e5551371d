"""Evenings of teams, walked by the pages alone: who meets whom by a sheet, a draw, a bracket or a season.

Single incidents (a ruling, a penalty, a late entry, a player who leaves, a correction) are entered where the pages
offer it. The first round of every evening is typed, of a season its first slip; later slips are alike, so that their
results go in without the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urljoin

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.views import MatchStatus, matches
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.matches import EnterMatchSlip
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rehearsal.playing import invented_people
from tests.browser.evenings.pages import Element
from tests.browser.evenings.walking import (
    RESULTS,
    Walker,
    arrive_late,
    enter,
    fill,
    http_walker,
    keys_of_table,
    new_event,
    play_round,
    print_all,
    publish,
    tabs,
    take_proposal,
)

OVER = (MatchStatus.COMPLETE, MatchStatus.FORFEITED, MatchStatus.REMOVED)
MOST_ROUNDS = 40
"""More than any evening here has: a walk that goes on for longer goes round in a circle."""


def team_people(place: int, people: int = 4) -> Sequence[str]:
    """Returns the players of a team, or pair, counted from 0."""
    everybody = invented_people((place + 1) * people)
    return [person.name for person in everybody[-people:]]


@dataclass
class TeamEvening:
    """A director in front of the pages of an event of teams, and the program behind them."""

    walker: Walker
    entered: int = 0
    results: Iterator[str] = field(default_factory=lambda: cycle(RESULTS))
    most_typed: int | None = None
    """How many slips of the first round are typed; none is said, all."""

    @property
    def state(self) -> EventState:
        """Returns the event whose page is shown, as it stands."""
        assert self.walker.tournament is not None
        return self.walker.tournament.state(EventId(self.walker.face.address.split("/")[2]))

    def begin(self, form: str, teams: int, people: int = 4, **settings: str) -> None:
        """Makes the event with default settings and enters everybody."""
        new_event(self.walker, form, "Evening", **settings)
        self.add(teams, people)

    def begin_preset(self, name: str, teams: int) -> None:
        """Makes the event as a preset says."""
        walker = self.walker
        walker.typed += " Evening"
        walker.follow(r"^/events/new$")
        walker.follow(rf"preset={name}$")
        walker.press("/events/new", {"name": "Evening"})
        self.add(teams)

    def add(self, teams: int, people: int = 4) -> None:
        """Enters this many teams, or pairs."""
        enter(self.walker, (team_people(place, people) for place in range(teams)))
        self.entered = teams

    # The opponents

    def play_sheet(self) -> None:
        """Takes the sheet that is proposed and plays it, each session in turn."""
        walker = self.walker
        walker.tab("entries")
        take_proposal(walker)
        assert play_round(walker, self.results, 1, self.most_typed)
        fill(walker)
        for session in range(2, self.state.settings.sessions + 1):
            walker.follow(rf"/{session}A/")
            walker.tab("movement")
            if walker.offers("/movement/choose") and not walker.offers("/movement/start"):
                walker.press("/movement/choose")
            if not self.state.session(session).sections[SectionLetter("A")].numbers:
                walker.press("/movement/draw")
            walker.press("/movement/start")
            assert fill(walker, session)

    def make_teams(self) -> None:
        """Makes even-chance teams on the page that the draw leads to first; of an odd number the last stands by."""
        walker = self.walker
        walker.tab("draw")
        assert walker.face.address.endswith("/even-chance"), "nothing is drawn before there are teams"
        if not _posts(walker, "/even-chance"):
            (form,) = walker.page.forms("/even-chance")
            walker.press("/even-chance", {"standby": form.all("option")[-1].get("value")})
        walker.press("/even-chance", at=0)
        assert {len(one.people) for one in self.state.entries.values() if not one.is_withdrawn} == {4}

    def play_draws(self, withdraw_after: int | None = None) -> int:
        """Draws and plays every round; returns how many were played. A draw against the published conditions is made
        with a reason, as the page asks."""
        walker = self.walker
        walker.tab("draw")
        if walker.page.root.by_id("seeds") is not None:
            walker.press("/draw/numbers")
        for number in range(1, MOST_ROUNDS):
            if not self.draw():
                return number - 1
            walker.press("/draw/start")
            if number == 1:
                walker.tab("scores")
                assert play_round(walker, self.results, 1, self.most_typed)
            assert fill(walker) or (number == 1 and self.most_typed is None)
            if number == withdraw_after:
                self.withdraw()
            walker.tab("draw")
        raise AssertionError("the draws do not end")

    def draw(self) -> bool:
        """Draws the next round as proposed, against the published conditions where they cannot be kept. Returns True
        if there was one."""
        walker = self.walker
        typed = {}
        if not _posts(walker, "/draw") and walker.links("force=yes"):
            walker.follow("force=yes")
            typed = {"reason": "too few teams"}
        if not _posts(walker, "/draw"):
            return False
        walker.press("/draw", typed)
        return True

    def play_bracket(self) -> None:
        """Seeds the teams and plays the bracket to its last match; a level one goes on by lot."""
        walker = self.walker
        walker.tab("bracket")
        walker.press("/draw/numbers")
        is_first = True
        for _ in range(MOST_ROUNDS):
            if walker.offers("/bracket/decide"):
                walker.press("/bracket/decide", {"reason": "by lot"})
            elif walker.offers("/draw/start"):
                walker.press("/draw/start")
                if is_first:
                    is_first = False
                    walker.tab("scores")
                    assert play_round(walker, self.results, 1, self.most_typed)
                fill(walker)
                walker.tab("bracket")
            elif _posts(walker, "/bracket"):
                walker.press("/bracket")
            else:
                return
        raise AssertionError("the bracket does not end")

    def play_season(self, *, by_slips: bool = False) -> None:
        """Plans the season as proposed, on dates a week apart, and plays it to the last match; `by_slips` the results
        of all but the first table come as those of whole matches."""
        walker = self.walker
        walker.tab("league")
        if walker.page.root.by_id("seeds") is not None:
            walker.press("/draw/numbers")
        walker.tab("matches")
        assert walker.text, "there are none before the schedule"
        walker.tab("league")
        self.propose_season()
        walker.press("/league/schedule")
        walker.press("/league/start")
        for key in keys_of_table(walker, 1):
            walker.type_line(key, next(self.results))
        assert self.fill_slips() if by_slips else fill(walker)

    def propose_season(self) -> None:
        """Asks for a schedule on the dates that stand there."""
        _press_named(self.walker, "/league/plan", "propose")

    def fill_slips(self) -> int:
        """Enters the slip of every incomplete match, without the pages; returns their number."""
        tournament, event_id = self.walker.tournament, self.state.event_id
        assert tournament is not None
        left = [one for one in matches(self.state) if one.status not in OVER]
        with self.walker.aside():
            for at, match in enumerate(left):
                slip = EnterMatchSlip(match.place.at(match.rounds[0]), match.home, f"{20 + at % 17}-{20 + at % 13}")
                tournament.execute(event_id, slip, Stamp(f"slip-{at}", "director"))
        return len(left)

    def type_slips(self) -> int:
        """Types the slip of every match in which something lacks into the line of its round; returns how many."""
        walker = self.walker
        left = [one for one in matches(self.state) if one.status not in OVER]
        for at, match in enumerate(left):
            number = match.rounds[0]
            walker.tab("matches")
            if walker.links(rf"/matches\?round={number}$"):
                walker.follow(rf"/matches\?round={number}$")
            label = self.state.section(match.place).label(match.tables[0])
            walker.press(f"/matches/{number}/slips", {"line": f"{label} {20 + at % 17}-{20 + at % 13}"})
        return len(left)

    # Incidents

    def rule(self) -> None:
        """Gives an adjusted score at the first slip of the first match."""
        self._open_slot()
        self.walker.press("/award", {"ns_text": "A+", "ew_text": "A-", "reason": "ruling", "law": "12C2"})

    def penalise(self) -> None:
        """Gives the first of the list a penalty."""
        walker = self.walker
        walker.tab("rulings")
        form = walker.page.forms("/rulings/penalty")[0]
        who = form.all("select", lambda one: one.get("name") == "number")[0].all("option")[1].get("value")
        walker.press("/rulings/penalty", {"number": who, "reason": "late"})

    def come_late(self) -> bool:
        """Enters a team after the start. Returns True if there was a seat, False if the team was turned away."""
        return arrive_late(self.walker, team_people(self.entered))

    def withdraw(self) -> None:
        """Notes that the last team of the list has left."""
        walker = self.walker
        walker.tab("entries")
        last = len([one for one in walker.page.forms("/withdraw") if walker.page.buttons(one)]) - 1
        walker.press("/withdraw", at=last)

    def publish(self) -> None:
        """Publishes the ranking of everything."""
        publish(self.walker)
        assert self.state.publication.versions

    def correct(self) -> None:
        """Corrects a result of the first match for a slip that was misread."""
        self._open_slot()
        text = next(text for text in ("3NT= N", "4S= N") if text not in self.walker.text)
        self.walker.press("/result", {"text": text, "correction": "typing-error", "reason": "misread"})

    def finish(self) -> dict[str, bytes]:
        """Publishes, corrects, publishes again, closes the event, and prints what there is."""
        self.publish()
        self.correct()
        self.publish()
        self.walker.tab("ranking")
        self.walker.press("/finalise", {"reason": "everybody agrees"})
        assert self.state.publication.finalised_at is not None
        return print_all(self.walker)

    def look_around(self) -> None:
        """Opens every page of the event, and every sheet that one of them leads to."""
        opened: set[str] = set()
        for name in tabs(self.walker):
            self.walker.tab(name)
            self._open_sheets(opened)
            if self.walker.links("/lineups"):
                self.walker.follow("/lineups")
                self._open_sheets(opened)

    def _open_sheets(self, opened: set[str]) -> None:
        """Opens the sheets that the page links to, except those that another page linked to just before."""
        here = self.walker.face.address
        for address in (urljoin(here, link.get("href")) for link in self.walker.links(r"\.pdf(\?|$)")):
            if address not in opened:
                assert self.walker.sheet(address)
            opened.add(address)

    def _open_slot(self) -> None:
        walker = self.walker
        walker.tab("matches")
        rounds = walker.links(r"/matches\?round=1$")
        if rounds:
            walker.follow(r"/matches\?round=1$")
        walker.follow(r"/matches/\d+/[^/]+$")
        walker.follow(r"/slots/")


def _press_named(walker: Walker, action: str, name: str) -> None:
    """Sends the form with the button of this name, where several buttons of a form have the same value."""
    form = walker.page.forms(action)[0]
    button = next(one for one in walker.page.buttons(form) if one.get("name") == name)
    walker.steps.clicks += 1
    walker.face.send(form, button, {})
    walker.renew()


def _posts(walker: Walker, action: str) -> list[Element]:
    """Returns the forms of the page that change something at an address that ends so."""
    return [one for one in walker.page.forms(action) if one.get("method") == "post" and walker.page.buttons(one)]


@contextmanager
def http_evening(locale: Locale, most_typed: int | None = None) -> Iterator[TeamEvening]:
    """A director in front of an empty program, without a browser; of the first round this many slips are typed."""
    with http_walker(locale) as walker:
        yield TeamEvening(walker, most_typed=most_typed)
