"""Codes on paper (the way to the pages for phones): where phones reach the program, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.documents.job import Reachable
from arrowswitch.i18n import Locale
from tests.builders import mitchell_evening
from tests.paper import job_of, model, print_paper
from tests.rotation import rotate
from tests.tables import for_each

REACHABLE = Reachable("http://192.168.1.5:8642/play/e1", "http://192.168.1.5:8642/results/e1")


@for_each(
    "sheet, address",
    [("ranking", REACHABLE.results), ("announcement", REACHABLE.players), ("seating", REACHABLE.players)],
)
@rotate("locale", Locale)
@for_each("size", ["normal", "large"])
def test_the_head_carries_the_code_where_phones_reach_the_program(
    sheet: str, address: str, locale: Locale, size: str
) -> None:
    evening = mitchell_evening()
    evening.play_all()
    job = replace(job_of(evening, size=size) if sheet != "announcement" else job_of(evening), reachable=REACHABLE)
    code = model(sheet, job, locale).frame.code
    assert code is not None
    assert code["address"] == address
    code_text = "".join(str(code["text"]).split())
    plain, coded = print_paper(sheet, replace(job, reachable=Reachable()), locale), print_paper(sheet, job, locale)
    assert len(coded.pages) == len(plain.pages)
    assert code_text in "".join(coded.text.split())
    assert code_text not in "".join(plain.text.split())
