"""The solver in a process next to the server: its answers, a new start after it died, and the end of all attempts; and
the analyst, which stores analyses with the deals."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from arrowswitch.analysis.process import SolverProcess
from arrowswitch.core.deals.deal import DealSet, parse_deal
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.double_dummy import tricks_text
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.deals.analyst import TRIES, Analyst
from arrowswitch.tournament.history.history import next_undo
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.slices.deals import KeepAnalysis, PlaceDeals, TypeHands
from arrowswitch.tournament.model.values.deals import DealAnalysis, PlacedDeals
from tests.builders import Evening, new_evening

ALL_SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def texts(seed: str, count: int = 2) -> dict[BoardNumber, str]:
    return {board: deal.pbn for board, deal in deal_boards(Seed(seed), range(1, count + 1))}


@pytest.fixture(scope="module")
def process() -> Iterator[SolverProcess]:
    made = SolverProcess()
    yield made
    made.close()


class TestTheProcess:
    def test_it_answers_as_the_solver_does_with_the_best_leads(self, process: SolverProcess) -> None:
        from arrowswitch.analysis.solver import analyse  # noqa: PLC0415 - it loads the solver

        deals = {**texts("a", 1), BoardNumber(7): ALL_SUITS}
        answers = process.solve(deals)
        expected = dict(analyse(DealSet({board: parse_deal(text) for board, text in deals.items()})))
        assert {board: tricks for board, (tricks, _) in answers.items()} == {
            board: tricks_text(one.tricks) for board, one in expected.items()
        }
        leads = answers[BoardNumber(7)][1].split()
        assert {card[0] for card in leads} == {"H"}  # East is on lead against seven spades
        assert len(leads) == 13

    def test_when_it_is_killed_it_is_begun_again(self, process: SolverProcess) -> None:
        easy = {BoardNumber(7): ALL_SUITS}
        process.solve(easy)
        first = process.process_id
        assert first is not None
        os.kill(first, signal.SIGTERM)
        try:
            process.solve(easy)
        except OSError:
            process.solve(easy)
        assert process.process_id != first

    def test_the_pipes_of_a_dead_one_are_closed(self, process: SolverProcess) -> None:
        easy = {BoardNumber(7): ALL_SUITS}
        process.solve(easy)
        dead = process._process
        assert dead is not None
        assert dead.stdin is not None
        assert dead.stdout is not None
        dead.kill()
        dead.wait()  # it is known to be dead before the next question
        process.solve(easy)
        assert dead.stdin.closed
        assert dead.stdout.closed
        assert process.process_id != dead.pid

    def test_a_closed_one_answers_no_more(self) -> None:
        closed = SolverProcess()
        closed.close()
        with pytest.raises(OSError, match="closed"):
            closed.solve(texts("a", 1))
        assert closed.process_id is None


@dataclass
class StandInSolver:
    """Gives every deal the same answer, after `deaths` failures."""

    deaths: int = 0
    together: int = 2
    boards: list[int] = field(default_factory=list)
    waits_for: threading.Event | None = None

    def solve(self, deals: Mapping[BoardNumber, str]) -> Mapping[BoardNumber, tuple[str, str]]:
        if self.waits_for is not None:
            self.waits_for.wait(20)
            raise OSError("given up")
        if self.deaths:
            self.deaths -= 1
            raise OSError("died")
        self.boards += deals
        return dict.fromkeys(deals, ("7" * 20, "SA HT"))

    def close(self) -> None:
        if self.waits_for is not None:
            self.waits_for.set()


@pytest.fixture
def analysts() -> Iterator[Callable[[Evening, StandInSolver], Analyst]]:
    made: list[Analyst] = []

    def start(evening: Evening, solver: StandInSolver) -> Analyst:
        made.append(Analyst(evening.tournament, solver))
        made[-1].start()
        return made[-1]

    yield start
    for analyst in made:
        analyst.stop()


Start = Callable[[Evening, StandInSolver], Analyst]


def until(is_so: Callable[[], bool]) -> None:
    tick = threading.Event()
    for _ in range(1000):
        if is_so():
            return
        tick.wait(0.02)
    assert is_so()


class TestTheAnalyst:
    def test_deals_are_analysed_once_and_the_result_is_in_the_event(self, analysts: Start) -> None:
        evening, solver = new_evening(4), StandInSolver()
        analyst = analysts(evening, solver)
        evening.do(PlaceDeals(1, PlacedDeals(texts("s", 5), "s")))
        until(lambda: len(evening.state.deals.analyses.get(1, {})) == 5)
        assert analyst.progress(evening.state, 1).is_over
        analyst.look_at(evening.event_id)
        evening.do(TypeHands(1, 3, texts("t")[BoardNumber(1)]))
        until(lambda: len(solver.boards) == 6 and len(evening.state.deals.analyses[1]) == 5)
        assert sorted(solver.boards) == [1, 2, 3, 3, 4, 5]

    def test_after_three_deaths_it_waits_until_somebody_looks(self, analysts: Start) -> None:
        evening, solver = new_evening(4), StandInSolver(deaths=TRIES)
        analyst = analysts(evening, solver)
        evening.do(PlaceDeals(1, PlacedDeals(texts("s"), "s")))
        until(lambda: analyst.progress(evening.state, 1).has_failed)
        assert not evening.state.deals.analyses
        analyst.look_at(evening.event_id)
        until(lambda: bool(evening.state.deals.analyses))

    def test_it_stops_in_the_middle_of_a_deal(self, analysts: Start) -> None:
        evening, solver = new_evening(4), StandInSolver(waits_for=threading.Event())
        analyst = analysts(evening, solver)
        evening.do(PlaceDeals(1, PlacedDeals(texts("s"), "s")))
        analyst.stop()
        assert not evening.state.deals.analyses
        assert analyst.progress(evening.state, 1).done == 0


class TestWhatIsKept:
    def test_of_deals_that_were_exchanged_nothing_is_kept(self) -> None:
        evening = new_evening(4)
        evening.do(PlaceDeals(1, PlacedDeals(texts("s"), "s")))
        analyses = {board: DealAnalysis(text, "7" * 20) for board, text in texts("s").items()}
        evening.do(KeepAnalysis(1, analyses))
        evening.do(TypeHands(1, 2, texts("t")[BoardNumber(2)]))
        assert set(evening.state.deals.analyses[1]) == {1}
        before = evening.state.seq
        assert evening.do(KeepAnalysis(1, analyses)).seq == before
        evening.do(Undo(before))
        assert set(evening.state.deals.analyses[1]) == {1, 2}

    def test_undo_passes_over_it(self) -> None:
        evening = new_evening(4)
        evening.do(PlaceDeals(1, PlacedDeals(texts("s"), "s")))
        evening.do(KeepAnalysis(1, {BoardNumber(1): DealAnalysis(texts("s")[BoardNumber(1)], "7" * 20)}))
        undone = next_undo(evening.tournament.ledger(evening.event_id))
        assert undone is not None
        assert undone.what[0].code == "history.deals-placed"
