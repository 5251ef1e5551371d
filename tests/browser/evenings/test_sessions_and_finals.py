"""Evenings of several sessions, with default settings but for what each of them is about: teams in flights whose pairs
meet in two sessions, Houston pairs, a qualifying with a substitute and a final, Swiss pairs by victory points.

From an empty program to the final ranking by what the pages offer. The ranking is compared with a reckoning of its own,
and the paper, the hall and the report show the same standing. Most results come in next to the pages.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import cycle
from random import Random

import pytest

from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.totals import totals
from tests.big_events import reckon_event
from tests.browser.conftest import Profiles
from tests.browser.evenings.walking import (
    RESULTS,
    Walker,
    browser_walker,
    enter,
    keys_of_table,
    new_event,
    play_draws,
    print_all,
    publish,
    take_proposal,
)
from tests.browser.evenings.walking_pairs import people
from tests.browser.evenings.walking_teams import team_people
from tests.browser.evenings.whole import Whole
from tests.independent.checks import differences
from tests.independent.facts import event_facts
from tests.independent.rules import body_values, nearest, scale_data, two_places
from tests.independent.scores import imps
from tests.independent.variants import Variant
from tests.paper import read

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.exhaustive]

SCORES = (-200, -150, -140, -120, -110, -100, -90, 90, 100, 110, 120, 140, 150, 170, 200)
"""Scores that are possible on every board and at every vulnerability."""


def event_id_of(walker: Walker) -> EventId:
    return EventId(walker.face.address.split("/")[2])


def state_of(walker: Walker) -> EventState:
    assert walker.tournament is not None
    return walker.tournament.state(event_id_of(walker))


def fill_scores(walker: Walker, session: int, seed: int) -> None:
    """Enters a score at random wherever one is missing in a session, next to the pages."""
    assert walker.tournament is not None
    event_id, chance = event_id_of(walker), Random(seed)
    slots = missing_slots(state_of(walker), session)
    with walker.aside():
        for at, slot in enumerate(slots):
            stamp = Stamp(f"{event_id}-{session}-{seed}-{at}", "director", "desk")
            walker.tournament.execute(event_id, EnterResult(slot, str(chance.choice(SCORES))), stamp)
    assert not missing_slots(state_of(walker), session)


def type_table(walker: Walker, session: int = 1) -> None:
    """Types the slip of the first table of a session on the page of the scores."""
    results = cycle(map(str, SCORES))
    if state_of(walker).settings.sessions > 1:
        walker.visit(f"/events/{event_id_of(walker)}/{session}A/scores")
    keys_of_table(walker, 1)
    for line in walker.page.root.all("tr", lambda one: one.has("data-missing")):
        walker.type_line(line.get("data-key"), next(results))


def next_session(walker: Walker, session: int, seed: int) -> None:
    """Plays a session by what its page of the movement offers first."""
    walker.visit(f"/events/{event_id_of(walker)}/{session}A/movement")
    for action in ("/movement/carry", "/movement/choose", "/movement/draw"):
        sections = state_of(walker).session(session).sections.values()
        has_numbers = bool(sections) and all(section.numbers for section in sections)
        if not has_numbers and walker.offers(action):
            walker.press(action)
    walker.press("/movement/start")
    fill_scores(walker, session, seed)


def check_everything(walker: Walker, winners: Sequence[str]) -> None:
    """Opens every page and every sheet; certificates, the list of prizes, the hall and the report show the winners."""
    state = state_of(walker)
    form, count = state.settings.event_form, len(state.entries)
    whole = Whole(form, state.settings.scoring.method, count, walker.locale)
    whole.use(walker)
    whole.open_tabs()
    whole.open_everything()
    sheets = print_all(walker)
    for name in ("certificates.pdf", "prize-list.pdf"):
        assert all(one in read(sheets[name]).text for one in winners), f"{name}: {winners}, {sorted(sheets)}"
    status, _, content = walker.face.fetch(f"/hall/{state.event_id}")
    assert status == 200
    assert winners[0] in content.decode(), "the hall names a team by its first player"
    status, _, content = walker.face.fetch(f"/events/{state.event_id}/report/report.json")
    assert status == 200
    report = json.loads(content)
    assert all(one in json.dumps(report, ensure_ascii=False) for one in winners)


def check_by_facts(walker: Walker) -> None:
    """Makes sure that an event of matches is ranked as its second scoring has it."""
    state = state_of(walker)
    variant = Variant(state, event_facts(state), body_values(state.settings.scoring.regulations), "as played")
    assert differences(variant) == []


def winners_of(walker: Walker) -> tuple[str, ...]:
    """Returns the names of the first entry, after making sure that all totals are those of the second reckoning.

    That one counts one matchpoint for a result beaten; the WBF has two (Law 78A), the JCBL one.
    """
    state = state_of(walker)
    unit = body_values(state.settings.scoring.regulations)["boards.points-per-win"]
    wanted = {who: unit * amount for who, amount in reckon_event(state).totals.items()}
    ranked = [(row.entry.entry_id, row.standing.total) for row in totals(state).rows if row.entry is not None]
    assert dict(ranked) == wanted
    assert ranked[0][1] == max(wanted.values())
    return state.entries[ranked[0][0]].names


def pairs_with_a_final(walker: Walker) -> None:
    """Twelve pairs over two sessions with a substitute in the second; the best six play a final."""
    new_event(walker, "pairs", "Autumn", sessions="2")
    enter(walker, people(EventForm.MATCHPOINT_PAIRS, 12))
    take_proposal(walker)
    type_table(walker)
    fill_scores(walker, 1, 1)
    walker.tab("entries")
    walker.follow("/entries/id[0-9]+$")
    walker.typed += " Alder Oak"
    entry = EntryId(walker.face.address.rpartition("/")[2])
    walker.press(f"/entries/{entry}", {"name2": "Alder Oak", "from_session": "2"})
    next_session(walker, 2, 2)
    publish(walker)
    assert "Alder Oak" not in state_of(walker).entries[entry].names[0]
    check_everything(walker, winners_of(walker))
    walker.tab("ranking")
    walker.follow("/qualifiers$")
    walker.press("/qualifiers/plan", {"count": "6"})
    going = reckon_event(state_of(walker)).best(6)
    names = {state_of(walker).entries[one].names for one in going}
    walker.press("/qualifiers/final", {"kind": "none", "sessions": "1"})
    assert {entry.names for entry in state_of(walker).entries.values()} == names
    take_proposal(walker)
    type_table(walker)
    fill_scores(walker, 1, 3)
    publish(walker)
    check_everything(walker, winners_of(walker))


def swiss_pairs(walker: Walker) -> None:
    """Thirteen pairs, so that one sits out in each round."""
    new_event(walker, "swiss-pairs", "Autumn", method=Method.IMPS.value)
    enter(walker, people(EventForm.SWISS_PAIRS, 13))
    assert play_draws(walker, cycle(RESULTS)) == state_of(walker).settings.conditions.rounds
    publish(walker)
    check_by_facts(walker)
    check_everything(walker, first_of(walker))


def first_of(walker: Walker) -> tuple[str, ...]:
    """Returns the names of the first of the ranking."""
    row = ranking(state_of(walker), 1).groups[0][1][0]
    assert row.entry is not None
    return row.entry.names


def houston(walker: Walker) -> None:
    """Fourteen pairs in the Houston trial over two sessions."""
    new_event(walker, "pairs", "Autumn", sessions="2", method=Method.HOUSTON.value)
    enter(walker, people(EventForm.HOUSTON_PAIRS, 14))
    take_proposal(walker)
    type_table(walker)
    fill_scores(walker, 1, 1)
    next_session(walker, 2, 2)
    publish(walker)
    wanted = houston_totals(state_of(walker))
    rows = totals(state_of(walker)).rows
    assert {row.entry.entry_id: row.standing.total for row in rows if row.entry is not None} == wanted
    best = max(wanted, key=lambda one: wanted[one])
    assert rows[0].entry is not None
    assert rows[0].entry.entry_id == best
    check_everything(walker, state_of(walker).entries[best].names)


def teams_in_flights(walker: Walker) -> None:
    """Eight teams in two flights of four: the pairs of each two teams meet in both sessions."""
    new_event(walker, "teams-and-pairs", "Autumn", sessions="2")
    enter(walker, [team_people(place) for place in range(8)])
    walker.visit(f"/events/{event_id_of(walker)}/division")
    walker.follow("sizes=4-4")
    walker.press("/division/flights")
    for session in (1, 2):
        walker.visit(f"/events/{event_id_of(walker)}/{session}A/movement")
        walker.press("/movement/start")
        if session == 1:
            type_table(walker)
        fill_scores(walker, session, session)
    publish(walker)
    wanted = match_totals(state_of(walker))
    rows = [row for _, group in ranking(state_of(walker), 2).groups for row in group if row.entry is not None]
    assert {row.entry.entry_id: row.standing.total for row in rows if row.entry is not None} == wanted
    assert rows[0].entry is not None
    check_everything(walker, rows[0].entry.names)


def match_totals(state: EventState) -> dict[EntryId, Fraction]:
    """Returns the victory points of teams by a small form: two teams play a match in each session, the scores of one
    team's North-South against those of the other's."""
    matches: dict[tuple[int, frozenset[EntryId]], dict[int, dict[EntryId, int]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    for slot, entry in state.results.items():
        if isinstance(entry.result, RawScore):
            numbers = state.section(slot.place).numbers
            ns, ew = numbers[entry.ns[0]], numbers[entry.ew[0]]
            matches[slot.session, frozenset((ns, ew))][slot.board][ns] = entry.result.ns
    scale = scale_data(state.settings.scoring.scale)
    points: dict[EntryId, Fraction] = defaultdict(Fraction)
    for (_, teams), boards in matches.items():
        for own in teams:
            [other] = teams - {own}
            margin = sum(imps(board[own] - board[other]) for board in boards.values())
            points[own] += scale.vp(Fraction(margin), len(boards))
    return dict(points)


def houston_totals(state: EventState) -> dict[EntryId, Fraction]:
    """Returns the totals of the Houston trial by a small form: IMPs against the datum without the best and the worst
    score (M 1388-1442), those of a round as victory points, factored up to the most rounds."""
    values = body_values(state.settings.scoring.regulations)
    points: dict[EntryId, Fraction] = defaultdict(Fraction)
    for number, session in state.sessions.items():
        section = session.sections[SectionLetter("A")]
        boards: dict[int, list[tuple[EntryId, EntryId, int]]] = defaultdict(list)
        for slot, entry in state.results.items():
            if slot.session == number and isinstance(entry.result, RawScore):
                row = section.numbers[entry.ns[0]], section.numbers[entry.ew[0]], entry.result.ns
                boards[slot.board].append(row)
        rounds: dict[EntryId, dict[EntryId, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
        for rows in boards.values():
            scores = sorted(score for *_, score in rows)
            middle = scores[1:-1] if len(scores) > 2 else scores
            datum = 10 * nearest(Fraction(sum(middle), len(middle)) / 10)
            for ns, ew, score in rows:
                won = imps(Fraction(score - datum))
                rounds[ns][ew].append(Fraction(won))
                rounds[ew][ns].append(Fraction(-won))
        most = max(len(met) for met in rounds.values())
        scale = scale_data(state.settings.scoring.scale or values["houston.scale"])
        for who, met in rounds.items():
            total = sum((scale.vp(sum(won, Fraction(0)), len(won)) for won in met.values()), Fraction(0))
            points[who] += total if len(met) == most else two_places(total * Fraction(most, len(met)))
    return dict(points)


EVENINGS: tuple[Callable[[Walker], None], ...] = (teams_in_flights, houston, pairs_with_a_final, swiss_pairs)


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_an_evening_to_its_last_sheet(profiles: Profiles, evening: Callable[[Walker], None], locale: Locale) -> None:
    with browser_walker(profiles, locale) as walker:
        evening(walker)
