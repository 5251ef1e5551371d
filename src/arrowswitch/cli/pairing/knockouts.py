"""`draw --method knockout`: a bracket as it stands, with the matches that come next and the places."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, make_bracket
from arrowswitch.core.pairing.knockout.check import bracket_faults, knockout_faults
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, KnockoutResult, KnockoutRules
from arrowswitch.core.pairing.knockout.progress import FinalPlace, Knockout, stand
from arrowswitch.core.pairing.knockout.words import round_name, slot_name
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.formats.pairing.knockout_file import KnockoutFile, read_knockout_file
from arrowswitch.i18n.formats import format_number


def draw_knockout(options: argparse.Namespace, console: Console) -> None:
    """Prints the bracket of a knockout from its file, replayed by the independent checker first."""
    file = read_knockout_file(read_file(console, options.file))
    form = BracketForm(True) if options.double else file.form
    bracket = make_bracket(tuple(file.names), form)
    Refused.check(bracket_faults(bracket))
    knockout = _stand(file, bracket)
    Refused.check(knockout_faults(knockout))
    if options.pdf:
        pdf = console.services.bracket_sheet(knockout, file.name, file.names, console.locale)
        write_file(console, options.pdf, pdf)
    if console.is_json:
        console.json(_plain(file, knockout))
        return
    _print(console, file, knockout)
    if options.pdf:
        console.say("cli.draw.printed", name=options.pdf)


def _stand(file: KnockoutFile, bracket: Bracket) -> Knockout:
    """Returns the knockout. The sides of a result are known only after the matches before it have been counted."""
    rules = KnockoutRules(MatchRules(TeamMethod.IMPS, file.boards))
    placed: list[KnockoutResult] = []
    for entered in sorted(file.results, key=lambda result: result.match):
        result = entered.result(file.boards)
        if entered.is_of_two and entered.match <= len(bracket.matches):
            teams = stand(bracket, placed, rules, file.withdrawn).match(entered.match).teams
            if len(teams) == 2 and teams[0] is not None and teams[1] is not None:
                result = entered.result(file.boards, (teams[0], teams[1]))
        placed.append(result)
    return stand(bracket, placed, rules, file.withdrawn)


def _print(console: Console, file: KnockoutFile, knockout: Knockout) -> None:
    if file.name:
        console.line(file.name)
    columns = ["match", "stage", "first", "second"]
    if any(match.bracket.is_three_way for match in knockout.matches):
        columns.append("third")
    rows = [_row(console, file, knockout, match, len(columns) - 2) for match in knockout.matches]
    console.table("cli.draw.head-", [*columns, "imps", "state"], rows, right=(0,))
    if knockout.places:
        console.line()
        places = [(_place(console, place), file.names[place.number]) for place in knockout.places]
        console.table("cli.draw.head-", ("place", "team"), places)


def _row(console: Console, file: KnockoutFile, knockout: Knockout, match: KnockoutMatch, sides: int) -> tuple[str, ...]:
    teams = [
        file.names[number] if number is not None else console.problem(slot_name(knockout, slot))
        for number, slot in zip(match.teams, match.bracket.slots, strict=True)
    ]
    totals = [side.won + side.carried - side.penalty for side in match.sides]
    imps = " - ".join(format_number(total, console.locale) for total in totals) if match.compared else ""
    state = console.text(f"knockout.state.{match.state.value}")
    if match.goes_on:
        state = f"{state}: {', '.join(file.names[number] for number in match.goes_on)}"
    stage = console.problem(round_name(knockout.bracket, match.bracket))
    return str(match.number), stage, *teams, *[""] * (sides - len(teams)), imps, state


def _place(console: Console, place: FinalPlace) -> str:
    code = "knockout.place" if place.first == place.last else "knockout.places"
    return console.text(code, first=place.first, last=place.last)


def _plain(file: KnockoutFile, knockout: Knockout) -> dict[str, object]:
    return {
        "name": file.name,
        "double": knockout.bracket.form.is_double,
        "teams": [{"number": number, "name": file.names[number]} for number in knockout.bracket.teams],
        "matches": [_plain_match(match) for match in knockout.matches],
        "next": [match.number for match in knockout.next_matches],
        "places": [{"number": p.number, "first": p.first, "last": p.last, "match": p.match} for p in knockout.places],
        "winner": knockout.winner,
    }


def _plain_match(match: KnockoutMatch) -> dict[str, object]:
    return {
        "match": match.number,
        "stage": match.bracket.stage.value,
        "round": match.bracket.round,
        "from": [
            {"match": slot.match, "place": slot.place} if slot.match else {"seed": slot.place}
            for slot in match.bracket.slots
        ],
        "teams": list(match.teams),
        "state": match.state.value,
        "sides": [
            {
                "number": side.number,
                "imps": decimal_string(side.won),
                "carry_over": decimal_string(side.carried),
                "penalty": decimal_string(side.penalty),
                "lead": decimal_string(side.lead),
            }
            for side in match.sides
        ],
        "boards": {"compared": match.compared, "of": match.boards},
        "goes_on": list(match.goes_on),
        "order": list(match.order),
    }
