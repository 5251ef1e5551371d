"""Boards that are put off to be played later (late play): R-126, R-144.

None of the documents has a rule for them. Decided: a board has no result until it was played or settled; it is no
average, and it is distinguished from missing results and from boards not played."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.bulk import NONE, Kind, field_of, score_bulk
from arrowswitch.core.scoring.bulk.arrays import AnyInts
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Average, AverageKind, LatePlay, Line, NotPlayed, TableScore
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.slips import SlipEntry, format_entry, parse_entry
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history, slot_history
from arrowswitch.tournament.lists.items import checklist
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.results import EnterResult, PutOffBoard, RemoveResult
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed, GiveAward
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.ranking import rankings
from arrowswitch.tournament.ranking.rankings import private, ranking
from arrowswitch.tournament.results.tables import cell, missing, round_view
from arrowswitch.tournament.results.tables import late_plays as late_cells
from arrowswitch.tournament.rulings.withdrawal import unplayed_boards
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.scored.slots import late_plays, missing_slots
from arrowswitch.tournament.standings.header import phase
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, mitchell_evening, new_evening
from tests.fields import bulk_view, plain_view, regulations, sessions
from tests.paper import job_of, print_paper
from tests.rotation import examples, rotate
from tests.tables import for_each
from tests.travellers import JCBL, num, row, session, traveller

LATE = Slot(1, "A", 1, 2, 3)
METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)


def late_line(board: int = 1, ns: int = 9, ew: int = 19) -> Line:
    return Line(board, num(ns), num(ew), LatePlay(), LatePlay())


class TestSlips:
    """R-144: a mark of its own on a slip."""

    @for_each("text", ["LP", "lp", "late", "Late play", "レイトプレイ", "レートプレイ", "後日"])
    def test_it_is_typed(self, text: str) -> None:
        """R-144: read as late play of both sides, and written as LP."""
        entry = parse_entry(text)
        assert entry == SlipEntry.both(LatePlay())
        assert entry.is_put_off
        assert format_entry(entry) == "LP"
        assert not parse_entry("NP").is_put_off

    @for_each("text", ["LP/A+", "LP A-", "420/LP", "LP%"])
    def test_one_side_alone_cannot_play_later(self, text: str) -> None:
        """R-144: a board is played by both sides or by none."""
        with pytest.raises(Malformed):
            parse_entry(text, board=1)


class TestComparison:
    """R-126: the others are compared as if the board had not come in yet: no average, no neutral half."""

    def test_it_is_left_out(self) -> None:
        """R-126: 420, 420, 170 and a late play: 1.5, 1.5, 0 of a top of 2; NP or A would make the top 3."""
        board = traveller("1 11 420", "2 12 420", "3 13 170")
        scored = score(session(board, [late_line()]), JCBL)
        assert [line.ns.points for line in scored.boards[1].rows] == [1.5, 1.5, 0]
        assert scored.boards[1].top == 2
        assert scored.is_provisional
        averaged = score(session(board, [row("9 19 A")]), JCBL)
        assert averaged.boards[1].top == 3
        assert not averaged.is_provisional

    @for_each("method", [method for method in Method if method is not Method.INSTANT])
    def test_by_every_method_as_if_it_were_not_there(self, method: Method) -> None:
        """R-126: the points of all others are those of the lines without it."""
        boards = [traveller("1 2 420", "3 4 170", "5 6 -50", board=board) for board in range(1, 9)]
        plain = session(*boards)
        late = session(*boards, [late_line(1, 7, 8)])
        assert late == replace(plain, is_provisional=True)
        assert score(late, JCBL, method).boards == score(replace(plain, is_provisional=True), JCBL, method).boards

    @pytest.mark.parametrize("method", METHODS)
    @settings(max_examples=examples(30), deadline=None)
    @given(data=st.data(), rules=regulations())
    def test_plain_and_bulk_leave_it_out_alike(self, method: Method, data: st.DataObject, rules: Regulations) -> None:
        """R-126: late plays in arrays have no points; everything else is as without them."""
        scoring = data.draw(sessions(method))
        at = data.draw(st.integers(0, len(scoring.lines)))
        ns, ew = data.draw(st.sampled_from([(one.ns, one.ew) for one in scoring.lines]))
        board = data.draw(st.sampled_from([one.board for one in scoring.lines]))
        late = Line(board, ns, ew, LatePlay(), LatePlay())
        with_late = replace(scoring, lines=(*scoring.lines[:at], late, *scoring.lines[at:]), is_provisional=False)
        assert bulk_view(with_late, rules, method) == plain_view(with_late, rules, method)
        assert plain_view(with_late, rules, method) == plain_view(replace(scoring, is_provisional=True), rules, method)
        _check_arrays(scoring, at, late, rules, method)

    def test_it_counts_as_late_on_either_side(self) -> None:
        """R-126: a side marked alone takes the whole line out, in both forms."""
        half = Line(1, num(7), num(8), TableScore(420), LatePlay())
        assert session(traveller("1 2 420"), [half]).lines == traveller("1 2 420")


def _check_arrays(scoring: ScoringInput, at: int, late: Line, rules: Regulations, method: Method) -> None:
    """Makes sure that a late play among the arrays changes nothing but that the field is provisional."""
    field, names = field_of(replace(scoring, is_provisional=True))
    kinds = np.zeros(field.size, np.int64) if field.kinds is None else field.kinds
    with_late = replace(
        field,
        boards=np.insert(field.boards, at, late.board),
        ns=np.insert(field.ns, at, names.index(late.ns[0])),
        ew=np.insert(field.ew, at, names.index(late.ew[0])),
        kinds=np.insert(kinds, at, Kind.LATE_PLAY),
        is_provisional=False,
        scores=np.insert(field.scores, at, 7777),
        percents=_insert_zero(field.percents, at),
        ew_scores=_insert_zero(field.ew_scores, at),
        ew_kinds=_insert_zero(field.ew_kinds, at),
        ew_percents=_insert_zero(field.ew_percents, at),
        groups=_insert_zero(field.groups, at),
    )
    first, other = score_bulk(with_late, rules, method), score_bulk(field, rules, method)
    for name in ("order", "rank", "is_tied", "is_placed", "total", "percent", "boards"):
        assert (getattr(first, name) == getattr(other, name)).all(), name
    for side, points in other.points.items():
        assert (np.delete(first.points[side], at) == points).all()
        assert first.points[side][at] == NONE


def _insert_zero(values: AnyInts | None, at: int) -> AnyInts | None:
    return None if values is None else np.insert(values, at, 0)


@pytest.fixture
def evening() -> Evening:
    """Returns a Mitchell of three tables with everything in but board 3 at table 2, which is put off."""
    mitchell = mitchell_evening(3)
    mitchell.do(PutOffBoard(LATE), "一人が急用")
    mitchell.play_all()
    return mitchell


class TestEvening:
    """R-126: put off, listed apart, and decided."""

    def test_it_is_listed_apart(self, evening: Evening) -> None:
        """R-126: nothing is missing, one board is to be played later, and the ranking is provisional."""
        state = evening.state
        assert missing_slots(state, 1) == ()
        assert missing(state, 1) == ()
        assert late_plays(state, 1) == (LATE,)
        (cell,) = late_cells(state, 1)
        assert (cell.is_missing, cell.is_put_off, cell.put_off_because) == (False, True, "一人が急用")
        assert round_view(state, Place(1, "A"), 1).missing == 0
        view = ranking(state)
        assert (view.missing, view.late_plays, view.results_to_come) == (0, 1, 1)
        assert view.standings.is_provisional
        assert phase(state) is Phase.PLAYING
        lines = [line.words for line in checklist(state, evening.clock.now())]
        assert Problem("list.late-plays-open", {"n": 1}) in lines

    def test_nobody_has_a_score_for_it(self, evening: Evening) -> None:
        """R-126: two results of board 3: a top of 1; the two who have not played it have one board less."""
        state = evening.state
        assert len(scoring_input(state, 1).by_board()[3]) == 2
        view = rankings.traveller(state, 1, 3)
        assert view.top == 1
        assert [one.ns_points for one in view.cells if one.is_put_off] == [None]
        ns = cell(state, LATE).ns.numbers[0]
        standing = standings(state).of(ns)
        assert standing is not None
        assert (standing.boards, standing.boards_due) == (5, 6)
        (line,) = [one for one in private(state, Place(1, "A"), ns).lines if one.cell.slot == LATE]
        assert line.points is None

    def test_it_is_not_published_as_complete(self, evening: Evening) -> None:
        """R-126: an interim ranking can be published; the full one waits."""
        with pytest.raises(Refused) as caught:
            evening.do(Publish())
        assert [problem.code for problem in caught.value.problems] == ["publish.late-plays"]
        evening.do(Publish(is_interim=True))
        with pytest.raises(Refused):
            evening.do(Finalise())

    def test_it_becomes_a_result(self, evening: Evening) -> None:
        """R-126: 140 entered later: the mark is gone and the ranking complete."""
        evening.enter(1, 2, 3, "140")
        assert late_plays(evening.state, 1) == ()
        assert not evening.state.rulings.put_off
        assert not standings(evening.state).is_provisional
        evening.do(Publish())

    def test_it_becomes_not_played_with_the_award(self, evening: Evening) -> None:
        """R-126: it was not played after all, East-West to blame: both adjustments at once, A+ and A-."""
        assert LATE in unplayed_boards(evening.state, Place(1, "A").at(1), 2).slots
        evening.do(AwardUnplayed((LATE,), Blame.NONE, Blame.AT_FAULT), "来られなかった")
        entry = evening.state.results[LATE]
        assert (entry.ns_award, entry.ew_award) == (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
        assert not evening.state.rulings.put_off
        evening.do(Publish())

    def test_a_ruling_or_not_played_ends_it(self, evening: Evening) -> None:
        """R-144: NP on the slip, or an award."""
        evening.enter(1, 2, 3, "NP")
        assert evening.state.results[LATE].ns_award == NotPlayed()
        assert late_plays(evening.state, 1) == ()
        evening.do(Undo())
        assert late_plays(evening.state, 1) == (LATE,)
        evening.do(GiveAward(LATE, "A", "A", "12C2"), "決められない")
        assert late_plays(evening.state, 1) == ()

    def test_undo_and_taking_back(self, evening: Evening) -> None:
        """R-376: undo restores the mark; an empty field removes it; every step is in the history."""
        evening.enter(1, 2, 3, "140")
        evening.do(Undo())
        assert late_plays(evening.state, 1) == (LATE,)
        evening.do(RemoveResult(LATE))
        assert (late_plays(evening.state, 1), missing_slots(evening.state, 1)) == ((), (LATE,))
        evening.do(PutOffBoard(LATE))
        evening.do(PutOffBoard(LATE, is_put_off=False))
        assert missing_slots(evening.state, 1) == (LATE,)
        codes = [row.what[0].code for row in slot_history(evening.tournament.ledger(evening.event_id), LATE)]
        assert codes.count("history.late-play-set") == 2
        assert codes.count("history.late-play-set.none") == 2

    def test_once_is_enough(self, evening: Evening) -> None:
        """R-376: the same again changes nothing."""
        before = evening.state.seq
        evening.do(PutOffBoard(LATE))
        evening.do(PutOffBoard(Slot(1, "A", 1, 1, 1), is_put_off=False))
        assert evening.state.seq == before

    def test_the_event_file_keeps_it(self, evening: Evening) -> None:
        """R-407: dumped, read and folded: the same board is put off, for the same reason."""
        ledger = event_file.load(event_file.dump(evening.tournament.ledger(evening.event_id)), "event")
        state = state_of(ledger)
        assert state.rulings.put_off == evening.state.rulings.put_off
        assert history(ledger)[0].seq == evening.state.seq

    def test_what_is_refused(self, evening: Evening) -> None:
        """R-144: a board with a result, a table that does not exist, before the start, by an award."""
        for command, code in (
            (PutOffBoard(Slot(1, "A", 1, 1, 1)), "late-play.has-result"),
            (EnterResult(Slot(1, "A", 1, 1, 1), "LP"), "late-play.has-result"),
            (PutOffBoard(Slot(1, "A", 1, 9, 1)), "result.no-such-slot"),
        ):
            with pytest.raises(Refused) as caught:
                evening.do(command)
            assert [problem.code for problem in caught.value.problems] == [code]
        with pytest.raises(Malformed):
            evening.do(GiveAward(LATE, "LP", "A+", "12C2"), "片方だけ")
        howell = make("howell", tables=3, boards_per_round=2).with_phantom(Number("6"))
        fresh = new_evening(5)
        fresh.start(howell)
        (idle,) = [meeting for meeting in howell.in_round(1) if "6" in meeting.contestants]
        slot = Slot(1, "A", 1, idle.table, howell.boards_of(idle)[0])
        with pytest.raises(Refused) as caught:
            fresh.do(PutOffBoard(slot))
        assert [problem.code for problem in caught.value.problems] == ["result.phantom"]

    def test_before_the_start(self) -> None:
        """R-144: nothing can be put off before play has begun."""
        fresh = new_evening(6)
        with pytest.raises(Refused) as caught:
            fresh.do(PutOffBoard(LATE))
        assert [problem.code for problem in caught.value.problems] == ["start.not-yet"]

    def test_without_a_master_sheet(self) -> None:
        """R-138: pairs come from the slip; the board stands in the list all the same."""
        fresh = new_evening(4)
        fresh.start(None)
        fresh.do(EnterResult(LATE, "LP", num(1), num(2)), "遅れた")
        assert late_plays(fresh.state, 1) == (LATE,)
        assert cell(fresh.state, LATE).ns.numbers == num(1)
        assert standings(fresh.state).is_provisional
        fresh.do(EnterResult(LATE, "140", num(1), num(2)))
        assert late_plays(fresh.state, 1) == ()

    @pytest.mark.parametrize("sheet", ["travellers", "private-scores", "ranking"])
    @rotate("locale", Locale)
    def test_prints_tell_it(self, evening: Evening, sheet: str, locale: Locale) -> None:
        """R-387: where the board stands, why, and that the ranking is interim."""
        text = print_paper(sheet, job_of(evening), locale).text
        assert ("あとで行うボード" if locale is Locale.JA else "be played later") in text
        assert "一人が急用" in text
