"""The report of an event to its federation, made from the state (R-310, R-320).

JCBL director's manual 3.3, lines 3914-3919. The list is the one by which masterpoints are awarded; the place over all
is next to it if there is such a list. A player who was sent out earns none (regulations summary, line 256).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from arrowswitch.core.awards.team_masterpoints import RoundWorth, TeamRecord
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.reporting.changes import changes_between
from arrowswitch.core.reporting.report import (
    MatchReported,
    NumberInSession,
    Report,
    ReportedContestant,
    ReportedEvent,
    ReportedField,
    ReportedPlayer,
    ReportedResult,
)
from arrowswitch.core.reporting.sums import Sums, sums_of, total_of_sessions
from arrowswitch.core.scoring.outcomes import SideOutcome, Weighted
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.slices.reporting import ReportReceived, ReportSent
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.ranking.award_rules import award_rules
from arrowswitch.tournament.ranking.divided import Field, field_of_event, overall
from arrowswitch.tournament.ranking.event_total import is_complete
from arrowswitch.tournament.ranking.result_lists import ResultRow, award_lists
from arrowswitch.tournament.ranking.team_awards import records_of_teams
from arrowswitch.tournament.reporting.decide import newest_sent, version_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import outcome_of, scored_number, scored_sides, section_number, sorted_entries
from arrowswitch.tournament.scored.match_rules import method_at_two_tables, scale_in_use
from arrowswitch.tournament.scored.session import scored_rows


@dataclass(frozen=True, slots=True)
class Letter:
    """The letterhead of a report in addition to the event: the club, the program with its version, and when it was
    made."""

    club: str = ""
    program: str = ""
    made_at: str = ""


def report_to_send(state: EventState, ledger: tuple[LedgerEntry, ...], letter: Letter) -> Report:
    """Returns the report of an event as it stands, with its version and what changed since the one that was sent last;
    the ledger is what the state was made of.

    Raises Refused (`prizes.no-results`) before the first result.
    """
    shows = shown_by(ledger)
    made = replace(report_of(state, letter), version=version_of(state, shows), seq=shows)
    newest = newest_sent(state)
    if newest is None or newest.shows == shows:
        return made
    before = report_of(state_of(ledger[: newest.shows]), letter)
    return replace(made, changes=changes_between(before, made))


def shown_by(ledger: tuple[LedgerEntry, ...]) -> int:
    """Returns the newest ledger entry that says more than what was noted of reports: what a report made now shows."""
    about = (ReportSent, ReportReceived)
    return next(entry.seq for entry in reversed(ledger) if not all(isinstance(fact, about) for fact in entry.facts))


def report_of(state: EventState, letter: Letter) -> Report:
    """Returns the report of an event as it stands; raises Refused (`prizes.no-results`) before the first result."""
    results, met = tuple(_results(state)), tuple(_matches(state))
    sums = sums_of(results, met)
    fields = tuple(_fields(state, sums))
    if not any(one.contestants for one in fields):
        raise Refused.of("prizes.no-results")
    return Report(
        event=_event(state),
        fields=fields,
        seq=state.seq,
        club=letter.club,
        program=letter.program,
        made_at=letter.made_at,
        is_provisional=not is_complete(state),
        corrections=state.publication.corrections,
        results=results,
        matches=met,
    )


def _event(state: EventState) -> ReportedEvent:
    settings = state.settings
    scale = scale_in_use(state) if form_of(settings).ranks_matches(state) else None
    team_method = method_at_two_tables(settings)
    return ReportedEvent(
        event_id=state.event_id,
        name=settings.name,
        date=settings.date,
        grade=settings.event_class,
        form=settings.event_form.value,
        kind=settings.kind,
        method=settings.scoring.method.value,
        regulations=settings.scoring.regulations,
        venue=settings.announcement.venue,
        sessions=len(state.sessions),
        director=settings.announcement.director,
        director_grade=""
        if settings.announcement.director_grade is None
        else settings.announcement.director_grade.value,
        game_class=settings.awards.master_point_class,
        is_office_points=rules_of(state).grades.has_office_points(settings.event_class),
        places_before=settings.awards.places_before,
        tied_awards=settings.awards.tied,
        rates=award_rules(state).rates,
        team_method="" if team_method is None else team_method.value,
        scale="" if scale is None else scale.name,
    )


def _fields(state: EventState, sums: Sums) -> Iterator[ReportedField]:
    places = _places(state)
    out = frozenset(
        (entry.entry_id, one.player)
        for one in state.rulings.expulsions
        if (entry := state.entry_at(one.place, one.number)) is not None
    )
    records, worth = _team_records(state)
    for every in award_lists(state):
        rows = [row for row in every if row.session]
        contestants = [
            _contestant(state, row, sums, places=places, out=out, record=records.get(row.number))
            for row in rows
            if row.entry is not None or row.standing.is_ranked
        ]
        round_worth = next((worth[row.number] for row in rows if worth.get(row.number)), None)
        yield ReportedField(
            contestants=tuple(contestants),
            by=_basis(contestants),
            boards=0 if round_worth is None else round_worth.boards,
            most=None if round_worth is None else round_worth.most,
        )


def _team_records(state: EventState) -> tuple[dict[Number, TeamRecord], dict[Number, RoundWorth | None]]:
    """Returns the record of each team that counts for masterpoints, and the worth of a round in its field."""
    records: dict[Number, TeamRecord] = {}
    worth: dict[Number, RoundWorth | None] = {}
    for rows, team_records, round_worth in records_of_teams(state, max(state.sessions)):
        for standing, record in zip(rows, team_records, strict=True):
            records[standing.number], worth[standing.number] = record, round_worth
    return records, worth


def _places(state: EventState) -> Mapping[tuple[SectionLetter, Number], Standing]:
    """Returns the standing in the list over all by section and number; empty if each side has its own list."""
    field: Field = field_of_event(state)
    lists = tuple(overall(field))
    if len(lists) != 1:
        return {}
    return {
        (field.contestants[row.number].section, field.contestants[row.number].number): row for row in lists[0].ranking
    }


def _contestant(
    state: EventState,
    row: ResultRow,
    sums: Sums,
    *,
    places: Mapping[tuple[SectionLetter, Number], Standing],
    out: frozenset[tuple[EntryId, str]],
    record: TeamRecord | None,
) -> ReportedContestant:
    standing = row.standing
    letter, number = section_number(state.session(row.session), row.number)
    sessions = tuple(_sessions(state, row))
    results = total_of_sessions(sessions, sums)
    place = places.get((letter, number))
    is_listed = place is not None and place.is_ranked
    return ReportedContestant(
        number=number,
        players=() if row.entry is None else tuple(_player(row, person, out) for person in row.entry.people),
        sessions=sessions,
        rank=standing.place if standing.is_ranked else 0,
        is_tied=standing.is_tied,
        total=standing.total,
        results=results,
        adjustment=standing.total - results,
        name="" if row.entry is None else row.entry.name,
        section=letter if len(state.session(row.session).sections) > 1 else "",
        side=standing.direction,
        percent=standing.percent,
        place=place.place if place is not None and is_listed else 0,
        is_place_tied=place is not None and is_listed and place.is_tied,
        wins=None if record is None else record.vp_won,
    )


def _player(row: ResultRow, person: Person, out: frozenset[tuple[EntryId, str]]) -> ReportedPlayer:
    is_out = row.entry is not None and (row.entry.entry_id, person.name) in out
    points = Fraction(0) if is_out and row.master_points is not None else row.master_points
    return ReportedPlayer(
        name=person.name,
        number=person.number,
        kana=person.kana,
        roman=person.roman,
        points=points,
        is_expelled=is_out,
    )


def _sessions(state: EventState, row: ResultRow) -> Iterator[NumberInSession]:
    """Yields the numbers of an entry in each session that was played; for a free number, that number."""
    if row.entry is None:
        yield NumberInSession(row.session, row.number)
        return
    for number, session in state.sessions.items():
        for letter, section in session.sections.items():
            own = [one for one, entry_id in section.numbers.items() if entry_id == row.entry.entry_id]
            if own and state.is_scored_in(number):
                team = scored_number(session, letter, team_number(section.movement, own[0]))
                pairs = tuple(scored_number(session, letter, one) for one in own)
                section_letter = letter if len(session.sections) > 1 else ""
                yield NumberInSession(
                    session=number, number=team, section=section_letter, pairs=() if pairs == (team,) else pairs
                )


def _results(state: EventState) -> Iterator[ReportedResult]:
    for number, session in state.sessions.items():
        points = scored_rows(state, number) if state.is_scored_in(number) else {}
        for entry in sorted_entries(state, number):
            row = points.get(entry.slot)
            ns, ew = scored_sides(session, entry)
            yield ReportedResult(
                session=number,
                board=entry.slot.board,
                ns=ns,
                ew=ew,
                text=_text(entry),
                section=entry.slot.section if len(session.sections) > 1 else "",
                round=entry.slot.round,
                table=entry.slot.table,
                ns_points=None if row is None else row.ns.points,
                ew_points=None if row is None else row.ew.points,
            )


def _text(entry: TableEntry) -> str:
    """Returns the text of a board as directors write it: the result, else the awards of both sides."""
    if entry.ns_award is None and entry.ew_award is None and entry.result is not None:
        return format_result(entry.result)
    return text_of_sides(outcome_of(entry, entry.ns_award), outcome_of(entry, entry.ew_award))


def text_of_sides(ns: SideOutcome, ew: SideOutcome) -> str:
    """Returns the awards of both sides as directors write them."""
    if ns != ew and any(isinstance(one, Weighted) for one in (ns, ew)):
        return f"{format_award(ns)} / {format_award(ew)}"
    return format_entry(SlipEntry(None, ns, ew))


def _matches(state: EventState) -> Iterator[MatchReported]:
    for match in matches(state) if form_of(state.settings).ranks_matches(state) else ():
        session = state.session(match.place.session)
        home, away = (scored_number(session, match.place.section, number) for number in match.teams)
        yield MatchReported(
            session=match.place.session,
            round=match.rounds[0],
            home=home,
            away=away,
            boards=tuple(board.board for board in match.boards),
            home_points=None if match.brings is None else match.brings[0],
            away_points=None if match.brings is None else match.brings[1],
        )


def _basis(rows: Sequence[ReportedContestant]) -> str:
    """Returns the column by which a list goes down; nothing where it goes by neither, as a bracket does."""
    ranked = sorted((one for one in rows if one.rank), key=lambda one: one.rank)
    if _goes_down(one.total for one in ranked):
        return "total"
    percents = [one.percent for one in ranked if one.percent is not None]
    return "percent" if len(percents) == len(ranked) and _goes_down(percents) else ""


def _goes_down(amounts: Iterable[Fraction]) -> bool:
    in_order = tuple(amounts)
    return all(first >= second for first, second in pairwise(in_order))
