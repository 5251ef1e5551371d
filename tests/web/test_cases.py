"""Cases at the desk: opened from a board, ruled, appealed, decided; the scores follow. Manual, lines 2803-2888."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.scoring.outcomes import Average, AverageKind, Percentage
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.publication import Publish, ReleaseTravellers
from arrowswitch.tournament.model.slices.rulings import KeepCase
from arrowswitch.tournament.model.values.rulings import AppealBody, AppealOutcome, CaseStage, RulingCase
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening
from tests.form_events import cases as form_cases
from tests.form_events import play_case
from tests.paper import job_of, print_paper
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, howell_evening, slot

KEY = "A-1-3-5"
BOARD = slot(1, 3, 5)
HESITATION = {
    "slot": KEY,
    "title": "Hesitation",
    "says_ns": "a long pause",
    "says_ew": "as always",
    "options": "16B",
}
RULED = {**HESITATION, "ruling": "no bid of 4S", "law": "16B3", "is_carried_out": "true"}
APPEAL = {**RULED, "appeal_by": "EW", "appeal_body": "appeals-committee", "deposit": "3000"}


@pytest.fixture(scope="module")
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        opened.fill_round(1)
        yield opened


def is_provisional(playing: Playing) -> bool:
    """True if the score of the board is marked as waiting for a ruling."""
    return BOARD in playing.state.rulings.notes and playing.state.rulings.notes[BOARD].is_pending


def store_case(playing: Playing, **fields: str) -> str:
    """Keeps a case, and returns its number."""
    leads_to: str = playing.post("/cases/keep", **fields).json()["to"]
    return leads_to.rpartition("/")[2]


def case_of(playing: Playing, number: str) -> RulingCase:
    """Returns a case as it stands."""
    return next(one for one in playing.state.rulings.cases if one.case == int(number))


def test_a_case_from_the_call_to_the_changed_score(playing: Playing) -> None:
    """R-346 to R-348, R-358: provisional, ruled, appealed, changed; with each step the score follows."""
    (link,) = [link for link in playing.page(f"/slots/{KEY}").links if "/cases/new" in link]
    assert 'name="says_ns"' in playing.desk.get(link).text
    number = store_case(playing, **HESITATION)
    assert (case_of(playing, number).stage, is_provisional(playing)) == (CaseStage.OPEN, True)
    assert "裁定待ち" in playing.page("/cases").text

    playing.post("/cases/keep", case=number, **RULED, ns_text="A+", ew_text="A-")
    assert (case_of(playing, number).stage, is_provisional(playing)) == (CaseStage.RULED, False)
    assert playing.state.results[BOARD].ns_award == Average(AverageKind.PLUS)

    playing.post("/cases/keep", case=number, **APPEAL)
    assert (case_of(playing, number).stage, is_provisional(playing)) == (CaseStage.APPEALED, True)
    assert case_of(playing, number).appeal_body is AppealBody.APPEALS
    assert playing.state.results[BOARD].ns_award == Average(AverageKind.PLUS)

    changed = {**APPEAL, "outcome": "changed", "decision": "half of it"}
    playing.post("/cases/keep", case=number, **changed, ns_text="55%", ew_text="45%")
    case = case_of(playing, number)
    assert (case.stage, case.outcome, is_provisional(playing)) == (CaseStage.DECIDED, AppealOutcome.CHANGED, False)
    assert playing.state.results[BOARD].ns_award == Percentage(55)  # type: ignore[arg-type]  # equal to the fraction
    history = playing.page("/history").text
    assert "上告：裁定を変更" in history

    again = event_file.load(event_file.dump(playing.evening.tournament.ledger(playing.evening.event_id)))
    assert state_of(again).rulings.cases == playing.state.rulings.cases
    for locale in Locale:
        for path in ("/cases", f"/cases/{number}"):
            page = playing.page(path, locale)
            assert list_codes_shown(page) == []
    assert foreign(playing.page("/cases/new", Locale.EN), Locale.EN, playing.own_words) == []


def test_an_upheld_ruling_leaves_its_score(playing: Playing) -> None:
    fields = {**APPEAL, "slot": "A-1-2-3", "ns_text": "A-", "ew_text": "A+"}
    number = store_case(playing, **fields)
    assert playing.state.rulings.notes[slot(1, 2, 3)].is_pending
    playing.post("/cases/keep", case=number, **{**APPEAL, "slot": "A-1-2-3", "outcome": "upheld"})
    assert not playing.state.rulings.notes[slot(1, 2, 3)].is_pending
    assert playing.state.results[slot(1, 2, 3)].ns_award == Average(AverageKind.MINUS)
    before = playing.state.seq
    playing.post("/cases/keep", case=number, **{**APPEAL, "slot": "A-1-2-3", "outcome": "upheld"})
    assert playing.state.seq == before


@for_each(
    "fields, expected",
    [
        ({"title": ""}, ["case.needs-title"]),
        ({"appeal_by": "NS", "appeal_body": "director"}, ["case.appeal-before-ruling"]),
        ({"ruling": "so", "appeal_by": "NS"}, ["case.needs-body"]),
        ({"outcome": "upheld"}, ["case.outcome-without-appeal"]),
        (
            {"ruling": "so", "appeal_by": "NS", "appeal_body": "director", "outcome": "changed"},
            ["case.needs-decision"],
        ),
        ({"ns_text": "A+", "ew_text": "A-"}, ["case.award-before-ruling", "award.needs-law"]),
        ({"slot": "", "ruling": "so", "law": "12", "ns_text": "A+"}, ["case.award-needs-board"]),
        ({"slot": "A-1-2-99"}, ["result.no-such-slot"]),
        ({"case": "77"}, ["case.none"]),
        ({"says_ns": "x" * 2001}, ["note.too-long"]),
    ],
)
def test_what_a_step_lacks_is_said_and_nothing_kept(
    playing: Playing, fields: dict[str, str], expected: list[str]
) -> None:
    before = playing.state.seq
    assert codes(playing.post("/cases/keep", **{**HESITATION, **fields})) == expected
    assert playing.state.seq == before


def test_a_case_without_a_board(playing: Playing) -> None:
    answer = playing.post("/cases/keep", title="Noise", ruling="a word")
    assert answer.status_code == 200
    assert playing.state.rulings.cases[-1].slot is None
    assert playing.get("/cases/99").status_code == 404


def test_a_case_is_opened_where_the_call_comes_from(playing: Playing) -> None:
    """R-346: one press on the table of the room plan, or one key on the score page and in the dialog of a board."""
    tables = [link for link in playing.page("/movement").links if "/cases/new?table=" in link]
    assert len(set(tables)) == 6
    page = playing.desk.page(next(link for link in tables if link.endswith("=2")))
    fields = page.form(f"{playing.base}/cases/keep")
    assert (fields["round"], fields["table"], fields["board"]) == ("1", "2", "")
    boards = [link for link in page.links if "/cases/new?slot=A-1-2-" in link]
    assert len(boards) >= 2
    assert playing.desk.page(boards[0]).form(f"{playing.base}/cases/keep")["slot"] in boards[0]
    scores = playing.page("/scores?round=1&table=3")
    assert any(link.endswith("/cases/new?round=1&table=3") for link in scores.links)
    assert 'data-key="f6"' in playing.desk.get(f"{playing.base}/slots/{KEY}").text
    assert playing.get("/cases/new?table=nonsense").status_code == 200


def test_a_pending_ruling_is_marked_wherever_its_score_stands() -> None:
    """R-348: ranking, traveller, scorecard, the phones of the players, the hall, and every print of them."""
    evening = mitchell_evening()
    evening.play_all()
    about = next(iter(evening.state.results))
    number = evening.state.results[about].ns[0]
    me = evening.state.section(about.place).numbers[number]
    desk = ("/ranking", f"/travellers?board={about.board}", f"/private/{number}", "/matrix")
    public = (f"/play/ID?me={me}", f"/play/ID/travellers?board={about.board}", "/play/ID/ranking", "/hall/ID")
    with at_desk(evening) as playing:
        for commands in ((), (Publish(), ReleaseTravellers())):
            for command in commands:
                evening.do(command)
            playing.post("/cases/keep", title="Tempo", slot=slot_key(about))
            for path in desk:
                assert playing.html(path).count("裁定待ち") > playing.html("/movement").count("裁定待ち"), path
            for path in public if commands else ():
                answer = playing.desk.get(path.replace("ID", evening.event_id), headers={"cookie": f"me={me}"})
                assert "裁定待ち" in answer.text, path
        for sheet in ("ranking", "travellers", "private-scores", "recap"):
            assert "裁定待ち" in print_paper(sheet, job_of(evening), Locale.JA).unspaced_text, sheet


@pytest.mark.parametrize("sheet", ["team-result", "team-score-sheet"])
def test_the_sheets_of_a_match_mark_it_too(sheet: str) -> None:
    evening = play_case(next(case for case in form_cases() if case.form is EventForm.SWISS_TEAMS))
    about = max(evening.state.results, key=lambda one: one.round)
    assert "裁定待ち" not in print_paper(sheet, job_of(evening), Locale.JA).unspaced_text
    evening.do(KeepCase(case=0, place=about.place, slot=about, title="Tempo"))
    assert "裁定待ち" in print_paper(sheet, job_of(evening), Locale.JA).unspaced_text


def test_the_cases_of_all_events_are_counted(playing: Playing) -> None:
    """R-356: open cases, cases by law and by outcome, and penalised players with the cost of the next offence."""
    number = next(iter(playing.state.section(Place(1, "A")).numbers))
    entry = playing.state.entry_at(Place(1, "A"), number)
    assert entry is not None
    name = entry.names[0]
    penalty = {"number": number, "amount": "1/2", "unit": "boards", "offence": "conduct", "player": name}
    playing.post("/rulings/penalty", **penalty, reason="rude", law="74")
    playing.post("/cases/keep", title="Left open")
    for locale in Locale:
        page = playing.desk.page(f"/cases?lang={locale.value}", locale)
        assert list_codes_shown(page) == []
        assert "Left open" in page.text
        assert name in page.text or entry.people[0].roman in page.text
    assert "次は：" in playing.page("/rulings").text
    assert playing.desk.get("/cases?year=1999").status_code == 200
