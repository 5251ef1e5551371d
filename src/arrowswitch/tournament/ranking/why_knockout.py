"""Why a team has its place in a knockout: the matches it has won, and how many came further.

JCBL director's manual 3.3, lines 1762-1772. The result of a match is explained by `why_match`.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.arithmetic import sum_text
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.standings.session import standings

KNOCKOUT_CLAUSE = "JCBL manual, lines 1762-1772: who wins a match goes on, who loses is out"


def why_wins(state: EventState, letter: SectionLetter, number: Number) -> Explanation:
    """Returns how the matches won of a team in a knockout add up; raises NotFound (`numbers.none`)."""
    stands = knockout(state, letter)
    if stands is None or number not in stands.bracket.teams:
        raise NotFound.of("numbers.none", number=number, section=letter)
    steps: list[Step] = []
    wins: list[Fraction] = []
    for match in stands.matches:
        others = [one for one in match.teams if one not in (None, number)]
        if number in match.order:
            is_won = match.order[:1] == (number,)
            wins.append(Fraction(is_won))
            code = "bye" if not others else "won" if is_won else "lost"
            params: dict[str, ParamValue] = {"match": match.number, "opponents": ", ".join(map(str, others))}
            steps.append(amount_step(f"explain.knockout-{code}", wins[-1], params, KNOCKOUT_CLAUSE))
    total = sum(wins, Fraction(0))
    steps.append(amount_step("explain.total-sum", total, {"formula": sum_text(wins)}, KNOCKOUT_CLAUSE))
    return Explanation(number, None, tuple(steps), total)


def why_place(state: EventState, session: SessionNumber, number: Number) -> Explanation:
    """Returns why a team has its place in a knockout; raises NotFound (`scoring.not-ranked`)."""
    row = standings(state, session).of(number)
    if row is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    params: dict[str, ParamValue] = {"n": row.rank - 1, "rank": row.rank}
    code = "shared" if row.is_tied else "place"
    step = Step(f"explain.knockout-{code}", params, Fraction(row.rank), KNOCKOUT_CLAUSE)
    return Explanation(number, None, (step,), Fraction(row.rank))
