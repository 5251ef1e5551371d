"""Reports of clubs at the desk of a federation: taken in from files and ZIPs, told with every fault, added up."""

from __future__ import annotations

from arrowswitch.formats.detect import read_results
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.values.people import Player, PlayerId
from tests.rotation import rotate
from tests.spec.federation.test_federation import evening_of, report_at
from tests.web.client import visible
from tests.web.playing import at_desk

JSON_FILE = "application/json"


@rotate("locale", Locale)
def test_reports_are_taken_in_and_told(locale: Locale) -> None:
    """R-310: two files at once, one of them half: one is imported with its notes, the other is named."""
    evening = evening_of()
    data = write_report(report_at(evening))
    with at_desk(evening) as playing:
        desk = playing.desk
        assert "/federation" in desk.page("/players", locale).links
        assert "files" in desk.page("/federation", locale).ids
        files = [("files", ("a.json", data, JSON_FILE)), ("files", ("b.json", data[:700], JSON_FILE))]
        answer = desk.post("/federation", files=files)
        assert answer.status_code == 200
        assert all(text in answer.text for text in ("900001", "b.json"))
        table = desk.get("/federation/points.csv").content.decode("utf-8-sig").splitlines()
        assert len(table) == 13
        desk.send("/federation", "/federation/remove")
        assert len(desk.get("/federation/points.csv").text.splitlines()) == 1


def test_of_what_was_taken_without_a_word_there_is_only_the_count() -> None:
    """R-310: among two thousand reports the page has room for those of which there is something to tell."""
    evening = evening_of()
    people = [person for entry in evening.state.entries.values() for person in entry.people]
    evening.tournament.store.save_players([Player(PlayerId(one.number), one) for one in people])
    data = write_report(report_at(evening))
    with at_desk(evening) as playing:
        files = [("files", (f"{name}.json", data[:end], JSON_FILE)) for name, end in (("fine", None), ("half", 700))]
        came = visible(playing.desk.post("/federation", files=files).text)
        assert "half.json" in came
        assert "fine.json" not in came
        assert len(playing.desk.get("/federation/points.csv").text.splitlines()) > 1


@rotate("locale", Locale)
def test_the_report_of_an_event_is_sent_and_answered(locale: Locale) -> None:
    """R-310: the page shows what is reported; that it was sent and what was answered stands in the history."""
    evening = evening_of()
    with at_desk(evening) as playing:
        page = playing.page("/report", locale)
        assert "900001" in page.text
        assert f"{playing.base}/report/report.json" in page.links
        path = f"{playing.base}/report"
        assert b"arrowswitch-report" in playing.desk.get(f"{path}/report.json").content
        upload = playing.desk.get(f"{path}/usebio.xml?club_number=123&charge=10&scale=Club&colour=Black")
        assert read_usebio(upload.content).submission.club_number == "123"
        wrong = playing.desk.get(f"{path}/usebio.xml?charge=ten&lang={locale.value}")
        assert wrong.status_code == 422
        assert translate("submission.charge", {"text": "ten", "known": ""}, locale) in visible(wrong.text)
        text = playing.desk.get(f"{path}/results.txt")
        assert "results.jannersten.txt" in text.headers["content-disposition"]
        assert len(read_results(text.content, "results.txt").lines) == len(playing.state.results)
        playing.desk.send(path, f"{path}/sent", to="office")
        playing.desk.send(path, f"{path}/receipt", receipt="No. 17")
        (sent,) = playing.state.publication.reports
        assert (sent.to, sent.receipt) == ("office", "No. 17")
        assert "No. 17" in playing.page("/history", locale).text
        playing.evening.enter(1, 1, 1, "1400")
        assert "changes" in playing.page("/report", locale).ids
