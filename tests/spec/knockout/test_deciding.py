"""The reason that decided a match of a knockout is in the ranking under its own name."""

from __future__ import annotations

import re
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.knockout.deciding import DecidedBy, decided_by
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.documents.publication.package import result_package
from arrowswitch.i18n import Locale
from arrowswitch.tournament.forms.bracket.decided import deciding_matches
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.knockout import AddExtraBoards, CarryImps, DecideMatch
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from tests.builders import Evening
from tests.knockout_events import knockout_event, level, match, win, win_all
from tests.paper import job_of, print_paper
from tests.tables import for_each
from tests.web.client import visible
from tests.web.test_matches import at

A = Place(1, "A")
ONE, FOUR = Number("1"), Number("4")


def event_with_carry(imps: Fraction) -> Evening:
    evening = knockout_event(4, knockout=KnockoutSettings(most_carried=10))
    evening.do(CarryImps(A, 1, ONE, imps))
    win(evening, 1, "4")
    return evening


def by_extra_boards() -> Evening:
    evening = knockout_event(4)
    level(evening, 1)
    evening.do(AddExtraBoards(A.at(1), ONE, 1))
    win(evening, 1, "4")
    return evening


def event_with_fine(boards: int) -> Evening:
    evening = knockout_event(4)
    win(evening, 1, "1")
    fine = GivePenalty(place=A, number=ONE, amount=Fraction(boards), unit=PenaltyUnit.BOARDS, round=1)
    evening.do(fine, reason="late")
    return evening


def event_with_ruling() -> Evening:
    evening = knockout_event(4)
    level(evening, 1)
    evening.do(DecideMatch(A.at(1), FOUR), reason="by lot")
    return evening


def event_with_forfeit() -> Evening:
    evening = knockout_event(4)
    evening.do(ForfeitMatch(A.at(1), ONE), reason="not there")
    return evening


@for_each(
    "evening, by, winner",
    [
        (event_with_carry(Fraction(11, 2)), DecidedBy.CARRY_OVER, "1"),
        (event_with_carry(Fraction(1)), DecidedBy.MARGIN, "4"),
        (by_extra_boards(), DecidedBy.EXTRA_BOARDS, "4"),
        (event_with_fine(2), DecidedBy.PENALTY, "4"),
        (event_with_ruling(), DecidedBy.RULING, "4"),
        (event_with_forfeit(), DecidedBy.FORFEIT, "4"),
    ],
    ids=["carry-over", "margin", "extra-boards", "penalty", "ruling", "forfeit"],
)
def test_what_decided(evening: Evening, by: DecidedBy, winner: str) -> None:
    """Team 1 meets team 4; 5 IMPs are won, a board of penalty is 5, and 5 1/2 carried over turn the match."""
    assert decided_by(match(evening, 1)) is by
    assert match(evening, 1).goes_on == (winner,)
    decided = deciding_matches(evening.state, 1)
    assert {number: one.is_won for number, one in decided.items()} == {ONE: winner == "1", FOUR: winner == "4"}
    assert decided[ONE].opponents == (FOUR,)
    assert decided[ONE].reason == ("by lot" if by is DecidedBy.RULING else "")
    with at(evening) as (desk, base):
        for locale, words in ((Locale.EN, _EN[by]), (Locale.JA, _JA[by])):
            text = " ".join(visible(desk.get(f"{base}/ranking?lang={locale.value}").text).split())
            assert words in text


_EN = {
    DecidedBy.CARRY_OVER: "lost to 1 5–5.50 by carry-over",
    DecidedBy.MARGIN: "lost to 4 1–5 by the margin of its boards",
    DecidedBy.EXTRA_BOARDS: "won against 1 5–0 by extra boards",
    DecidedBy.PENALTY: "by a penalty",
    DecidedBy.RULING: "by the director's decision: by lot",
    DecidedBy.FORFEIT: "won against 1 by forfeit",
}
_JA = {
    DecidedBy.CARRY_OVER: "キャリーオーバーで",
    DecidedBy.MARGIN: "得失点差で",
    DecidedBy.EXTRA_BOARDS: "追加ボードで",
    DecidedBy.PENALTY: "ペナルティで",
    DecidedBy.RULING: "ディレクターの決定で: by lot",
    DecidedBy.FORFEIT: "1に勝ち",
}


def test_a_match_of_three_is_decided_among_three() -> None:
    evening = knockout_event(3, knockout=KnockoutSettings(has_threes=True))
    assert decided_by(match(evening, 1)) is None
    win(evening, 1, "2")
    assert decided_by(match(evening, 1)) is DecidedBy.THREE


def test_nothing_is_decided_before_a_match_is_over() -> None:
    evening = knockout_event(4)
    assert decided_by(match(evening, 1)) is None
    assert deciding_matches(evening.state, 1) == {}


@for_each(
    "evening, words",
    [(by_extra_boards(), "by extra boards"), (event_with_ruling(), "by lot"), (event_with_fine(20), "by a penalty")],
    ids=["extra-boards", "ruling", "penalty"],
)
def test_it_stands_on_the_printed_ranking_as_well(evening: Evening, words: str) -> None:
    paper = print_paper("ranking", job_of(evening), Locale.EN)
    assert words in paper.text
    assert "Team" in paper.text
    assert "Pair" not in paper.text
    japanese = print_paper("ranking", job_of(evening), Locale.JA).unspaced_text
    assert (japanese.count("に負け"), "ペア" in japanese) == (1, False)


def test_a_score_on_a_published_page_is_not_broken_at_its_dash() -> None:
    """`lost to 4 1–` ended a line of a phone, and `5` began the next."""
    evening = knockout_event(2)
    win_all(evening, "1")
    evening.do(Publish())
    page = result_package(job_of(evening)).files["en/index.html"].decode()
    assert re.search(r'<span class="piece">lost to [1-4] \d+–\d+</span>', page) is not None
