"""The leaflet for players: it follows the devices, the scoring and the network of the event."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.documents.job import Reachable
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from tests.builders import Evening, new_evening
from tests.form_events import cases, play_case
from tests.paper import A4, job_of, print_paper
from tests.rotation import rotate
from tests.tables import for_each

A5 = (420, 595)
ADDRESS = "http://192.0.2.7:8642/play/weekly-game"


def text_of(evening: Evening, locale: Locale = Locale.EN, reachable: str = "") -> str:
    job = replace(job_of(evening, paper="a5"), reachable=Reachable(reachable))
    return print_paper("leaflet", job, locale).unspaced_text


@rotate("locale", Locale)
def test_two_are_on_a_page_of_a4_and_one_on_a5(locale: Locale) -> None:
    evening = new_evening()
    double, single = (print_paper("leaflet", job_of(evening, paper=paper), locale) for paper in ("a4", "a5"))
    title = {Locale.EN: "Forplayers", Locale.JA: "プレイヤーの皆さまへ"}[locale]
    assert double.sizes == {A4[::-1]}
    assert single.sizes == {A5}
    assert [paper.unspaced_text.count(title) for paper in (double, single)] == [2, 1]
    assert [len(paper.pages) for paper in (double, single)] == [1, 1]


@for_each("use, step", [
    (DeviceUse.OFF, "writescontract,declarerandtricksonthescoreslip"),
    (DeviceUse.TABLE, "Scanthecodeonthecardofyourtable"),
    (DeviceUse.OWN, "Scanthecodeonyourowncard"),
])  # fmt: skip
def test_results_are_entered_as_the_event_allows(use: DeviceUse, step: str) -> None:
    evening = new_evening(10)
    if use is not DeviceUse.OFF:
        evening.do(AllowDevices(use))
    text = text_of(evening)
    assert step in text
    assert ("keyatthefootofthepage" in text) is (use is not DeviceUse.OFF)


def test_phones_are_named_only_where_they_reach_the_program() -> None:
    evening = new_evening(director="高木 N.")
    assert "onyourphone" not in text_of(evening)
    text = text_of(evening, reachable=ADDRESS)
    assert "Readyourscoresonyourphone" in text
    assert ADDRESS in text
    assert "高木N." in text


MEANINGS = {
    "matchpoint-pairs": "50%isaverage",
    "imp-pairs": "IMPs:thesumofyourboards",
    "swiss-teams": "becomesitspoints",
    "knockout-teams": "Thewinnerofeachmatchgoeson",
}


@for_each("form, meaning", list(MEANINGS.items()))
def test_the_columns_of_the_ranking_are_those_of_the_form(form: str, meaning: str) -> None:
    case = next(case for case in cases() if case.form.value == form)
    text = text_of(play_case(case))
    assert meaning in text
    assert not any(other in text for other in MEANINGS.values() if other != meaning)
