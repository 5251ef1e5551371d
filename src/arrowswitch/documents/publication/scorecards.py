"""A contestant's scorecard on its page of a result package: board by board with par and the field's average, the
balance against both, the results as declarer and as defender, and round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from arrowswitch.core.contestants import side_text
from arrowswitch.documents.entries.names import side_names
from arrowswitch.documents.frame import Model
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication import plots
from arrowswitch.documents.publication.boards import board_page
from arrowswitch.documents.publication.comparison import (
    Balance,
    ComparedLine,
    RoleResult,
    balance,
    compared_lines,
    field_average,
    roles,
)
from arrowswitch.documents.publication.material import Material, Part
from arrowswitch.documents.publication.people import CardOwner
from arrowswitch.documents.publication.won import Won, signed_text, worth_text
from arrowswitch.documents.ranking import private_scores
from arrowswitch.documents.ranking.ranked import points_text
from arrowswitch.documents.slot import result_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.views import PrivateView


def scorecard_parts(made: Material, owner: CardOwner, words: Words) -> Iterator[Part]:
    """Yields the scorecards of a contestant, a session after the other."""
    labels = words.labels(
        "package", "score", "points", "percent", "par", "average", "board-column", "roles", "boards-count",
        "role-tricks", "role-tricks-how", "against-par", "against-average", "balance-how"
    )  # fmt: skip
    labels |= words.labels("private", "round", "vul", "vs", "contract", "total", "rank", "penalty")
    for place, number in owner.places:
        view = made.privates.get((place.session, place.section, number))
        if view is None:
            continue
        title = words("package.session", n=place.session) if len(made.state.sessions) > 1 else ""
        session = place.session
        sheet = _scorecard(made, made.of_session(session), view, words)
        yield Part(kind="card", sheet=sheet, labels=labels, session=session, title=title)
        drawn = plots.evening(view, made.of_session(session), words)
        if drawn is not None:
            yield Part(kind="evening", sheet=drawn, labels=plots.plot_labels(words), session=session)


def _scorecard(made: Material, job: PrintJob, view: PrivateView, words: Words) -> Model:
    analyses = made.analyses(job.session)
    averages = {one.board: field_average(one) for one in made.travellers[job.session]}
    compared = compared_lines(view.lines, averages, analyses)
    sheet = private_scores.score_sheet(job, view, words)
    split = roles(view.lines, analyses)
    return {
        **{name: sheet[name] for name in ("section", "number", "total", "percent", "rank", "penalty", "notes")},
        "has_par": bool(analyses),
        "has_percent": any(line.points is not None and line.points.percent is not None for line in view.lines),
        "rounds": tuple(_rounds(compared, job, words)),
        "balances": tuple(_balances(compared, words)),
        "roles": tuple(_role(role, job, words) for role in split),
        "has_tricks": any(role.tricks is not None for role in split),
    }


def _rounds(compared: Sequence[ComparedLine], job: PrintJob, words: Words) -> Iterator[Model]:
    """Yields the boards against the same opponents together, in the order of play, with their sum."""
    groups = groupby(compared, key=lambda one: (one.line.cell.slot.round, one.line.opponents.numbers))
    for (number, opponents), group in groups:
        lines = tuple(group)
        won = Won.on(one.line.points for one in lines)
        yield {
            "round": str(number),
            "opponents": side_text(opponents),
            "names": side_names(lines[0].line.opponents.entries, words),
            "worth": "" if won is None or len(lines) < 2 else _won_text(won, job, words),
            "lines": tuple(_line(one, job, words) for one in lines),
        }


def _line(compared: ComparedLine, job: PrintJob, words: Words) -> Model:
    line = compared.line
    cell, points = line.cell, line.points
    plus, minus = private_scores.side_score(line, words)
    return {
        "board": str(cell.slot.board),
        "page": board_page(cell.slot.session, cell.slot.board),
        "vulnerable": words(f"private.vul-{cell.vulnerability.value}"),
        "result": result_text(cell, words),
        "plus": plus,
        "minus": minus,
        "points": "" if points is None else points_text(points.points, job),
        "worth": worth_text(points, job, words),
        "par": _standard(compared.par, compared.above_par),
        "average": _standard(compared.average, compared.above_average),
    }


def _standard(standard: int | None, difference: int | None) -> Model:
    """Returns a score to compare with, and the difference from it."""
    return {
        "score": "" if standard is None else signed_text(str(standard)),
        "difference": "" if difference is None else signed_text(str(difference)),
        "sign": "" if not difference else "up" if difference > 0 else "down",
    }


def _balances(compared: Sequence[ComparedLine], words: Words) -> Iterator[Model]:
    for name, differences in (
        ("par", [one.above_par for one in compared]),
        ("average", [one.above_average for one in compared]),
    ):
        counted = balance(differences)
        if counted.boards:
            yield {"label": words(f"package.against-{name}"), **_shares(counted)}


def _shares(counted: Balance) -> Mapping[str, str]:
    return {"above": str(counted.above), "level": str(counted.level), "below": str(counted.below)}


def _role(role: RoleResult, job: PrintJob, words: Words) -> Model:
    return {
        "name": words(f"package.role-{role.name}") if not role.seat else role.seat,
        "is_part": "yes" if role.seat else "",
        "boards": str(role.boards),
        "worth": "" if role.won is None else _won_text(role.won, job, words),
        "tricks": "" if role.tricks is None else signed_text(str(role.tricks)),
    }


def _won_text(won: Won, job: PrintJob, words: Words) -> str:
    text = won.text(job, words)
    return text if won.top else signed_text(text)
