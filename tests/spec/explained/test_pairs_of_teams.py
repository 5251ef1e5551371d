"""The totals of the pairs in a game of teams and pairs, explained (R-237): the text, reckoned again, gives the number.

`tests/reckoning.py` reads the arithmetic of each text by itself and shares nothing with the program.
"""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.ranking.pair_fields import pair_fields
from arrowswitch.tournament.ranking.why_pair_field import pair_boards, why_pair, why_pair_board
from arrowswitch.tournament.scored.lines import section_number
from tests.form_events import Case, cases, play_case
from tests.reckoning import percents
from tests.rotation import rotate
from tests.spec.explained.test_events import last_amount, words
from tests.web.playing import at_desk

CASES = tuple(case for case in cases() if case.form is EventForm.TEAMS_AND_PAIRS)


@rotate("case", CASES, ids=str)
@rotate("locale", Locale)
def test_the_total_over_the_sessions_and_the_rank(case: Case, locale: Locale) -> None:
    """The first explanation has the total, the second the rank; each session follows by its boards."""
    state = play_case(case).state
    for last in state.sessions:
        for field in pair_fields(state, last):
            for row in field.rows:
                letter, number = section_number(state.session(last), row.standing.number)
                total, rank, *sessions = why_pair(state, Place(last, letter), number)
                assert last_amount(total.steps, (locale,)) == row.standing.total == total.result
                assert last_amount(rank.steps, (locale,)) == row.standing.rank
                assert len(sessions) == (2 if last == 2 else 0)
                if row.standing.percent is not None:
                    assert percents(words(total.steps, locale))[-1].value == row.standing.percent
                parts = [last_amount(one.steps[1:], (locale,)) for one in sessions]
                assert parts == list(field.by_session[row.standing.number]) or last == 1


@rotate("case", CASES, ids=str)
def test_the_points_of_each_board(case: Case) -> None:
    state = play_case(case).state
    place = Place(2, "A")
    boards = pair_boards(state, place, Number("1A"))
    assert boards
    for board, points in boards:
        assert last_amount(why_pair_board(state, place, Number("1A"), board).steps, (Locale.EN,)) == points


def test_a_team_is_no_pair() -> None:
    with pytest.raises(NotFound):
        why_pair(play_case(CASES[0]).state, Place(2, "A"), Number("1"))


@rotate("locale", Locale)
def test_the_list_of_pairs_leads_to_it(locale: Locale) -> None:
    """Lived: from the ranking to the total of a pair, and to a board of it."""
    with at_desk(play_case(CASES[0])) as desk:
        links = desk.page("/ranking", locale).links
        assert f"{desk.base}/2A/ranking/why/1A" in links
        page = desk.page("/ranking/why/1A", locale)
        assert [link for link in page.links if link.endswith("/why/1A?board=2")]
        assert desk.get("/ranking/why/1A?board=2", locale).status_code == 200
        assert desk.get("/ranking/why/1A?board=99", locale).status_code == 404
