"""The results of one session in a file: the output of every reader and the input of every writer.

In addition to the lines for scoring it contains the rest of the file: contracts, names, the numbers another program
published, deals. Points and totals here are that program's, never ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import PassedOut, Played, TableResult
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string, written_rank
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, format_entry
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.results.submission import NO_SUBMISSION, Submission


@dataclass(frozen=True, slots=True)
class FileContestant:
    """A pair or player of the file, with what the file publishes about them (None where it is silent).

    `adjustment` is what is added to the sum of the points, less than nothing for a penalty; `master_points` are those
    of each member.

    `number` is the session number as the whole file uses it (`7`, `NS7`, `A7`); `direction` is set where two fields
    are ranked.
    """

    number: Number
    names: tuple[str, ...] = ()
    direction: Side | None = None
    section: str = ""
    ids: tuple[str, ...] = ()
    total: Fraction | None = None
    percent: Fraction | None = None
    rank: int | None = None
    is_tied: bool = False
    adjustment: Fraction | None = None
    master_points: Fraction | None = None

    @property
    def place(self) -> str:
        """Returns the rank as written in files (`3=`); empty without one."""
        return "" if self.rank is None else written_rank(self.rank, is_tied=self.is_tied)


@dataclass(frozen=True, slots=True)
class FileLine:
    """One result: the line for scoring, and further facts in the file.

    `result` is the result at the table, None if it is not known or nothing was played. `where` is the place in the
    file. `record` is the auction and the play, as far as the file contains them.
    """

    line: Line
    result: TableResult | None = None
    section: str = ""
    round: int | None = None
    table: int | None = None
    lead: str = ""
    ns_points: Fraction | None = None
    ew_points: Fraction | None = None
    where: str = ""
    record: TableRecord | None = None

    @property
    def score(self) -> int | None:
        """Returns the score for North-South when both sides have the same table score, else None."""
        ns, ew = self.line.ns_outcome, self.line.ew_outcome
        return ns.ns if isinstance(ns, TableScore) and ns == ew else None

    @property
    def award(self) -> str:
        """Returns the artificial score that replaces one score for both sides (`A+/A-`, `NP`)."""
        return format_entry(SlipEntry(None, self.line.ns_outcome, self.line.ew_outcome))

    @property
    def numbers(self) -> tuple[str, str]:
        """Returns the numbers North-South and East-West; single players are joined (`3+8`)."""
        return "+".join(self.line.ns), "+".join(self.line.ew)

    @property
    def contract_played(self) -> Played | None:
        """Returns the contract with its tricks; None if none was played or it is not known."""
        return self.result if isinstance(self.result, Played) else None

    @property
    def contract(self) -> str:
        """Returns the contract (`4SX`) or `PASS`, empty when none is known."""
        if self.contract_played is not None:
            return format_contract(self.contract_played.contract)
        return "PASS" if isinstance(self.result, PassedOut) else ""


@dataclass(frozen=True, slots=True)
class FileTeam:
    """A team of the file: its pairs by their numbers, and what the file publishes about it.

    `adjustment` is what is added to its total, less than nothing for a penalty.
    """

    number: Number
    name: str = ""
    pairs: tuple[Number, ...] = ()
    total: Fraction | None = None
    rank: int | None = None
    is_tied: bool = False
    adjustment: Fraction | None = None


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match of two teams in the file, with the IMPs by board and the points that it publishes."""

    first: Number
    second: Number
    round: int | None = None
    boards: tuple[BoardNumber, ...] = ()
    imps: Mapping[BoardNumber, int] = field(default_factory=dict, hash=False)
    points: tuple[Fraction | None, Fraction | None] = (None, None)

    @property
    def teams(self) -> frozenset[Number]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """All that was read from a file of results.

    Files of team events have `teams` and their `matches` in addition to the pairs; `team_method` is the scoring of
    matches, `is_by_vp` is True if they are scored in victory points; both are None if the file is silent. `scale` names
    that of victory points. `method` is the scoring of its boards, if the file names it; None: as matches of teams.
    `winners` is 1 or 2 rankings, by the file or by the seats. `deals` are PBN deal strings by board, `tricks` the
    double-dummy tricks of declarers, as `tricks_text` writes them. `notes` are what a reader should know: guesses made,
    parts left out. `submission` is what the federation asks of an upload.
    """

    source: str
    lines: tuple[FileLine, ...] = ()
    contestants: tuple[FileContestant, ...] = ()
    winners: int = 1
    method: Method | None = Method.MATCHPOINTS
    kind: ContestantKind = ContestantKind.PAIR
    event: str = ""
    date: str = ""
    venue: str = ""
    program: str = ""
    program_version: str = ""
    deals: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    tricks: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    notes: tuple[Problem, ...] = ()
    teams: tuple[FileTeam, ...] = ()
    matches: tuple[FileMatch, ...] = ()
    team_method: TeamMethod | None = None
    is_by_vp: bool | None = None
    scale: str = ""
    submission: Submission = NO_SUBMISSION

    @property
    def method_name(self) -> str:
        """Returns the method as spelled in files."""
        return "teams" if self.method is None else self.method.value

    @property
    def boards(self) -> tuple[BoardNumber, ...]:
        """Returns the boards that have a result, in order."""
        return tuple(sorted({line.line.board for line in self.lines}))

    @property
    def fields(self) -> tuple[tuple[Number, ...], ...]:
        """Returns the numbers ranked together: one group, or North-South and East-West."""
        if self.winners == 1:
            return (tuple(contestant.number for contestant in self.contestants),)
        return tuple(
            tuple(contestant.number for contestant in self.contestants if contestant.direction is side) for side in Side
        )

    @property
    def contestants_by_rank(self) -> tuple[FileContestant, ...]:
        """Returns the contestants by rank, those without one last; one field after the other."""
        return tuple(sorted(self.contestants, key=lambda entry: (entry.direction or "", entry.rank or 10**6)))

    def on(self, board: BoardNumber) -> tuple[FileLine, ...]:
        """Returns the results of a board in the order of the file."""
        return tuple(line for line in self.lines if line.line.board == board)

    def contestant(self, number: Number) -> FileContestant | None:
        """Returns the contestant with `number`, or None."""
        return next((one for one in self.contestants if one.number == number), None)


def amount_text(amount: Fraction | None) -> str:
    """Returns an amount that a file publishes as text, empty where it is silent."""
    return "" if amount is None else plain_string(amount)
