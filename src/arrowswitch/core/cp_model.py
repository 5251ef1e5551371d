"""Models of CP-SAT on the compiled part of OR-Tools alone.

`ortools.sat.python.cp_model` imports pandas (84 MB) for methods that this program does not call. This module has the
methods that it does call, with the same names and the same models, so that answers are the same to the last value.
Import it late: it takes longer to load than the start of the program.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model_helper as compiled
from ortools.util.python import sorted_interval_list  # type: ignore[import-untyped]  # it has no types

IntVar = compiled.IntVar
LinearExpr = compiled.LinearExpr
Comparison = compiled.BoundedLinearExpression
Domain = sorted_interval_list.Domain
OPTIMAL = compiled.CpSolverStatus.OPTIMAL
FEASIBLE = compiled.CpSolverStatus.FEASIBLE
INFEASIBLE = compiled.CpSolverStatus.INFEASIBLE

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, LinearExprT
else:
    Literals = IntVar | bool | Iterable[IntVar | bool]

    class CpModel(compiled.CpBaseModel):
        """A model: variables, constraints, an objective, hints and assumptions."""

        def __init__(self) -> None:
            super().__init__(None)

        def clone(self) -> CpModel:
            """Returns a copy that can be changed by itself; variables of the one are variables of the other."""
            copied = CpModel()
            copied.model_proto.copy_from(self.model_proto)
            copied.rebuild_constant_map()
            return copied

        def new_int_var(self, lowest: int, highest: int, name: str) -> IntVar:
            """Returns a new variable with a value from `lowest` to `highest`."""
            return IntVar(self.model_proto).with_name(name).with_domain(Domain(lowest, highest))

        def new_bool_var(self, name: str) -> IntVar:
            """Returns a new yes-or-no variable."""
            return self.new_int_var(0, 1, name)

        def add(self, constraint: Comparison | bool) -> compiled.Constraint:
            """Adds a comparison of linear expressions, or one that is plainly true or false."""
            if isinstance(constraint, Comparison):
                return self._add_bounded_linear_expression(constraint)
            if self.is_boolean_value(constraint):
                return self.add_bool_or([True] if constraint else [])
            raise TypeError(f"not a comparison: {type(constraint).__name__}")

        def add_linear_expression_in_domain(self, expression: LinearExpr, domain: Domain) -> compiled.Constraint:
            """Adds that an expression has one of the values of a domain."""
            return self._add_bounded_linear_expression(Comparison(expression, domain))

        def add_linear_constraint(self, expression: LinearExpr | int, lowest: int, highest: int) -> compiled.Constraint:
            """Adds that an expression is from `lowest` to `highest`."""
            if isinstance(expression, LinearExpr):
                return self.add_linear_expression_in_domain(expression, Domain(lowest, highest))
            return self.add_bool_or([True] if lowest <= expression <= highest else [])

        def add_bool_or(self, *literals: Literals) -> compiled.Constraint:
            """Adds that one literal at least holds."""
            return self._add_bool_argument_constraint(compiled.BoolArgumentConstraint.bool_or, *literals)

        def add_at_most_one(self, *literals: Literals) -> compiled.Constraint:
            """Adds that one literal at most holds."""
            return self._add_bool_argument_constraint(compiled.BoolArgumentConstraint.at_most_one, *literals)

        def add_exactly_one(self, *literals: Literals) -> compiled.Constraint:
            """Adds that exactly one literal holds."""
            return self._add_bool_argument_constraint(compiled.BoolArgumentConstraint.exactly_one, *literals)

        def minimize(self, expression: LinearExpr | int) -> None:
            """Sets the objective: the least value of a linear expression of whole numbers."""
            self.model_proto.clear_objective()
            objective = self.model_proto.objective
            objective.scaling_factor = 1.0
            if not isinstance(expression, LinearExpr):
                objective.offset = int(expression)
                return
            flat = compiled.FlatIntExpr(expression)
            for variable in flat.vars:
                objective.vars.append(variable.index)
            objective.offset = flat.offset
            objective.coeffs.extend(flat.coeffs)

        def add_hint(self, variable: IntVar, value: int) -> None:
            """Adds the value of a variable that the solver tries first."""
            hint = self.model_proto.solution_hint
            hint.vars.append(variable.index)
            hint.values.append(int(value))

        def add_assumptions(self, literals: Iterable[IntVar]) -> None:
            """Adds literals that hold; a proof of impossibility names those that it needed."""
            for literal in literals:
                self.model_proto.assumptions.append(self.get_or_make_boolean_index(literal))

    class CpSolver:
        """Solves one model."""

        def __init__(self) -> None:
            self.parameters = compiled.SatParameters()
            self.response_proto = None
            self._search = None
            self._lock = threading.Lock()

        def solve(self, model: CpModel) -> compiled.CpSolverStatus:
            """Solves a model and returns the status."""
            search = compiled.SolveWrapper()
            with self._lock:
                self._search = search
            search.set_parameters(self.parameters)
            self.response_proto = search.solve(model.model_proto)
            with self._lock:
                self._search = None
            return self.response_proto.status

        def stop_search(self) -> None:
            """Stops the search from another thread."""
            with self._lock:
                if self._search is not None:
                    self._search.stop_search()

        def value(self, expression: LinearExpr) -> int:
            """Returns the value of a linear expression."""
            return compiled.ResponseHelper.value(self.response_proto, expression)

        def boolean_value(self, literal: IntVar) -> bool:
            """Returns the value of a literal."""
            return compiled.ResponseHelper.boolean_value(self.response_proto, literal)

        @property
        def best_objective_bound(self) -> float:
            """The bound that the objective cannot pass."""
            return self.response_proto.best_objective_bound

        def sufficient_assumptions_for_infeasibility(self) -> list[int]:
            """Returns the indices of the assumptions that a proof of impossibility needed."""
            return compiled.ResponseHelper.sufficient_assumptions_for_infeasibility(self.response_proto)


__all__ = [
    "FEASIBLE", "INFEASIBLE", "OPTIMAL", "CpModel", "CpSolver", "Domain", "IntVar", "LinearExpr", "LinearExprT",
]  # fmt: skip
