"""Asks CP-SAT: the one place that starts the solver, in such a way that the answer is the same every time.

One worker, a seed, and a limit that counts the solver's work and not the time; a limit of time is for those who wait
in front of a screen. OR-Tools is loaded with the first model
that is made, for loading it takes longer than the whole start of the program, and most of what the program does
needs no search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrowswitch.core.errors import Refused

if TYPE_CHECKING:
    from arrowswitch.core import cp_model

USUAL_SEED = 2008
"""The seed where nobody gives another."""


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The answer of the solver to a model.

    - `is_found`: it has values for the variables; `value` and `holds` may be called.
    - `is_proven`: it has them, and none better are possible.
    - `is_impossible`: that there are none is proven.
    """

    is_found: bool
    is_proven: bool
    is_impossible: bool
    _solver: cp_model.CpSolver

    def value(self, variable: cp_model.IntVar) -> int:
        """Returns the value of a variable."""
        return self._solver.value(variable)

    def holds(self, variable: cp_model.IntVar) -> bool:
        """True if a yes-or-no variable is yes."""
        return self._solver.boolean_value(variable)

    def sum_of(self, terms: Iterable[cp_model.LinearExpr]) -> int:
        """Returns the sum of linear terms with these values."""
        return sum(self._solver.value(term) for term in terms)

    def bound(self) -> float:
        """Returns the bound of the objective."""
        return self._solver.best_objective_bound

    def work(self) -> float:
        """Returns the work that the answer took, in the units of `solve`."""
        return self._solver.response_proto.deterministic_time

    def core_assumptions(self) -> frozenset[int]:
        """Returns the indices of the assumptions that a proof of impossibility needed."""
        return frozenset(self._solver.sufficient_assumptions_for_infeasibility())


def new_model() -> cp_model.CpModel:
    """Returns an empty model. Raises Refused (`part.missing`) if OR-Tools is not installed."""
    try:
        from arrowswitch.core import cp_model
    except ModuleNotFoundError as error:
        raise Refused.of("part.missing", part="ortools", extra="league") from error
    return cp_model.CpModel()


def domain_of(values: Iterable[int]) -> cp_model.Domain:
    """Returns the values that a variable may have."""
    from arrowswitch.core import cp_model

    return cp_model.Domain.from_values(list(values))


def solve(
    model: cp_model.CpModel,
    work: float,
    seed: int = USUAL_SEED,
    *,
    seconds: float | None = None,
    running: Callable[[Callable[[], None] | None], None] | None = None,
) -> SolverAnswer:
    """Returns the solver's answer to a model within `work` (its deterministic time, in about seconds).

    With `seconds` the answer is no later than that, and then no longer the same on every machine. `running` receives a
    function that stops the solver from another thread while it works, and None afterwards.
    """
    from arrowswitch.core import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = work
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(seconds, 0.0)
    if running is not None:
        running(solver.stop_search)
    try:
        status = solver.solve(model)
    finally:
        if running is not None:
            running(None)
    is_proven = status == cp_model.OPTIMAL
    return SolverAnswer(is_proven or status == cp_model.FEASIBLE, is_proven, status == cp_model.INFEASIBLE, solver)
