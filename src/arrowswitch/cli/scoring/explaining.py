"""`explain`: how one number came about, step by step, with the rule cited and the ledger entries behind it."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.cli.scoring.event_scoring import matches_state
from arrowswitch.cli.scoring.explaining_matches import AskedNumber, explain_event, explain_teams
from arrowswitch.cli.scoring.numbers import NUMBERS
from arrowswitch.cli.scoring.sources import FileToScore, ScoredSource, number_named, read_source, score_source
from arrowswitch.cli.scoring.team_scoring import team_method
from arrowswitch.core.awards.explain import explain_award
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.arithmetic import operand
from arrowswitch.core.scoring.explain import explain_line, explain_rank, explain_total
from arrowswitch.core.scoring.steps import Explanation, Step
from arrowswitch.formats.reading import text_of
from arrowswitch.i18n.proposed import proposed_in
from arrowswitch.regulations.wording import clause_in
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.views import HistoryRow
from arrowswitch.tournament.ranking.event_total import why_brought
from arrowswitch.tournament.ranking.why import board_entries, contestant_entries
from arrowswitch.tournament.scored.lines import section_number


def scored_pairs(options: argparse.Namespace, console: Console, source: FileToScore) -> ScoredSource:
    """Returns pairs or single players scored as the options of `score` and `explain` ask for."""
    wishes = {
        "method": options.method,
        "rules": options.regulations,
        "scale": options.scale,
        "table": options.table,
        "datums": options.datums,
    }
    return score_source(console, source, **wishes)


def explain_number(options: argparse.Namespace, console: Console) -> None:
    """Explains a number."""
    source = read_source(console, options.file, options.session)
    number_name = next(name for name in NUMBERS if getattr(options, name) is not None)
    if number_name != "masterpoints" and _explain_matches(options, console, source, number_name):
        return
    scored = scored_pairs(options, console, source)
    side = Side(number_name.upper()) if number_name in ("ns", "ew") else None
    number = _number(scored, getattr(options, number_name), side)
    board = options.board if number_name in ("ns", "ew") else None
    explanations = _explain_number(scored, number_name, number, board, options.game_class, side)
    entries = _entries(console, options.file, scored, number, board)
    if console.is_json:
        console.json(_plain(console, explanations, number, board, entries))
    else:
        _print(console, explanations, entries)


def _explain_matches(options: argparse.Namespace, console: Console, source: FileToScore, number_name: str) -> bool:
    """Explains a number of a file that is ranked by its matches. Returns False for any other file."""
    state, method = matches_state(source, options.method), team_method(source, options.method)
    what = AskedNumber(
        number=getattr(options, number_name),
        board=options.board if number_name in ("ns", "ew") else None,
        is_rank=number_name == "rank",
        is_total=number_name == "total",
    )
    if state is not None:
        number, explanations = explain_event(console, source, state, what, options.regulations, options.scale)
    elif method is not None:
        number, explanations = explain_teams(console, source, method, what, options.regulations, options.scale)
    else:
        return False
    if console.is_json:
        console.json(_plain(console, explanations, number, what.board, ()))
    else:
        _print(console, explanations, ())
    return True


def _explain_number(
    scored: ScoredSource, number_name: str, number: Number, board: int | None, game_class: int | None, side: Side | None
) -> list[Explanation]:
    standings, session, rules = scored.standings, scored.session, scored.regulations
    if board is not None:
        return [explain_line(standings, session, rules, board, number, side)]
    if number_name == "rank":
        return [explain_rank(standings, rules, number)]
    if number_name == "masterpoints":
        return [_award(scored, number, game_class)]
    total = explain_total(standings, session, rules, number)
    of_total = [total, *_explain_carry_over(scored, number)]
    return of_total if number_name == "total" else [*of_total, explain_rank(standings, rules, number)]


def _explain_carry_over(scored: ScoredSource, number: Number) -> list[Explanation]:
    """Returns the explanation of the total with the carry-over: of a final of ours, scored by its own method."""
    state, session = scored.source.state, scored.source.session
    if state is None or state.settings.scoring.method.value != scored.standings.method:
        return []
    letter, in_section = section_number(state.session(session), number)
    explanation = why_brought(state, Place(session, letter), in_section)
    return [] if explanation is None else [explanation]


def _award(scored: ScoredSource, number: Number, game_class: int | None) -> Explanation:
    """Returns how masterpoints came about. Raises Refused (`cli.explain.no-class`) where no class is known."""
    state = scored.source.state
    class_given = game_class if game_class is not None or state is None else state.settings.awards.master_point_class
    if class_given is None:
        raise Refused.of("cli.explain.no-class")
    standing = scored.standings.of(number)
    if standing is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    ranks = [row.rank for row in scored.standings.in_field(standing.field)]
    return explain_award(number, class_given, ranks, standing.rank)


def _number(scored: ScoredSource, text: str, side: Side | None) -> Number:
    """Returns the contestant named by a number as written, or with its direction (`7` for `NS7`).

    Raises NotFound: `cli.explain.no-number`, and `cli.explain.other-side` for a contestant of the other direction than
    the requested `side`.
    """
    numbers = {one.number for one in scored.source.results.contestants} | set(scored.session.ranked_numbers)
    number = number_named(text, numbers, side or Side.NS)
    direction = scored.session.directions.get(number)
    if side is not None and direction not in (None, side):
        raise NotFound.of("cli.explain.other-side", number=number, side="-".join(str(direction)))
    return number


def _entries(
    console: Console, file: str, scored: ScoredSource, number: Number, board: int | None
) -> tuple[HistoryRow, ...]:
    """Returns the ledger entries behind a number of an event file of ours; none for other files, nor for the standard
    input, which is read only once."""
    state = scored.source.state
    if state is None or file == "-":
        return ()
    ledger, session = event_file.load(text_of(read_file(console, file))), scored.source.session
    if board is not None:
        return board_entries(ledger, session, board)
    letter, in_section = section_number(state.session(session), number)
    return contestant_entries(ledger, Place(session, letter), in_section)


def _print(console: Console, explanations: list[Explanation], entries: tuple[HistoryRow, ...]) -> None:
    for explanation in explanations:
        for step in explanation.steps:
            text = console.text(step.code, **step.params)
            console.line(f"{text}  [{_clause(console, step)}]" if step.clause else text)
        if explanation.board is not None:
            result = "–" if explanation.result is None else operand(explanation.result)
            console.say("cli.explain.result", points=result)
    if any(explanation.is_rounded for explanation in explanations):
        console.say("explain.two-decimals")
    if entries:
        console.line()
        console.say("cli.explain.entries")
    for row in entries:
        what = " ".join(console.problem(one) for one in row.what)
        code = "cli.explain.entry-because" if row.reason else "cli.explain.entry"
        at = f"{row.at:%Y-%m-%d %H:%M}"
        reason = proposed_in(row.reason, console.locale)
        console.say(code, seq=row.seq, at=at, author=row.author or "–", what=what, reason=reason)


def _plain(
    console: Console,
    explanations: list[Explanation],
    number: Number,
    board: int | None,
    entries: tuple[HistoryRow, ...],
) -> dict[str, object]:
    steps = [_step(console, step) for explanation in explanations for step in explanation.steps]
    result = explanations[0].result
    points = None if result is None else plain_string(result)
    rows = [_entry(console, row) for row in entries]
    return {"number": number, "board": board, "points": points, "steps": steps, "entries": rows}


def _entry(console: Console, row: HistoryRow) -> dict[str, object]:
    return {
        "seq": row.seq,
        "at": row.at.isoformat(),
        "author": row.author,
        "device": row.device,
        "reason": row.reason,
        "what": [console.problem(one) for one in row.what],
        "undone": row.is_undone,
    }


def _step(console: Console, step: Step) -> dict[str, object]:
    return {
        "code": step.code,
        "text": console.text(step.code, **step.params),
        "value": None if step.value is None else plain_string(step.value),
        "exact": None if step.value is None else str(step.value),
        "exact_text": console.text(step.code, **step.exact_params),
        "clause": _clause(console, step),
    }


def _clause(console: Console, step: Step) -> str:
    return clause_in(step.clause, console.locale.value)
