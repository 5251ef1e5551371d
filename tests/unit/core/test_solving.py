"""How the solver is asked: the same question has the same answer every time, and what is not known is not claimed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from arrowswitch.core.solving import SolverAnswer, domain_of, new_model, solve

if TYPE_CHECKING:
    from arrowswitch.core import cp_model


def test_it_is_asked_with_one_worker_a_seed_and_a_limit_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from arrowswitch.core import cp_model  # noqa: PLC0415 - it loads the solver

    solvers: list[cp_model.CpSolver] = []
    real = cp_model.CpSolver.solve

    def listening(solver: cp_model.CpSolver, model: cp_model.CpModel) -> object:
        solvers.append(solver)
        return real(solver, model)

    monkeypatch.setattr(cp_model.CpSolver, "solve", listening)
    solve(new_model(), 5, 7)
    parameters = solvers[0].parameters
    assert (parameters.num_workers, parameters.random_seed, parameters.max_deterministic_time) == (1, 7, 5)


def test_the_best_answer() -> None:
    """2 x 3 + 1 = 7 is the most that an even number up to 4 and a yes can make."""
    model = new_model()
    even, is_on = model.new_int_var(0, 4, "even"), model.new_bool_var("on")
    model.add_linear_expression_in_domain(even, domain_of([0, 2, 3]))
    model.minimize(-2 * even - is_on)
    answer = solve(model, 5)
    assert (answer.is_found, answer.is_proven, answer.is_impossible) == (True, True, False)
    assert (answer.value(even), answer.holds(is_on), answer.bound()) == (3, True, -7)
    assert 0 <= answer.work() < 5


def test_a_proof_of_impossibility_names_what_it_needed() -> None:
    model = new_model()
    number = model.new_int_var(0, 9, "number")
    low, high, other = (model.new_bool_var(name) for name in ("low", "high", "other"))
    model.add(number <= 3).only_enforce_if(low)
    model.add(number >= 5).only_enforce_if(high)
    model.add(number <= 8).only_enforce_if(other)
    model.add_assumptions([low, high, other])
    answer = solve(model, 5)
    assert (answer.is_found, answer.is_proven, answer.is_impossible) == (False, False, True)
    assert answer.core_assumptions() == {low.index, high.index}


def test_without_work_nothing_is_claimed() -> None:
    model = new_model()
    boxes = [[model.new_bool_var("") for _ in range(30)] for _ in range(31)]
    for row in boxes:
        model.add_exactly_one(row)
    for column in zip(*boxes, strict=True):
        model.add(sum(column) <= 1)
    answer: SolverAnswer = solve(model, 0)
    assert (answer.is_found, answer.is_proven, answer.is_impossible) == (False, False, False)


def build(model: cp_model.CpModel, seed: int) -> cp_model.CpModel:
    """Returns a model with every kind of constraint that the program adds."""
    chance = random.Random(seed)
    literals, number = [model.new_bool_var(f"x{at}") for at in range(12)], model.new_int_var(0, 20, "y")
    model.add_exactly_one(literals[:4])
    model.add_at_most_one(literal for literal in literals[4:8])
    model.add_bool_or(~literals[0], literals[9])
    model.add(number >= sum(literals) - 1)
    model.add_linear_constraint(sum(chance.randrange(1, 5) * literal for literal in literals), 3, 14)
    model.add(sum(literals[8:]) <= 2).only_enforce_if(literals[1])
    model.add(True)
    model.add_hint(literals[2], value=True)
    model.add_hint(number, 3)
    model.minimize(2 * number + sum(chance.randrange(9) * literal for literal in literals) + 5)
    model.add_assumptions([literals[5]])
    return model


def test_models_are_those_of_the_library() -> None:
    """The same text of the model, and the same answer, as with the library's own Python layer, which needs pandas."""
    from ortools.sat.python import cp_model as theirs  # noqa: PLC0415 - it loads pandas

    own = new_model()
    build(own, 1)
    model = build(theirs.CpModel(), 1)
    assert str(own.model_proto) == str(model.proto)
    own_answer, answer = solve(own, 5), solve(model, 5)
    assert (own_answer.is_proven, own_answer.bound(), own_answer.work()) == (True, answer.bound(), answer.work())
