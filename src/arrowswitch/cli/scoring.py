"""`score` and `explain`: a file's ranking and boards, and how one score came about."""

from __future__ import annotations

import argparse
from typing import cast

from arrowswitch.cli.context import Context
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.cli.score_output import print_standings, standings_plain
from arrowswitch.cli.sources import ScoredSource, Source, read_source, score_source
from arrowswitch.cli.team_scoring import print_teams, score_team_source, team_method, teams_plain
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.explain import Explanation, Step, explain_line, explain_rank, explain_total


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    score = commands.add("score", _score)
    _add_source(score)
    explain = commands.add("explain", _explain)
    _add_source(explain)
    explain.add_argument("--board", type=int, help=explain.words("cli.explain.board"))
    who = explain.add_mutually_exclusive_group(required=True)
    who.add_argument("--ns", metavar="N", help=explain.words("cli.explain.ns"))
    who.add_argument("--ew", metavar="N", help=explain.words("cli.explain.ew"))


def _add_source(parser: Parser) -> None:
    parser.add_argument("file", help=parser.words("cli.score.file"))
    parser.add_argument("--method", help=parser.words("cli.score.method-help"))
    parser.add_argument("--regulations", metavar="NAME", help=parser.words("cli.score.regulations"))
    parser.add_argument("--session", type=int, metavar="N", help=parser.words("cli.score.session"))
    parser.add_argument("--scale", metavar="NAME", help=parser.words("cli.score.scale"))
    parser.add_argument("--table", metavar="FILE", help=parser.words("cli.score.table"))


def _scored(options: argparse.Namespace, context: Context) -> ScoredSource:
    return _scored_pairs(options, context, read_source(context, options.file, options.session))


def _scored_pairs(options: argparse.Namespace, context: Context, source: Source) -> ScoredSource:
    given = {"method": options.method, "rules": options.regulations, "scale": options.scale, "table": options.table}
    return score_source(context, source, **given)


def _score(options: argparse.Namespace, context: Context) -> int:
    source = read_source(context, options.file, options.session)
    method = team_method(source, options.method)
    if method is not None:
        teams = score_team_source(context, source, method, rules=options.regulations, scale=options.scale)
        if context.is_json:
            context.json(teams_plain(context, teams))
        else:
            print_teams(context, teams)
        return 0
    scored = _scored_pairs(options, context, source)
    if context.is_json:
        context.json(standings_plain(context, scored))
    else:
        print_standings(context, scored)
    return 0


def _explain(options: argparse.Namespace, context: Context) -> int:
    scored = _scored(options, context)
    side = Side.NS if options.ns is not None else Side.EW
    number = _number(scored, cast(str, options.ns if side is Side.NS else options.ew), side)
    standings, session, rules = scored.standings, scored.session, scored.regulations
    if options.board is not None:
        told = [explain_line(standings, session, rules, options.board, number)]
    else:
        told = [explain_total(standings, session, rules, number), explain_rank(standings, rules, number)]
    if context.is_json:
        context.json(_plain(context, told, number, options.board))
    else:
        _print(context, told)
    return 0


def _number(scored: ScoredSource, text: str, side: Side) -> Number:
    """Returns the contestant named by a number as written, or with its direction (`7` for `NS7`).

    Raises NotFound (`cli.explain.no-number`).
    """
    known = {one.number for one in scored.source.results.contestants} | set(scored.session.ranked)
    wanted = text.strip().upper()
    for candidate in (wanted, f"{side}{wanted}", wanted.lstrip("0")):
        if candidate in known:
            return Number(candidate)
    raise NotFound.of("cli.explain.no-number", number=text)


def _print(context: Context, told: list[Explanation]) -> None:
    for explanation in told:
        for step in explanation.steps:
            text = context.text(step.code, **step.params)
            context.line(f"{text}  [{step.clause}]" if step.clause else text)
        if explanation.board is not None:
            result = "–" if explanation.result is None else plain_string(explanation.result)
            context.say("cli.explain.result", points=result)


def _plain(context: Context, told: list[Explanation], number: Number, board: int | None) -> dict[str, object]:
    steps = [_step(context, step) for explanation in told for step in explanation.steps]
    result = told[0].result
    points = None if result is None else plain_string(result)
    return {"number": number, "board": board, "points": points, "steps": steps}


def _step(context: Context, step: Step) -> dict[str, object]:
    return {
        "code": step.code,
        "text": context.text(step.code, **step.params),
        "value": None if step.value is None else plain_string(step.value),
        "clause": step.clause,
    }
