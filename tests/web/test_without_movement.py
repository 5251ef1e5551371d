"""Play without a movement, from an empty database: pairs and boards are taken from the slips (manual, line 1495)."""

from __future__ import annotations

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.forms.choices import FORM_CHOICES, methods_of
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, FixedClock
from tests.rotation import rotate
from tests.scripted_events import ranks
from tests.web.client import Desk, Page, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

NO_SHEET = "desk.movement.no-sheet"
GAMES = tuple((choice, method.value) for choice in FORM_CHOICES for method in methods_of(choice))
NEEDS_MOVEMENT = frozenset({Method.HOUSTON, Method.ROUND_IMPS})
"""The methods that add up the boards of a round, which only a movement has."""
TABLES = 2
BOARDS = (1, 2)
TEXTS = (("140", "-100"), ("110", "-150"))
"""The scores at each table: North-South of table 1 win both boards."""


def goes_without(choice: str, method: str) -> bool:
    """True if a form of event can be scored from the slips alone."""
    form = METHOD_FORMS[0] if choice == "pairs" else EventForm(choice)
    return form.arrangement.value == "movement" and Method(method) not in NEEDS_MOVEMENT


@rotate("choice, method", GAMES)
@rotate("locale", Locale)
def test_play_without_a_movement_leads_to_a_ranking(choice: str, method: str, locale: Locale) -> None:
    """R-052, R-138: numbers by lot, the start, the slips of a round and the ranking, in every form by every method.
    Forms that need a movement, a draw or a bracket do not offer it."""
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as desk:
        evening = make_event(desk, tournament, choice, method)
        path = f"/events/{evening.event_id}/movement"
        page = desk.page(path, locale)
        is_offered = translate(NO_SHEET, {}, locale) in page.texts
        assert is_offered is goes_without(choice, method)
        if not is_offered:
            return
        for action in ("choose", "draw", "start"):
            answer = desk.post(f"{path}/{action}", page.form(f"{path}/{action}") if action != "choose" else {})
            assert answer.status_code == 200, answer.text
            page = desk.page(path, locale)
            assert list_codes_shown(page) == []
            assert "choices" not in page.ids, action
        assert evening.state.is_started
        enter(desk, evening)
        ranking_page = desk.page(f"/events/{evening.event_id}/ranking", locale)
        assert list_codes_shown(ranking_page) == []
        rows = ranks(evening)
        assert len(rows) == len(evening.state.entries)
        assert rows[0][0] == 1
        assert len({total for _, _, total in rows}) > 1
        assert rows[0][2] in visible(ranking_page.text).replace("−", "-") or "/" in rows[0][2]


def make_event(desk: Desk, tournament: Tournament, choice: str, method: str) -> Evening:
    """Returns a new event of the first evening, with as many entries as two tables seat."""
    fields = {**desk.page("/events/new").form("/events/new"), "name": "例会", "form": choice, "method": method}
    answer = desk.post("/events/new", fields)
    while answer.url.path == "/events/new":
        answer = desk.post("/events/new", {**Page.read(answer.text).form("/events/new"), "method": method})
    evening = Evening(tournament, EventId(answer.url.path.split("/")[2]), FixedClock())
    assert evening.state.settings.scoring.method == method
    kind = evening.state.settings.event_form.entry
    count = 4 * TABLES if kind.players == 1 else 2 * TABLES
    people = invented_people(count * kind.players)
    for at in range(count):
        tournament.execute(
            evening.event_id,
            AddEntry(people[at * kind.players : (at + 1) * kind.players]),
            Stamp(f"entry-{at}", "director"),
        )
    if method == Method.INSTANT:
        tables = {BoardNumber(board): ((-100, 3), (100, 4), (140, 2)) for board in BOARDS}
        evening.do(GiveTables(1, BoardTables("another field", tables)))
    return evening


def enter(desk: Desk, evening: Evening) -> None:
    """Types the slips of a round: two boards at each table, with the numbers of the players."""
    size = 2 if evening.state.settings.event_form.entry.players == 1 else 1
    base = f"/events/{evening.event_id}"
    for table in range(1, TABLES + 1):
        first = (table - 1) * 2 * size + 1
        numbers = ["+".join(map(str, range(start, start + size))) for start in (first, first + size)]
        for board, text in zip(BOARDS, TEXTS[table - 1], strict=True):
            fields = {"key": f"A-1-{table}-{board}", "text": text, "ns": numbers[0], "ew": numbers[1]}
            answer = desk.post(f"{base}/scores/enter", fields, headers={"accept": "application/json"})
            assert answer.status_code == 200, answer.text
