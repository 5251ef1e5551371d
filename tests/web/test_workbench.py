"""The workbench's pages: sheets made in every way, edited, looked at, compared, printed, written and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.verify import DECLARATIONS, is_sound
from arrowswitch.core.movements.families.registry import FAMILIES, make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRecord, Workbench
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.workbench.operations import OPERATIONS
from tests.builders import Evening, new_evening
from tests.foreign_movements import EBUSCORE, FILES, GRID
from tests.paper import read
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

JSON = {"accept": "application/json"}


class Bench:
    """A desk with its workbench, and short ways to sheets."""

    def __init__(self, desk: Desk, workbench: Workbench, evening: Evening) -> None:
        self.desk, self.workbench, self.evening = desk, workbench, evening
        self.made = 0

    def sheet(self, movement: Movement | None = None, name: str = "Seven") -> SheetId:
        self.made += 1
        stamp = Stamp(f"made-{self.made}", "director")
        return self.workbench.create(name, movement or make("howell", tables=7), stamp)

    def now(self, sheet_id: SheetId) -> SheetRecord:
        return self.workbench.sheet(sheet_id)

    def path(self, sheet_id: SheetId) -> str:
        return f"/workbench/{sheet_id}"

    def type(self, sheet_id: SheetId, place: str, text: str, status: int = 200, **more: str) -> dict[str, object]:
        version = str(self.now(sheet_id).version)
        fields = {"place": place, "text": text, "version": version, **more}
        answer = self.desk.post(f"{self.path(sheet_id)}/cell", fields, headers=JSON)
        assert answer.status_code == status, answer.text[:400]
        plain: dict[str, object] = answer.json()
        return plain

    def do(self, sheet_id: SheetId, operation: str, /, status: int = 200, **fields: str) -> str:
        version = str(self.now(sheet_id).version)
        answer = self.desk.post(f"{self.path(sheet_id)}/do/{operation}", {"version": version, **fields})
        assert answer.status_code == status, f"{operation}: {answer.status_code} {visible(answer.text)[:400]}"
        return str(answer.text)

    def page(self, path: str, locale: Locale = Locale.JA) -> Page:
        answer = self.desk.get(f"{path}{'&' if '?' in path else '?'}lang={locale.value}")
        assert answer.status_code == 200, f"{path}: {answer.status_code} {visible(answer.text)[:400]}"
        return Page.read(answer.text)

    def newest(self) -> SheetRecord:
        return self.now(self.workbench.sheets()[0].sheet_id)


@pytest.fixture
def bench() -> Iterator[Bench]:
    evening = new_evening(13)
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with open_desk(app) as desk:
        yield Bench(desk, app.state.services.workbench, evening)


def make_new(bench: Bench, way: str, status: int = 200, **fields: str) -> Page:
    answer = bench.desk.post(f"/workbench/new/{way}", fields)
    assert answer.status_code == status, f"{answer.status_code} {visible(answer.text)[:600]}"
    return Page.read(answer.text)


class TestTheList:
    @rotate("locale", Locale)
    def test_every_sheet_stands_with_its_size_and_faults(self, bench: Bench, locale: Locale) -> None:
        bench.sheet(make("mitchell", tables=5, boards_per_round=3), "Five")
        broken = bench.sheet(name="Broken")
        bench.type(broken, "1-1", "1-1 1")
        page = bench.page("/workbench", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []
        assert {"Five", "Broken"} <= set(page.texts)
        assert {Locale.JA: "誤りなし", Locale.EN: "no faults"}[locale] in page.texts
        assert "5 × 3" in page.text

    def test_before_the_first_sheet_it_says_how_to_begin(self, bench: Bench) -> None:
        page = bench.page("/workbench", Locale.EN)
        assert "There is no sheet of your own yet" in page.text
        assert "/workbench/new" in page.links

    def test_the_front_page_and_the_movement_lead_here(self, bench: Bench) -> None:
        assert "/workbench" in bench.page("/").links
        page = bench.page(f"/events/{bench.evening.event_id}/movement?choose=1")
        assert f"/workbench?event={bench.evening.event_id}" in page.links

    def test_an_event_s_movement_is_taken_over(self, bench: Bench) -> None:
        """R-052, R-328: what is played or looked at becomes a sheet of its own."""
        options = {"family": "howell", "options": '{"tables": 7, "phantom": "last"}'}
        event_id = str(bench.evening.event_id)
        answer = bench.desk.post("/workbench/new/event", {"event_id": event_id, **options})
        assert answer.status_code == 200
        assert bench.newest().movement.phantom == "14"
        assert bench.desk.post("/workbench/new/event", {"event_id": event_id}).status_code == 409
        assert bench.desk.post("/workbench/new/event", {"event_id": "nowhere"}).status_code == 404


class TestNewSheets:
    @rotate("locale", Locale)
    @for_each("way", ["ask", "family", "registered", "text", "row", "empty", "nonsense"])
    def test_every_way_has_its_form(self, bench: Bench, way: str, locale: Locale) -> None:
        page = bench.page(f"/workbench/new?way={way}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []

    @for_each("family", [family.name for family in FAMILIES])
    def test_every_family_has_a_form_made_of_its_options(self, bench: Bench, family: str) -> None:
        """R-086: a director can use every option of a family."""
        family_entry = next(one for one in FAMILIES if one.name == family)
        page = bench.page(f"/workbench/new?way=family&family={family}", Locale.EN)
        assert set(page.form("/workbench/new/family")) >= {option.name for option in family_entry.options}
        assert list_codes_shown(page) == []

    def test_a_family_with_options(self, bench: Bench) -> None:
        make_new(bench, "family", family="mitchell", tables="9", rounds="7", boards_per_round="4", name="Wednesday")
        sheet = bench.newest()
        assert (sheet.name, sheet.movement) == ("Wednesday", make("mitchell", tables=9, rounds=7, boards_per_round=4))

    def test_what_a_family_cannot_do_stands_on_the_page_and_the_rest_stays(self, bench: Bench) -> None:
        page = make_new(bench, "family", 422, family="howell", tables="7", rounds="x", name="Mine")
        form = page.form("/workbench/new/family")
        assert (form["rounds"], form["name"], form["tables"]) == ("x", "Mine", "7")
        page = make_new(bench, "family", 422, family="howell", tables="7", rounds="40")
        assert "40" in page.text
        assert bench.workbench.sheets() == ()

    def test_asking_for_half_tables(self, bench: Bench) -> None:
        """R-034, R-042: nine and a half tables are nineteen pairs."""
        for typed in ("9½", "9.5", "９．５"):
            answer = bench.desk.get(
                "/workbench/new", params={"way": "ask", "tables": typed, "boards": "3", "lang": "en"}
            )
            assert "Movements for 19 pairs" in answer.text
        form = Page.read(answer.text).form("/workbench/new/plan")
        assert bench.desk.post("/workbench/new/plan", form).status_code == 200
        movement = bench.newest().movement
        real = len(movement.contestants) - (movement.phantom is not None)
        assert (real, movement.boards_per_round) == (19, 3)

    def test_asking_for_several_sections_makes_a_sheet_of_each(self, bench: Bench) -> None:
        """R-041, R-044: the sections of a plan over two sessions, each a sheet."""
        fields = {"tables": "20", "sections": "2", "sessions": "2", "rounds": "12"}
        answer = bench.desk.get("/workbench/new", params={"way": "ask", **fields, "lang": "en"})
        form = Page.read(answer.text).form("/workbench/new/plan")
        assert bench.desk.post("/workbench/new/plan", form).status_code == 200
        rows = bench.workbench.sheets()
        assert len(rows) == 4
        assert {row.rounds for row in rows} == {12}
        assert len({row.name for row in rows}) == 4

    @pytest.mark.parametrize(("kind", "typed"), [("team", "13"), ("pair", "13 teams"), ("player", "１３チーム")])
    def test_asking_for_teams(self, bench: Bench, kind: str, typed: str) -> None:
        """R-034: thirteen teams, two sessions: a sheet for each session, and a Swiss that has none."""
        fields = {"kind": kind, "tables": typed, "sessions": "2"}
        answer = bench.desk.get("/workbench/new", params={"way": "ask", **fields, "lang": "en"})
        assert "Team games for 13 teams" in answer.text
        assert "Drawn round by round" in answer.text
        assert list_codes_shown(Page.read(answer.text)) == []
        form = Page.read(answer.text).form("/workbench/new/plan")
        assert bench.desk.post("/workbench/new/plan", form).status_code == 200
        rows = bench.workbench.sheets()
        assert {row.kind for row in rows} == {ContestantKind.TEAM}
        assert len(rows) == 2

    def test_asking_for_players(self, bench: Bench) -> None:
        """R-281: twelve players, seven rounds of three boards: the first of eleven, all on the same boards."""
        fields = {"kind": "player", "tables": "12", "rounds": "7"}
        for locale in Locale:
            answer = bench.desk.get("/workbench/new", params={"way": "ask", **fields, "lang": locale.value})
            assert list_codes_shown(Page.read(answer.text)) == []
        form = Page.read(answer.text).form("/workbench/new/plan")
        assert bench.desk.post("/workbench/new/plan", form).status_code == 200
        movement = bench.newest().movement
        assert (movement.kind, len(movement.contestants), movement.rounds) == (ContestantKind.PLAYER, 12, 7)
        assert is_sound(movement)
        assert {len(movement.sharing(number)) for number in range(1, 8)} == {1}
        assert movement.boards_total == 21

    def test_rounds_that_nobody_has_are_told_with_those_there_are(self, bench: Bench) -> None:
        fields = {"way": "ask", "kind": "player", "tables": "12", "rounds": "40", "lang": "en"}
        answer = bench.desk.get("/workbench/new", params=fields)
        assert answer.status_code == 200
        assert "There is nothing for 12 with 40 rounds in each session. Possible: 9, 11." in answer.text
        few = bench.desk.get("/workbench/new", params={**fields, "tables": "13", "rounds": "1"})
        assert "There is nothing for 13 with 1 round in each session. Possible: 13." in few.text

    @for_each(
        "fields",
        [
            {"kind": "team", "tables": "9½"},
            {"kind": "team", "tables": "0"},
            {"kind": "team", "tables": "8", "sections": "2"},
            {"kind": "player", "tables": "12", "sessions": "2"},
            {"kind": "player", "tables": "12", "stationary": "1"},
        ],
    )
    def test_what_is_not_asked_of_teams_and_players(self, bench: Bench, fields: dict[str, str]) -> None:
        answer = bench.desk.get("/workbench/new", params={"way": "ask", "lang": "en", **fields})
        assert answer.status_code == 422
        assert "field-error" in answer.text
        assert bench.desk.post("/workbench/new/plan", {**fields, "place": "1"}).status_code == 422

    def test_a_swiss_has_no_sheet(self, bench: Bench) -> None:
        fields = {"kind": "team", "tables": "40"}
        answer = bench.desk.get("/workbench/new", params={"way": "ask", **fields, "lang": "en"})
        ranks = answer.text.split('class="rank">')[1:]
        place = next(i for i, part in enumerate(ranks, start=1) if "Drawn round by round" in part)
        assert bench.desk.post("/workbench/new/plan", {**fields, "place": str(place)}).status_code == 404

    @for_each("fields", [{"tables": "many"}, {"tables": "0"}, {"tables": "9½", "rounds": "x"}, {"tables": "1e3"}])
    def test_a_question_that_cannot_be_read_is_mended(self, bench: Bench, fields: dict[str, str]) -> None:
        answer = bench.desk.get("/workbench/new", params={"way": "ask", **fields})
        assert answer.status_code == 422
        assert Page.read(answer.text).form("/workbench/new")["tables"] == fields["tables"]

    def test_a_question_without_an_answer_says_why(self, bench: Bench) -> None:
        answer = bench.desk.get("/workbench/new", params={"way": "ask", "tables": "99", "sessions": "4", "lang": "en"})
        assert answer.status_code == 200
        assert list_codes_shown(Page.read(answer.text)) == []
        assert bench.desk.post("/workbench/new/plan", {"tables": "7", "place": "99"}).status_code == 404

    def test_a_registered_id(self, bench: Bench) -> None:
        """R-086: a sheet by its id in the league's program."""
        make_new(bench, "registered", registered="PHW 6 11R")
        movement = bench.newest().movement
        assert (movement.tables, movement.rounds) == (6, 11)

    @for_each("typed", ["", "PHW", "NOSUCH 7", "PHW 99 11R", "<b>"])
    def test_an_id_that_is_none_is_refused(self, bench: Bench, typed: str) -> None:
        page = make_new(bench, "registered", 422, registered=typed)
        assert page.form("/workbench/new/registered")["registered"] == typed
        assert list_codes_shown(page) == []

    def test_a_base_row_in_two_fields(self, bench: Bench) -> None:
        """R-331: five tables of a Mitchell from their first round; a mover at North-South is named."""
        row = ", ".join(f"{5 + table}-{table} {table}" for table in range(1, 6))
        make_new(bench, "row", row=row, rounds="5", step="-1", two_fields="yes")
        made, wanted = bench.newest().movement, make("mitchell", tables=5, boards_per_round=2)
        assert (made.meetings, made.fields, made.rounds_free_to_cut) == (
            wanted.meetings,
            wanted.fields,
            wanted.rounds_free_to_cut,
        )
        refused = make_new(
            bench, "row", status=422, row=row.replace("6-1", "1-6"), rounds="5", step="-1", two_fields="yes"
        )
        assert "1, 6" in " ".join(refused.texts)

    def test_a_base_row_is_developed(self, bench: Bench) -> None:
        """R-062: figure 7 from its first round."""
        whole = make("howell", tables=6, rounds=11, cards="still")
        row = ", ".join(f"{m.ns[0]}-{m.ew[0]} {m.board_set}" for m in whole.in_round(1))
        make_new(bench, "row", row=row, rounds="11", kind="pair", boards_per_round="2")
        assert bench.newest().movement.meetings == whole.meetings

    def test_a_base_row_that_cannot_be_read_stays_typed(self, bench: Bench) -> None:
        page = make_new(bench, "row", 422, row="12-1, 11-2 2", rounds="11")
        assert "「12-1」" in page.text
        assert "12-1, 11-2 2" in page.text
        make_new(bench, "row", 422, row="12-1 1", rounds="")

    def test_an_empty_grid(self, bench: Bench) -> None:
        make_new(bench, "empty", kind="player", tables="2", rounds="7", boards_per_round="3", first_board="10")
        movement = bench.newest().movement
        assert (movement.kind, len(movement.contestants), movement.meetings) == (ContestantKind.PLAYER, 8, ())
        assert movement.board_sets[0] == (10, 11, 12)
        make_new(bench, "empty", 422, tables="", rounds="7")
        make_new(bench, "empty", 422, tables="5", rounds="0")

    @for_each("sent, way", [("file", "text"), ("plan", "ask"), ("row", "row"), ("x", "ask")])
    def test_whoever_comes_back_to_where_a_form_was_sent_finds_the_form(
        self, bench: Bench, sent: str, way: str
    ) -> None:
        assert bench.desk.get(f"/workbench/new/{sent}").url.query == f"way={way}".encode()

    def test_there_are_no_other_ways(self, bench: Bench) -> None:
        assert bench.desk.post("/workbench/new/wishing", {}).status_code == 404


class TestFiles:
    def test_written_and_read_again_it_is_the_same_sheet(self, bench: Bench) -> None:
        """Export and import in both forms."""
        sheet_id = bench.sheet(make("relay-mitchell", tables=8))
        for kind, name in (("csv", "seven"), ("json", "seven 2")):
            answer = bench.desk.get(f"{bench.path(sheet_id)}/export.{kind}")
            assert "attachment" in answer.headers["content-disposition"]
            files = {"file": (f"seven.{kind}", answer.content, "text/plain")}
            assert bench.desk.post("/workbench/new/file", {}, files=files).status_code == 200
            again = bench.newest()
            assert again.name == name
            assert again.movement == bench.now(sheet_id).movement

    @for_each(
        "text, line",
        [
            ("round,table,ns,ew,boards\n1,1,8,1,1-2\n1,2,7,,3-4\n", 3),
            ("# mine\nround,table,ns,ew,boards\n1,1,8,1,1-2\n\n1,2,7,2,three\n", 5),
            ("round,table,ns,boards\n1,1,8,1-2\n", 1),
            ('{"meetings": [\n{"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1]},\n{"round": 0}]}', 3),
            ('{"meetings": [\n{"round": 1,}]}', 2),
            ("round,table,ns,ew,boards\n1,1,8,1,1-2\n5000,2,7,2,3-4\n", 3),
        ],
    )
    def test_a_file_that_cannot_be_read_is_refused_with_line_and_reason(
        self, bench: Bench, text: str, line: int
    ) -> None:
        files = {"file": ("mine.csv", text.encode(), "text/csv")}
        answer = bench.desk.post("/workbench/new/file?lang=en", {}, files=files)
        assert answer.status_code == 422
        assert f"line {line}:" in visible(answer.text)
        assert list_codes_shown(Page.read(answer.text)) == []
        assert text.strip().splitlines()[0].replace('"', "&#34;") in answer.text
        assert bench.workbench.sheets() == ()

    def test_pasted_text_stays_when_it_is_refused(self, bench: Bench) -> None:
        page = make_new(bench, "text", 422, text="round,table,ns,ew,boards\n1,1,8\n", name="Mine")
        assert page.form("/workbench/new/text")["name"] == "Mine"
        assert "1,1,8" in page.text
        assert "2行目" in page.text

    def test_pasted_text_becomes_a_sheet(self, bench: Bench) -> None:
        make_new(bench, "text", text="round,table,ns,ew,boards\n1,1,1,2,1-2\n1,2,3,4,3-4\n", name="Mine")
        assert bench.newest().movement.tables == 2

    def test_nothing_and_too_much_are_refused(self, bench: Bench) -> None:
        for content, status in ((b"", 422), (b"x" * 400_001, 422)):
            files = {"file": ("mine.csv", content, "text/csv")}
            assert bench.desk.post("/workbench/new/file", {}, files=files).status_code == status
        make_new(bench, "text", 422, text="")

    def test_a_file_of_another_program_becomes_own_sheets(self, bench: Bench) -> None:
        """Every format by its content, under the name in it; what the reader assumed is said on the sheet's page."""
        for form, content in FILES.items():
            files = {"file": ("home.dat", content, "application/octet-stream")}
            answer = bench.desk.post("/workbench/new/file?lang=en", {"boards_per_round": "2"}, files=files)
            assert answer.status_code == 200, form
            assert is_sound(bench.newest().movement)
            is_numbered = form in ("bridgecentral", "howell-cards", "asc", "grid")
            assert ("each set has 2 boards here" in visible(answer.text)) is is_numbered, form
        names = {row.name for row in bench.workbench.sheets()}
        assert {"H2 Home", "Home, 4 pairs", "Home", "Howell 4", "A", "home"} <= names

    def test_a_pasted_grid_and_its_boards(self, bench: Bench) -> None:
        make_new(bench, "text", name="Pasted", text=GRID, boards_per_round="3")
        assert bench.newest().movement.board_sets[2] == (7, 8, 9)
        page = make_new(bench, "text", 422, text=GRID, boards_per_round="none")
        assert page.form("/workbench/new/text")["boards_per_round"] == "none"
        assert "1-2 1" in page.text

    def test_a_library_of_movements_becomes_a_sheet_each(self, bench: Bench) -> None:
        text = EBUSCORE + EBUSCORE.replace("Home", "Away")
        assert {"H2 Home", "H2 Away"} <= set(make_new(bench, "text", text=text).texts)

    def test_written_for_ebuscore(self, bench: Bench) -> None:
        sheet = bench.sheet(make("howell", pairs=8, boards_per_round=3), "Eight")
        answer = bench.desk.get(f"{bench.path(sheet)}/export.txt")
        assert answer.text.split("\n")[:2] == ["[Eight]", "0,4,21,3,7"]
        shifted = bench.sheet(make("howell", pairs=8, first_board=5), "Shifted")
        refused = bench.desk.get(f"{bench.path(shifted)}/export.txt?lang=en")
        assert "EBUScore numbers the boards from 1" in visible(refused.text)


class TestTheSheet:
    @pytest.mark.slow
    @rotate("locale", Locale)
    @for_each(
        "family, options",
        [
            ("howell", {"tables": 7}),
            ("howell", {"pairs": 13}),
            ("mitchell", {"tables": 9}),
            ("individual", {"players": 13}),
            ("awl", {"teams": 7}),
            ("appendix-howell", {"tables": 8, "rounds": 13}),
            ("rover-mitchell", {"pairs": 19}),
            ("relay-mitchell", {"tables": 12}),
        ],
    )
    def test_grid_faults_figures_and_pictures(
        self, bench: Bench, family: str, options: dict[str, int], locale: Locale
    ) -> None:
        """R-087, R-088, R-285: any movement as a grid, by tables and by board sets, with its pictures."""
        movement = make(family, **options)
        path = bench.path(bench.sheet(movement))
        for query in ("", "?by=sets", f"?after={movement.rounds}"):
            page = bench.page(path + query, locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale) == []
        html = bench.desk.get(path).text
        assert html.count('role="gridcell" tabindex="-1" data-cell="') == len(movement.meetings) + _empty(movement)
        assert html.count("<svg") == 3

    def test_an_individual_has_four_numbers_in_a_cell(self, bench: Bench) -> None:
        """R-285."""
        eight = make("individual", tables=2)
        sheet_id = bench.sheet(eight)
        bench.type(sheet_id, "1-1", "1-2-3-4 1")
        meeting = bench.now(sheet_id).movement.at(1, 1)
        assert meeting is not None
        assert (meeting.ns, meeting.ew) == (("1", "2"), ("3", "4"))
        assert "1-2–3-4" in bench.desk.get(bench.path(sheet_id)).text

    def test_there_is_no_such_sheet(self, bench: Bench) -> None:
        for path in ("", "/export.csv", "/print/master-sheet.pdf", "/pictures", "?look=add-round"):
            assert bench.desk.get(f"/workbench/nowhere{path}").status_code == 404
        for what in ("check", "cell", "undo", "redo", "rename", "copy", "delete", "do/add-round", "use"):
            fields = {"place": "1-1", "text": "1-2 1", "version": "1", "name": "x", "event_id": "y"}
            assert bench.desk.post(f"/workbench/nowhere/{what}", fields).status_code == 404

    def test_odd_addresses_are_read_with_good_will(self, bench: Bench) -> None:
        path = bench.path(bench.sheet())
        for query in ("?after=99", "?after=x", "?by=moon", "?after=", "?event=nowhere"):
            assert bench.desk.get(path + query).status_code == 200
        assert bench.desk.get(f"{path}?look=nothing").status_code == 404
        assert bench.desk.get(f"{path}?look=cut-after&round=99").status_code == 422


def _empty(movement: Movement) -> int:
    return movement.tables * movement.rounds - len(movement.meetings)


class TestTyping:
    def test_a_fault_is_named_while_it_is_typed_and_nothing_is_stored(self, bench: Bench) -> None:
        """R-087: the checker's words and the cells, for what a cell would become."""
        sheet_id = bench.sheet()
        answer = bench.desk.post(f"{bench.path(sheet_id)}/check?lang=en", {"place": "3-4", "text": "7-13 6"})
        body = answer.json()
        named = {fault["code"]: fault for fault in body["faults"]}
        assert "7 and 13 meet 2 times" in named["movement.met-twice"]["text"]
        assert named["movement.met-twice"]["cells"] == ["2-2", "3-4"]
        assert named["movement.met-twice"]["is_new"] is True
        assert body["marks"]["2-2"] == "fault"
        balance = next(figure for figure in body["figures"] if figure["name"] == "faults")
        assert (balance["was"], balance["better"]) == ("0", "other")
        assert "7 and 13 meet 2 times" in body["regions"]["panel"]
        assert bench.now(sheet_id).standing == ()

    def test_typed_as_it_was_it_changes_nothing(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        assert bench.type(sheet_id, "1-1", "14-1 1")["faults"] == []
        assert bench.now(sheet_id).standing == ()
        assert bench.desk.post(f"{bench.path(sheet_id)}/check", {"place": "1-1", "text": "14-1"}).json()["faults"] == []

    def test_a_cell_is_kept_undone_and_done_again(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        before = bench.now(sheet_id).movement
        body = bench.type(sheet_id, "3-4", "7-13 6")
        assert body["faults"]
        assert set(body["regions"]) == {"panel", "head", "grid"}  # type: ignore[call-overload]  # a mapping
        after = bench.now(sheet_id).movement
        assert after.at(3, 4) != before.at(3, 4)
        bench.desk.post(f"{bench.path(sheet_id)}/undo", {"by": "sets"})
        assert bench.now(sheet_id).movement == before
        bench.desk.post(f"{bench.path(sheet_id)}/redo", {})
        assert bench.now(sheet_id).movement == after
        assert bench.desk.post(f"{bench.path(sheet_id)}/redo", {}).status_code == 409

    def test_the_same_sending_twice_is_one_edit(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        for _ in range(2):
            bench.desk.post(
                f"{bench.path(sheet_id)}/cell",
                {"place": "3-4", "text": "7-13 6", "version": "1", "command_id": "once"},
                headers=JSON,
            )
        assert len(bench.now(sheet_id).standing) == 1

    def test_who_was_overtaken_is_told(self, bench: Bench) -> None:
        """R-390: two computers at one sheet; the later one does not overwrite what it has not seen."""
        sheet_id = bench.sheet()
        bench.type(sheet_id, "1-1", "14-2 1")
        bench.type(sheet_id, "1-2", "6-3 2", 409, version="1")
        assert len(bench.now(sheet_id).standing) == 1

    def test_emptied_and_filled(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        bench.type(sheet_id, "1-1", "")
        assert bench.now(sheet_id).movement.at(1, 1) is None
        bench.type(sheet_id, "1-1", "")
        assert len(bench.now(sheet_id).standing) == 1
        bench.type(sheet_id, "1-1", "14-1 1")
        assert bench.now(sheet_id).movement.meetings == make("howell", tables=7).meetings

    @for_each(
        "place, text",
        [
            ("1-1", "seven"),
            ("1-1", "7-13 99"),
            ("99-1", "7-13 1"),
            ("1-0", "7-13 1"),
            ("1", "7-13 1"),
            ("x-y", "1-2 3"),
        ],
    )
    def test_what_cannot_be_read_is_said_and_not_kept(self, bench: Bench, place: str, text: str) -> None:
        sheet_id = bench.sheet()
        errors = bench.type(sheet_id, place, text, 422)["errors"]
        assert isinstance(errors, list)
        assert all(error["text"] for error in errors)
        assert bench.desk.post(f"{bench.path(sheet_id)}/check", {"place": place, "text": text}).status_code == 422
        assert bench.now(sheet_id).standing == ()

    def test_without_scripts_a_cell_is_a_plain_form(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        answer = bench.desk.send(bench.path(sheet_id), f"{bench.path(sheet_id)}/cell", place="1-1", text="14-2 1")
        assert "14–2" in answer.text

    @for_each("version", ["", "x", "-1"])
    def test_a_version_is_a_number(self, bench: Bench, version: str) -> None:
        sheet_id = bench.sheet()
        bench.type(sheet_id, "1-1", "14-2 1", 422, version=version)


DONE: tuple[tuple[str, dict[str, str]], ...] = (
    ("add-ab-table", {"table": "5"}),
    ("add-appendix", {"table": "2"}),
    ("add-table", {}),
    ("drop-table", {"table": "3"}),
    ("swap-tables", {"one": "1", "other": "2"}),
    ("rotate-tables", {"by": "1"}),
    ("set-table-label", {"table": "1", "label": "9Z"}),
    ("set-bye-stand", {"table": "2", "places": "3"}),
    ("cut-after", {"round": "9"}),
    ("start-in-round", {"round": "2"}),
    ("turn-arrow", {"round": "2"}),
    ("turn-arrow", {"round": "2", "table": "3"}),
    ("swap-rounds", {"one": "1", "other": "4"}),
    ("rotate-rounds", {"by": "-2"}),
    ("add-round", {}),
    ("drop-rounds", {"rounds": "2, 4-5"}),
    ("swap-numbers", {"one": "1", "other": "4"}),
    ("swap-numbers", {"one": "1", "other": "4", "rounds": "2-3"}),
    ("renumber", {"numbers": "1→4, 4 > 1"}),
    ("rotate-numbers", {"numbers": "1-6, 9", "by": "2"}),
    ("set-phantom", {"number": "14"}),
    ("set-stationary", {"numbers": "14 13"}),
    ("set-boards", {"boards_per_round": "3", "first_board": "10"}),
    ("declare", {"name": "plays", "value": "uneven"}),
)


class TestPasting:
    def test_a_grid_of_13_rounds_is_pasted_and_undone_at_once(self, bench: Bench) -> None:
        whole = make("howell", tables=7)
        empty = bench.sheet(make("howell", tables=7, start=5))
        rows = ["\t".join(f"{m.ns[0]}-{m.ew[0]} {m.board_set}" for m in whole.in_round(at)) for at in range(1, 14)]
        fields = {"place": "1-1", "text": "\r\n".join(rows) + "\r\n", "version": "1"}
        answer = bench.desk.post(f"{bench.path(empty)}/paste", fields, headers=JSON)
        assert answer.status_code == 200, answer.text[:300]
        assert set(bench.now(empty).movement.meetings) == set(whole.meetings)
        bench.desk.post(f"{bench.path(empty)}/undo", {})
        assert bench.now(empty).movement == bench.now(empty).base

    @for_each(
        "place, text, words",
        [
            ("13-1", "1-2 1\n3-4 2", "from this cell on the sheet has 1 round and 7 tables"),
            ("1-7", "1-2 1\t3-4 2", "The block has 1 row and 2 columns"),
            ("1-1", "1-2 1\tnobody", "Round 1, table 2: “nobody” is not a meeting"),
            ("0-1", "1-2 1", ""),
        ],
    )
    def test_what_cannot_be_pasted_changes_nothing(self, bench: Bench, place: str, text: str, words: str) -> None:
        sheet = bench.sheet()
        fields = {"place": place, "text": text, "version": "1"}
        answer = bench.desk.post(f"{bench.path(sheet)}/paste?lang=en", fields, headers=JSON)
        assert answer.status_code == 422
        assert words in answer.text
        assert bench.now(sheet).version == 1


class TestRepairs:
    def test_a_slip_is_mended_by_one_press_and_undone(self, bench: Bench) -> None:
        """R-087: a pair twice in a round and one without a table; the page offers the number that belongs there."""
        sheet_id = bench.sheet()
        whole = bench.now(sheet_id).movement
        answer = bench.type(sheet_id, "3-4", "7-12 6")
        panel = str(answer["regions"]["panel"])  # type: ignore[index]  # the pieces of the page
        assert 'id="repairs"' in panel
        page = bench.page(bench.path(sheet_id), Locale.EN)
        assert "Round 3: 13 has no table." in page.text
        assert "Round 3, table 4: put 13 instead of 7." in page.text
        action = f"{bench.path(sheet_id)}/fill"
        assert bench.desk.post(action, page.form(action)).status_code == 200
        assert set(bench.now(sheet_id).movement.meetings) == set(whole.meetings)
        assert "repairs" not in bench.page(bench.path(sheet_id)).ids
        bench.desk.post(f"{bench.path(sheet_id)}/undo", {})
        bench.desk.post(f"{bench.path(sheet_id)}/undo", {})
        assert bench.now(sheet_id).movement == whole

    @rotate("locale", Locale)
    def test_repairs_are_in_the_words_of_the_page(self, bench: Bench, locale: Locale) -> None:
        sheet_id = bench.sheet()
        for place, text in (("3-4", "7-12 6"), ("9-5", ""), ("11-2", "12")):
            bench.type(sheet_id, place, text)
        page = bench.page(bench.path(sheet_id), locale)
        assert "repairs" in page.ids
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []

    def test_a_preview_offers_no_repair(self, bench: Bench) -> None:
        """The draft of a cell and an operation that is looked at first are not stored: there is nothing to mend."""
        sheet_id = bench.sheet()
        answer = bench.desk.post(f"{bench.path(sheet_id)}/check", {"place": "3-4", "text": "7-12 6"}, headers=JSON)
        assert 'id="repairs"' not in answer.json()["regions"]["panel"]
        assert "repairs" not in bench.page(f"{bench.path(sheet_id)}?look=drop-rounds&rounds=2").ids

    def test_a_round_with_a_pair_without_a_table_is_marked(self, bench: Bench) -> None:
        answer = bench.type(bench.sheet(), "3-4", "7-12 6")
        assert answer["marks"]["3-sits"] == "fault"  # type: ignore[index]  # the marks by cell


class TestFilling:
    def test_cells_are_filled_and_emptied_as_one_step(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        fields = {"cells": "3-4 7-12 6\n3-5\n", "version": "1"}
        answer = bench.desk.post(f"{bench.path(sheet_id)}/fill", fields, headers=JSON)
        assert answer.status_code == 200
        movement = bench.now(sheet_id).movement
        assert [meeting.table for meeting in movement.in_round(3)] == [1, 2, 3, 4, 6, 7]
        assert len(bench.now(sheet_id).standing) == 1

    @for_each(
        "cells, status",
        [("3-4 nobody", 422), ("99-1 1-2 1", 409), ("x 1-2 1", 422), ("3-4 1-2 99", 422)],
    )
    def test_what_cannot_be_filled_changes_nothing(self, bench: Bench, cells: str, status: int) -> None:
        sheet_id = bench.sheet()
        fields = {"cells": cells, "version": "1"}
        assert bench.desk.post(f"{bench.path(sheet_id)}/fill", fields, headers=JSON).status_code == status
        assert bench.now(sheet_id).version == 1

    def test_a_repair_of_an_older_page_is_refused(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        bench.type(sheet_id, "3-4", "7-12 6")
        fields = {"cells": "3-4 13-12 6", "version": "1"}
        assert bench.desk.post(f"{bench.path(sheet_id)}/fill", fields).status_code == 409


class TestTheToolbar:
    @pytest.mark.slow
    @for_each("operation, fields", DONE, ids=[f"{name} {'+'.join(f)}" for name, f in DONE])
    def test_everything_it_offers_changes_the_sheet_and_is_undone(
        self, bench: Bench, operation: str, fields: dict[str, str]
    ) -> None:
        """R-049, R-065, R-071: start in round 2, A/B and appendix tables, arrows; all can be taken back."""
        sheet_id = bench.sheet()
        before = bench.now(sheet_id).movement
        page = Page.read(bench.do(sheet_id, operation, 200, **fields))
        assert list_codes_shown(page) == []
        assert bench.now(sheet_id).movement != before
        assert len(bench.now(sheet_id).standing) == 1
        bench.desk.post(f"{bench.path(sheet_id)}/undo", {})
        assert bench.now(sheet_id).movement == before

    def test_no_operation_is_left_untried(self) -> None:
        assert {name for name, _ in DONE} == {operation.name for operation in OPERATIONS}

    def test_what_can_be_declared_has_words_and_an_order(self, bench: Bench) -> None:
        (names,) = (field.choices for one in OPERATIONS for field in one.fields if field.choices)
        assert names == tuple(sorted(DECLARATIONS))
        page = bench.page(bench.path(bench.sheet()), Locale.EN)
        assert ["Rounds drawn" in page.text, "rounds_drawn" in page.text] == [True, False]

    @for_each("operation", ["cut-after", "drop-rounds", "drop-table"])
    @rotate("locale", Locale)
    def test_before_something_goes_it_says_what_breaks(self, bench: Bench, operation: str, locale: Locale) -> None:
        """R-051: a Howell cut short leaves boards of unequal value; that is said before it is done."""
        sheet_id = bench.sheet()
        fields = {"cut-after": "round=9", "drop-rounds": "rounds=2", "drop-table": "table=3"}[operation]
        page = bench.page(f"{bench.path(sheet_id)}?look={operation}&{fields}", locale)
        assert list_codes_shown(page) == []
        assert "trying" in page.ids
        if operation == "cut-after":
            assert {Locale.JA: "新しい誤りが", Locale.EN: "This would make 1 new fault."}[locale] in page.text
        assert bench.now(sheet_id).standing == ()
        action = f"{bench.path(sheet_id)}/do/{operation}"
        assert bench.desk.post(action, page.form(action)).status_code == 200
        assert len(bench.now(sheet_id).standing) == 1

    def test_what_breaks_nothing_says_so(self, bench: Bench) -> None:
        sheet_id = bench.sheet(make("mitchell", tables=7))
        page = bench.page(f"{bench.path(sheet_id)}?look=cut-after&round=6", Locale.EN)
        assert "This breaks nothing." in page.text

    @for_each(
        "operation, fields, status",
        [
            ("drop-rounds", {"rounds": "two"}, 422),
            ("drop-rounds", {"rounds": ""}, 422),
            ("drop-rounds", {"rounds": "99"}, 409),
            ("renumber", {"numbers": "1 and 4"}, 422),
            ("renumber", {"numbers": "1>4"}, 409),
            ("rotate-tables", {"by": "far"}, 422),
            ("swap-numbers", {"one": "1", "other": "77"}, 409),
            ("add-ab-table", {"table": "1"}, 409),
            ("add-ab-table", {"table": "12"}, 422),
            ("set-table-label", {"table": "1", "label": "x" * 300}, 422),
            ("fly", {}, 404),
        ],
    )
    def test_what_cannot_be_is_refused(self, bench: Bench, operation: str, fields: dict[str, str], status: int) -> None:
        sheet_id = bench.sheet()
        assert list_codes_shown(Page.read(bench.do(sheet_id, operation, status, **fields))) == []
        assert bench.now(sheet_id).standing == ()

    def test_what_was_typed_wrong_stands_in_its_field(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        html = bench.do(sheet_id, "drop-table", 422, table="")
        assert "field-error" in html
        html = bench.do(sheet_id, "rotate-numbers", 422, numbers="1-6", by="far")
        assert 'value="far"' in html
        assert 'value="1-6"' in html
        answer = bench.desk.post(f"{bench.path(sheet_id)}/do/rotate-numbers", {"by": "far"}, headers=JSON)
        assert {error["where"] for error in answer.json()["errors"]} == {"by", "numbers"}

    def test_the_view_by_boards_stays(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        html = bench.do(sheet_id, "add-round", by="sets")
        assert 'data-by="sets"' in html


class TestNamesAndCopies:
    def test_renamed_copied_and_deleted(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        bench.desk.post(f"{bench.path(sheet_id)}/rename", {"name": "  Wednesday  sheet ", "note": "for 14"})
        assert (bench.now(sheet_id).name, bench.now(sheet_id).note) == ("Wednesday sheet", "for 14")
        bench.desk.post(f"{bench.path(sheet_id)}/copy", {})
        assert {row.name for row in bench.workbench.sheets()} == {"Wednesday sheet", "Wednesday sheet 2"}
        bench.desk.post(f"{bench.path(sheet_id)}/copy", {"name": "Thursday"})
        assert bench.desk.post(f"{bench.path(sheet_id)}/delete", {}).status_code == 200
        assert {row.name for row in bench.workbench.sheets()} == {"Wednesday sheet 2", "Thursday"}
        assert bench.desk.get(bench.path(sheet_id)).status_code == 404

    def test_sheets_of_one_name_are_told_apart(self, bench: Bench) -> None:
        """A new sheet and a copy get a number; another sheet's name is refused."""
        first = bench.sheet(name="Wednesday")
        for _ in range(2):
            bench.desk.post(f"{bench.path(first)}/copy", {})
        other = bench.sheet(name="Wednesday")
        names = {row.name for row in bench.workbench.sheets()}
        assert names == {"Wednesday", "Wednesday 2", "Wednesday 3", "Wednesday 4"}
        answer = bench.desk.post(f"{bench.path(other)}/rename", {"name": "Wednesday 2"})
        assert answer.status_code == 409
        assert bench.now(other).name == "Wednesday 4"
        assert bench.desk.post(f"{bench.path(other)}/rename", {"name": "Wednesday 4", "note": "x"}).status_code == 200

    @for_each("fields", [{"name": ""}, {"name": "x" * 81}, {"name": "x", "note": "y" * 500}])
    def test_names_have_their_limits(self, bench: Bench, fields: dict[str, str]) -> None:
        sheet_id = bench.sheet()
        name = bench.now(sheet_id).name
        assert bench.desk.post(f"{bench.path(sheet_id)}/rename", fields).status_code == 422
        assert bench.now(sheet_id).name == name

    def test_a_name_is_text_and_nothing_else(self, bench: Bench) -> None:
        sheet_id = bench.sheet(name='<script>alert("x")</script>')
        for path in ("/workbench", bench.path(sheet_id), f"/workbench/compare?one={sheet_id}&other={sheet_id}"):
            assert "<script>alert" not in bench.desk.get(path).text


class TestComparing:
    @rotate("locale", Locale)
    def test_cells_that_differ_and_which_is_better(self, bench: Bench, locale: Locale) -> None:
        sheet = bench.sheet(name="One")
        other = bench.sheet(name="Two")
        bench.type(other, "3-4", "7-13 6")
        page = bench.page(f"/workbench/compare?one={sheet}&other={other}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []
        assert {Locale.JA: "1マスが違います。", Locale.EN: "1 cell differs."}[locale] in page.text
        html = bench.desk.get(f"/workbench/compare?one={sheet}&other={other}").text
        assert html.count('class="cell differs') == 2
        assert "better" in html

    def test_the_same_sheet_is_alike(self, bench: Bench) -> None:
        sheet = bench.sheet()
        page = bench.page(f"/workbench/compare?one={sheet}&other={sheet}", Locale.EN)
        assert "Both sheets seat everybody alike." in page.text

    def test_sheets_of_different_size(self, bench: Bench) -> None:
        sheet, other = bench.sheet(), bench.sheet(make("individual", tables=2))
        assert bench.desk.get(f"/workbench/compare?one={sheet}&other={other}").status_code == 200

    def test_without_two_sheets_they_are_chosen(self, bench: Bench) -> None:
        assert "Two sheets are needed" in bench.page("/workbench/compare", Locale.EN).text
        sheet = bench.sheet()
        bench.sheet(name="Other")
        page = bench.page(f"/workbench/compare?one={sheet}", Locale.EN)
        assert page.form("/workbench/compare")["one"] == sheet
        assert bench.desk.get(f"/workbench/compare?one={sheet}&other=nowhere").status_code == 404


class TestPrinting:
    @rotate("locale", Locale)
    def test_master_sheet_cards_and_slips_without_an_event(self, bench: Bench, locale: Locale) -> None:
        """R-002, R-004, R-005."""
        path = bench.path(bench.sheet(name="Mittwoch"))
        pages = {}
        for sheet in ("master-sheet", "guide-cards", "guide-slips"):
            answer = bench.desk.get(f"{path}/print/{sheet}.pdf", params={"sheet_lang": locale.value})
            assert answer.headers["content-type"] == "application/pdf"
            pages[sheet] = read(answer.content)
        assert len(pages["guide-cards"].pages) == 7
        assert len(pages["guide-slips"].pages) == 4
        assert "Mittwoch" in pages["master-sheet"].text

    def test_the_rover_and_whom_it_displaces(self, bench: Bench) -> None:
        """R-005, R-073: the rover's own slip, and the list of the pairs that give up the seat, with the round."""
        rover = make("rover-mitchell", pairs=15)
        path = bench.path(bench.sheet(rover))
        assert "/print/rover-slips.pdf" in bench.desk.get(path).text
        paper = read(bench.desk.get(f"{path}/print/rover-slips.pdf?sheet_lang=en").content)
        assert "Rover" in paper.text
        assert "NS8" in paper.unspaced_text
        refused = bench.desk.get(f"{bench.path(bench.sheet())}/print/rover-slips.pdf")
        assert refused.status_code == 409

    def test_a_sheet_with_faults_is_printed_as_far_as_it_goes(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        for place, text in (("1-1", "1-1 1"), ("2-2", "99-3 1"), ("3-3", "7-13 2")):
            bench.type(sheet_id, place, text)
        for sheet in ("master-sheet", "guide-cards", "guide-slips"):
            assert bench.desk.get(f"{bench.path(sheet_id)}/print/{sheet}.pdf").status_code == 200

    def test_an_empty_grid_has_nothing_to_print(self, bench: Bench) -> None:
        make_new(bench, "empty", kind="pair", tables="4", rounds="7")
        path = bench.path(bench.newest().sheet_id)
        assert bench.desk.get(f"{path}/print/master-sheet.pdf").status_code == 409
        assert bench.desk.get(f"{path}/print/ranking.pdf").status_code == 404
        assert bench.desk.get(f"{path}/print/master-sheet.pdf?colour=red").status_code in (409, 422)

    def test_the_file_says_what_is_wrong_with_the_sheet(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        bench.type(sheet_id, "3-4", "7-13 6")
        plain = json.loads(bench.desk.get(f"{bench.path(sheet_id)}/export.json").content)
        assert "movement.met-twice" in {fault["code"] for fault in plain["faults"]}


class TestInAnEvent:
    def test_an_event_before_play_gets_the_sheet(self, bench: Bench) -> None:
        """R-052: one's own sheet can be played."""
        sheet_id = bench.sheet(make("howell", pairs=13), "Own")
        path = bench.path(sheet_id)
        event_id = str(bench.evening.event_id)
        answer = bench.desk.send(path, f"{path}/use", event_id=event_id)
        assert answer.url.path == f"/events/{event_id}/movement"
        assert bench.evening.state.section(Place(1, "A")).movement == bench.now(sheet_id).movement

    def test_a_faulty_sheet_is_not_played(self, bench: Bench) -> None:
        sheet_id = bench.sheet()
        bench.type(sheet_id, "3-4", "7-13 6")
        use = {"event_id": str(bench.evening.event_id)}
        assert bench.desk.post(f"{bench.path(sheet_id)}/use", use).status_code == 409
        assert bench.desk.post(f"{bench.path(sheet_id)}/use", {}).status_code == 422
        assert bench.desk.post(f"{bench.path(sheet_id)}/use", {"event_id": "nowhere"}).status_code == 404

    @for_each("movement", [make("awl", teams=7), make("individual", tables=3)])
    def test_a_sheet_for_other_contestants_is_refused(self, bench: Bench, movement: Movement) -> None:
        sheet_id = bench.sheet(movement)
        use = {"event_id": str(bench.evening.event_id)}
        answer = bench.desk.post(f"{bench.path(sheet_id)}/use?lang=en", use)
        assert answer.status_code == 409
        assert "is for other contestants" in answer.text
        assert bench.evening.state.section_or_empty(Place(1, "A")).movement is None

    def test_during_play_the_reason_is_needed(self, bench: Bench) -> None:
        """R-328: the sheet of a running event is edited so that what was played is what it schedules."""
        movement = make("howell", pairs=13)
        bench.evening.start(movement)
        sheet_id = bench.sheet(movement)
        bench.do(sheet_id, "swap-numbers", one="3", other="5", rounds="3")
        use = {"event_id": str(bench.evening.event_id)}
        assert bench.desk.post(f"{bench.path(sheet_id)}/use", use).status_code == 409
        answer = bench.desk.post(f"{bench.path(sheet_id)}/use", {**use, "reason": "3 と 5 が入れ替わった"})
        assert answer.status_code == 200
        played = bench.evening.state.section(Place(1, "A")).movement
        assert played is not None
        assert played.meetings == bench.now(sheet_id).movement.meetings
        assert Number("3") in played.contestants
