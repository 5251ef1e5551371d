"""From a file named on the command line to a scored session.

The rules are those of `--regulations`; else an event's own; else those of `choose_rules`. The choice is printed as a
note.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, scale_named
from arrowswitch.cli.scoring.chosen_rules import choose_method, choose_rules
from arrowswitch.cli.scoring.event_results import results_of_event
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.json_text import plain_json
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import Scale, ScaleUnit
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.formats.detect import format_of, read_results
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.reading import text_of
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.formats.results.datums import read_datums
from arrowswitch.formats.results.differences import differences
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.scoring_input import scoring_input
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored import session as scored
from arrowswitch.tournament.standings.header import newest_session


@dataclass(frozen=True, slots=True)
class FileToScore:
    """The content of a file: results, and the event behind them when it is one of ours."""

    name: str
    results: ResultsFile
    state: EventState | None = None
    session: int = 1

    def scoring_input(self, method: Method | None = None) -> ScoringInput:
        """Returns the session to score, by `method` where that is another than the file's."""
        if self.state is None:
            return scoring_input(self.results, method)
        return scored.scoring_input(self.state, self.session)


@dataclass(frozen=True, slots=True)
class ScoredSource:
    """A file scored: by which rules, and what the reader should know (`notes`)."""

    source: FileToScore
    regulations: Regulations
    session: ScoringInput
    standings: Standings
    notes: tuple[Problem, ...]


def read_source(console: Console, name: str, session: int | None = None) -> FileToScore:
    """Returns the content of a file: an event file or any format of results.

    Raises the errors of the readers, NotFound (`event.no-session`) for a session that the event does not have, and
    those of `_results_of_session` for other files.
    """
    return source_of(read_file(console, name, Wanted.RESULTS), name, session)


def source_of(data: bytes, name: str, session: int | None = None) -> FileToScore:
    """Returns the content of a file's bytes; raises as `read_source`."""
    if is_event_file(data):
        text = text_of(data)
        state = state_of(event_file.load(text))
        number = session or _usual_session(state)
        results = results_of_event(state, number)
        notes = (*event_file.changes_outside(text), *results.notes)
        return FileToScore(name, replace(results, notes=notes), state, number)
    return FileToScore(name, read_results(data, name) if session is None else _results_of_session(data, name, session))


def _results_of_session(data: bytes, name: str, session: int) -> ResultsFile:
    """Returns the results of one session of a file of results.

    Raises Malformed (`csv.no-session`) for a CSV file without it, and Refused (`cli.score.one-session`) for a later
    session of another format, which holds one.
    """
    if format_of(data, name).name == "csv":
        return read_csv(data, str(session))
    if session != 1:
        raise Refused.of("cli.score.one-session", session=session)
    return read_results(data, name)


def _usual_session(state: EventState) -> int:
    """Returns the session whose ranking is meant where none is named: the newest with a result, whose table of matches
    holds those of the earlier ones too, and else the first."""
    if not form_of(state.settings).ranks_matches(state):
        return 1
    played = {slot.session for slot in state.results} | {slip.at.place.session for slip in state.matches.slips}
    return max(played, default=newest_session(state))


def score_source(
    console: Console,
    source: FileToScore,
    *,
    method: str | None,
    rules: str | None,
    scale: str | None = None,
    table: str | None = None,
    datums: str | None = None,
) -> ScoredSource:
    """Returns a file scored by `method`, else by the method that the file names.

    Where the file publishes numbers of its own by that method, each that differs is among the notes. `scale` names the
    victory points of methods that have some, `table` the file that instant matchpoints compare with, `datums` the file
    with the given ones; boards without one are noted. Raises Refused: `cli.score.no-datum` for datums and a method that
    compares with none, `cli.score.method`, `cli.score.file-method` for methods that come later, `cli.score.clashes`.
    """
    by = choose_method(source.results, method)
    chosen, why = rules_for(console, source, rules)
    if scale is not None:
        chosen = with_scale(chosen, scale_named(console, scale))
    elif source.state is None and source.results.scale:
        chosen = with_scale(chosen, regulations.load_scale(source.results.scale))
    session = source.scoring_input(by)
    if table is not None:
        session = replace(session, frequencies=read_frequencies(read_file(console, table)))
    own: tuple[Problem, ...] = ()
    if datums is not None:
        session = _with_datums(session, by, read_datums(read_file(console, datums)))
        own = tuple(_without_datum(session))
    standings = score_session(session, chosen, by)
    differing = differences(source.results, standings) if by is source.results.method else ()
    return ScoredSource(
        source=source,
        regulations=chosen,
        session=session,
        standings=standings,
        notes=(why, *source.results.notes, *own, *differing),
    )


def _with_datums(session: ScoringInput, method: Method, datums: Mapping[BoardNumber, Fraction]) -> ScoringInput:
    if method.boards not in (Method.BUTLER, Method.HOUSTON):
        raise Refused.of("cli.score.no-datum", method=method.value)
    return replace(session, datums=datums)


def _without_datum(session: ScoringInput) -> Iterator[Problem]:
    """Yields a note with the boards without a given datum: theirs is computed from their own results."""
    boards = sorted({line.board for line in session.lines} - set(session.datums))
    if boards:
        yield Problem("cli.score.own-datums", {"boards": ", ".join(map(str, boards))})


def number_named(text: str, numbers: Collection[Number], side: str = "") -> Number:
    """Returns the contestant named by a number as written, or with its direction before it.

    Raises NotFound (`cli.explain.no-number`).
    """
    wanted = text.strip()
    for candidate in (wanted, wanted.upper(), f"{side}{wanted.upper()}", wanted.lstrip("0")):
        if candidate in numbers:
            return Number(candidate)
    raise NotFound.of("cli.explain.no-number", number=text)


def with_scale(rules: Regulations, scale: Scale) -> Regulations:
    """Returns rules in which every method of pairs that makes victory points of the scale's unit uses it."""
    others = tuple(one for one in rules.scales if one.name != scale.name)
    swiss, scoring = rules.swiss_pairs, rules.scoring
    if scale.unit is ScaleUnit.PERCENT:
        swiss = replace(swiss, percent_scale=scale.name)
    else:
        swiss = replace(swiss, imps_scale=scale.name)
        scoring = replace(scoring, houston=replace(scoring.houston, scale=scale.name))
    return replace(rules, scales=(*others, scale), swiss_pairs=swiss, scoring=scoring)


def rules_for(console: Console, source: FileToScore, rules_name: str | None) -> tuple[Regulations, Problem]:
    """Returns the rules that a file is scored by, and the reason for them: an event's own where none are asked for."""
    if rules_name is None and source.state is not None:
        rules = rules_of(source.state)
        return rules, Problem("cli.rules.event", {"name": rules.name})
    return choose_rules(console, source.results, rules_name)


def is_event_file(data: bytes) -> bool:
    """True if a file is one of our event files, whole or damaged, as its beginning shows."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"{"):
        return False
    if event_file.FORMAT.encode() in head:
        return True
    try:
        plain = plain_json(data.decode("utf-8-sig"))
    except ValueError:
        return False
    return isinstance(plain, dict) and plain.get("format") == event_file.FORMAT
