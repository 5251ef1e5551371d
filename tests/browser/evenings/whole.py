"""A whole evening of any form, by its pages: entries, all paper, the first round typed, a late entry, a player who
leaves, the other results, a ruling, a penalty in every unit, published, corrected and published again, a penalty after
that, closed, the record printed.

Single acts are done where the pages offer them, through either face; many results are entered without the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from urllib.parse import urlencode, urljoin

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.forms.registry import form_named
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from tests.browser.evenings import walking
from tests.browser.evenings.faces import Refusal
from tests.browser.evenings.pages import Seen, can_take, values_of
from tests.browser.evenings.walking import Walker
from tests.browser.evenings.walking_teams import TeamEvening, team_people

PEOPLE = {ContestantKind.TEAM: 4, ContestantKind.PAIR: 2, ContestantKind.PLAYER: 1}
MOST_ROUNDS = 60
ROUNDS_PRINTED = 2
"""The number of rounds that are printed if the sheets are not compared."""


@dataclass
class Whole:
    """An evening to walk, and what became of its steps: a word, or what went wrong. One that `looks_around` opens every
    page and every sheet on the way, another those that a director needs."""

    form: EventForm
    method: Method
    entries: int
    locale: Locale
    preset: str = ""
    looks_around: bool = True
    steps: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.preset or self.form.value}:{self.method.value}:{self.entries} ({self.locale.value})"

    @property
    def state(self) -> EventState:
        """Returns the event as it stands."""
        return self.evening.state

    @property
    def event_id(self) -> EventId:
        """Returns the id of the event."""
        return self.state.event_id

    @property
    def is_started(self) -> bool:
        """True if play has already begun."""
        return self.state.session(1).is_started

    def walk(self, walker: Walker) -> None:
        """Walks the evening; a step that fails is noted, and the next one begins at the event's first page."""
        self.use(walker)
        if self.do("entries", self.begin):
            self.do("pages at first", self.open_everything)
            self.go_on()

    def use(self, walker: Walker) -> None:
        """Sits down in front of a page."""
        self.walker, self.evening, self.results = walker, TeamEvening(walker), cycle(walking.RESULTS)

    def go_on(self) -> None:
        """Walks from the entries, or from the start of play where it has begun, to the record."""
        {
            "movement": self.by_sheet,
            "draw": self.by_draws,
            "bracket": self.by_bracket,
            "league": self.by_season,
        }[form_named(self.form).arranger]()
        for name, step in (
            ("ruling", self.rule),
            ("penalties", self.fine),
            ("publication", self.publish),
            ("correction", self.correct),
            ("publication after it", self.publish),
            ("penalty after it", self.evening.penalise),
            ("publication after that", self.publish),
            ("closing", self.close),
            ("record", self.print),
            ("tabs", self.open_tabs),
            ("pages at last", self.open_everything),
        ):
            self.do(name, step)

    def do(self, name: str, step: Callable[[], object]) -> bool:
        """Does a step and notes what became of it."""
        try:
            self.steps[name] = str(step() or "done")
        except Exception as fault:  # noqa: BLE001 - any error of a step is reported, and the evening goes on
            self.steps[name] = "FAILED"
            self.faults.append(f"{name}: {type(fault).__name__} {str(fault)[:600]}")
            self.walker.renew()
            self.go_back()
            return False
        return True

    def go_back(self) -> None:
        """Goes to the first page of the event, or to that of the program where the event has none or does not open."""
        try:
            self.walker.face.open("/".join(self.walker.face.address.split("/")[:3]))
        except AssertionError as fault:
            self.faults.append(f"way back: {str(fault)[:300]}")
            self.walker.face.open("/")

    def begin(self) -> None:
        """Makes the event with default settings and enters everybody."""
        if self.preset:
            return self.evening.begin_preset(self.preset, self.entries)
        form = "pairs" if self.form in METHOD_FORMS else self.form.value
        is_asked = not self.form.is_of_teams or self.form is EventForm.TEAMS_AND_PAIRS
        self.evening.begin(
            form,
            self.entries,
            PEOPLE[self.form.kind],
            **({"method": self.method.value} if is_asked else {}),
        )
        return None

    # How opponents meet

    def by_sheet(self) -> None:
        """Plays the sheet that is proposed, each session in turn."""
        if not self.is_started and not self.do("start", self.take_proposal):
            return
        self.do("paper", self.paper)
        self.do("round 1", self.type_round)
        self.do("late", self.late)
        self.do("withdrawal", self.withdraw)
        self.do("pages amid", self.open_everything)
        walking.fill(self.walker)
        for session in range(2, self.state.settings.sessions + 1):
            self.do(f"session {session}", partial(self.next_session, session))

    def take_proposal(self) -> None:
        """Takes the proposal and starts, with tables of scores where the method needs them."""
        self.walker.tab("entries")
        if not (self.walker.offers("/movement/plan") or self.walker.offers("/movement/choose")):
            self.walker.tab("movement")
        walking.take_proposal(self.walker)
        if self.walker.face.address.endswith("/tables"):
            walking.give_tables(self.walker)
            walking.start(self.walker)

    def next_session(self, session: int) -> None:
        """Plays another session by what its page offers first."""
        walker = self.walker
        walker.follow(rf"/{session}A/")
        walker.tab("movement")
        if walker.offers("/movement/choose") and not walker.offers("/movement/start"):
            walker.press("/movement/choose")
        section = self.state.session(session).sections.get(SectionLetter("A"))
        if section is None or not section.numbers:
            walker.press("/movement/draw")
        walker.press("/movement/start")
        assert walking.fill(walker, session)

    def by_draws(self) -> None:
        """Draws and plays every round."""
        walker = self.walker
        if not self.is_started:
            if self.form is EventForm.EVEN_CHANCE_TEAMS:
                self.do("teams", self.evening.make_teams)
            walker.tab("draw")
            if walker.offers("/draw/round-robin"):
                walker.press("/draw/round-robin")
                self.by_sheet()
                return
            if walker.page.root.by_id("seeds") is not None:
                self.do("seeds", lambda: walker.press("/draw/numbers"))
        for number in range(1, MOST_ROUNDS):
            if number > 1 or not self.is_started:
                walker.tab("draw")
                if not self.evening.draw():
                    break
                self.do(f"start {number}", partial(self.start_round, number))
            self.after_start(number)
        planned = self.state.settings.conditions.rounds
        self.steps["rounds"] = f"{number - 1} of {planned}"

    def by_bracket(self) -> None:
        """Plays the bracket to its last match; a level one goes on by lot."""
        walker, number = self.walker, 0
        if self.is_started:
            number = 1
            self.after_start(number)
            walker.tab("bracket")
        else:
            walker.tab("bracket")
            self.do("seeds", lambda: walker.press("/draw/numbers"))
        for _ in range(MOST_ROUNDS):
            if walker.offers("/bracket/decide"):
                walker.press("/bracket/decide", {"reason": "by lot"})
            elif walker.offers("/draw/start"):
                number += 1
                self.do(f"start {number}", partial(self.start_round, number))
                self.after_start(number)
                walker.tab("bracket")
            elif [one for one in walker.page.forms("/bracket") if one.get("method") == "post"]:
                if not self.do(f"draw {number + 1}", lambda: walker.press("/bracket")):
                    return
            else:
                return

    def start_round(self, number: int) -> None:
        """Starts the round that is drawn; all its paper is one click away, and that of later rounds is alike."""
        paper = self.walker.links(r"/print/kit/start\.pdf$")
        assert paper, "no paper of the round"
        if self.looks_around or number <= ROUNDS_PRINTED:
            assert self.walker.sheet(paper[0].get("href"))
        self.walker.press("/draw/start")

    def after_start(self, number: int) -> None:
        """Plays a round: the first is typed; a player is late for it, another leaves after the second."""
        if number == 1:
            self.do("paper", self.paper)
            self.walker.tab("scores")
            self.do("round 1", self.type_round)
            self.do("late", self.late)
        walking.fill(self.walker)
        if number == 2:
            self.do("withdrawal", self.withdraw)
            self.do("pages amid", self.open_everything)

    def by_season(self) -> None:
        """Plans the season as proposed and plays it to the last match, the later ones by the slips of whole matches."""
        walker = self.walker
        if not self.is_started:
            walker.tab("league")
            self.do("seeds", lambda: walker.press("/draw/numbers"))
            self.do("season", lambda: self.evening.propose_season())
            self.do("schedule", lambda: walker.press("/league/schedule"))
            self.do("start", lambda: walker.press("/league/start"))
        self.do("paper", self.paper)
        self.do("table 1", self.type_table)
        self.do("late", self.late)
        self.do("withdrawal", self.withdraw)
        self.do("pages amid", self.open_everything)
        self.evening.fill_slips()
        walking.fill(walker)

    def type_round(self) -> int:
        """Types every slip of round 1, or where nobody looks around that of a table."""
        return walking.play_round(self.walker, self.results, 1, None if self.looks_around else 1)

    def type_table(self) -> None:
        """Types the missing lines of the slip of the first table."""
        walking.keys_of_table(self.walker, 1)
        for line in self.walker.page.root.all("tr", lambda one: one.has("data-missing")):
            self.walker.type_line(line.get("data-key"), next(self.results))

    # Incidents

    def late(self) -> str:
        """Enters a player after the start; if there is no seat the page gives the reason."""
        people = team_people(self.entries, PEOPLE[self.form.kind])
        return "seated" if walking.arrive_late(self.walker, people) else "turned away"

    def withdraw(self) -> str:
        """Notes that the first of the list has left, where the page offers it."""
        self.walker.tab("entries")
        if not self.walker.offers("/withdraw"):
            return "not offered"
        walking.withdraw(self.walker)
        return ""

    def rule(self) -> None:
        """Gives average plus and minus at the first slot."""
        walking.rule(self.walker, walking.keys_of_table(self.walker, 1)[0], "hesitation")

    def fine(self) -> str:
        """Gives a penalty in every unit that is offered; one that belongs to a match names the first round."""
        return " / ".join(walking.fine(self.walker, "tardy"))

    def publish(self) -> None:
        """Publishes the ranking, which must be complete and another one than before."""
        before = len(self.state.publication.versions)
        walking.publish(self.walker)
        assert len(self.state.publication.versions) == before + 1, "nothing was published"

    def correct(self) -> None:
        """Corrects a result of the first table; if scores of a player there were removed, of the next."""
        for table in range(1, MOST_ROUNDS):
            key = walking.keys_of_table(self.walker, 1, table)[1]
            try:
                walking.correct(self.walker, key, "1C+3 N")
            except Refusal as refusal:
                if "result.removed" not in refusal.texts:
                    raise
                self.walker.renew()
            else:
                return

    def close(self) -> None:
        """Makes the ranking final."""
        self.walker.tab("ranking")
        form = self.walker.page.forms("/finalise")[0]
        self.walker.typed += " agreed"
        self.walker.press("/finalise", {"reason": "agreed"} if can_take(form, "reason", "") else {})
        assert self.state.publication.finalised_at is not None

    def print(self) -> str:
        """Prints the record by its button, all paper of the end by one click, and every sheet there is."""
        walking.print_sheet(self.walker, "record")
        walking.print_sheet(self.walker, "kit/end")
        return self.paper()

    def paper(self) -> str:
        """Opens every sheet."""
        return f"{len(walking.print_all(self.walker))} sheets" if self.looks_around else ""

    # Every page

    def open_tabs(self) -> None:
        """Opens every page of the event by its tab."""
        for name in walking.tabs(self.walker):
            self.walker.tab(name)

    def open_everything(self) -> str:
        """Opens one page of every kind that can be reached from the tabs of the event."""
        if not self.looks_around:
            return ""
        paths = [f"/events/{self.event_id}/entries"]
        kinds: set[str] = set()
        faults: list[str] = []
        for at in paths:
            kind = re.sub(r"\d+", "#", re.sub(r"/events/[^/]+|entries/[^/?]+|(?<=[?&]what=)[^&]+", "", at))
            if kind in kinds or not at.startswith(f"/events/{self.event_id}/"):
                continue
            kinds.add(kind)
            status, content_kind, content = self.walker.face.fetch(at)
            if status >= 400:
                faults.append(f"{at}: {status} {Seen.read(content.decode(errors='replace')).text[:300]}")
            elif "html" in content_kind:
                page = Seen.read(content.decode())
                faults += [f"{at}: {word}" for word in page.problems(self.locale, self.walker.typed)[:3]]
                paths += _leads(page, at)
        assert not faults, " | ".join(faults[:8])
        return f"{len(kinds)} pages"


def _leads(page: Seen, at: str) -> Iterator[str]:
    """Yields the addresses that a page leads to: its links, and its questions as they stand."""
    for link in page.links:
        if "lang=" not in link.get("href"):
            yield urljoin(at, link.get("href")).partition("#")[0]
    for form in page.root.all("form", lambda one: one.get("method") != "post" and one.has("action")):
        yield f"{urljoin(at, form.get('action'))}?{urlencode(values_of(form))}"
