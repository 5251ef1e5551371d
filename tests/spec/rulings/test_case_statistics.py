"""Cases counted over events, and the warnings and penalties by player and offence (R-193, R-356)."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.rulings import GivePenalty, KeepCase, NoteOffence
from arrowswitch.tournament.model.values.rulings import AppealBody, AppealOutcome
from arrowswitch.tournament.rulings.case_statistics import CaseEnd, case_statistics
from arrowswitch.tournament.rulings.offence_history import offences_by_player, repeated_offences
from arrowswitch.tournament.rulings.penalty_proposals import Incident, penalty_proposals
from tests.builders import Evening, mitchell_evening
from tests.form_events import cases as form_cases
from tests.form_events import play_case

HERE = Place(1, "A")


def ledger_of(evening: Evening) -> tuple[LedgerEntry, ...]:
    return evening.tournament.ledger(evening.event_id)


def test_cases_are_counted_by_law_and_by_their_end() -> None:
    first, second = mitchell_evening(), mitchell_evening()
    for law in ("16B3", "規則第16条", "27B2"):
        first.do(KeepCase(case=0, place=HERE, slot=None, title="one", law=law, ruling="so"))
    first.do(KeepCase(case=0, place=HERE, slot=None, title="open"))
    second.do(
        KeepCase(
            case=0,
            place=HERE,
            slot=None,
            title="changed",
            ruling="so",
            appeal_by="NS",
            appeal_body=AppealBody.DIRECTOR,
            outcome=AppealOutcome.CHANGED,
            decision="half",
        )
    )
    statistics = case_statistics([first.state, second.state])
    assert statistics.total == 5
    assert statistics.by_law == ((0, 2), (16, 2), (27, 1))
    assert dict(statistics.by_end) == {CaseEnd.OPEN: 1, CaseEnd.RULED: 3, CaseEnd.CHANGED: 1}
    assert [one.case.title for one in statistics.open] == ["open"]


class TestNextTime:
    """R-356: regulations summary, lines 252-258: half a board, one board, out; each player by himself."""

    def test_the_next_penalty_is_told_per_player(self) -> None:
        evening = mitchell_evening()
        number = next(iter(evening.state.section(HERE).numbers))
        entry = evening.state.entry_at(HERE, number)
        assert entry is not None
        player, partner = entry.names
        expected = ("proposal.fixed", "proposal.out")
        for wanted in expected:
            evening.do(
                GivePenalty(HERE, number, Fraction(1, 2), PenaltyUnit.BOARDS, "74", Offence.CONDUCT, player),
                reason="rude",
            )
            (log,) = repeated_offences(evening.state, ledger_of(evening), 1)
            assert (log.who, [word.code for word in log.next]) == (player, [wanted])
        evening.do(NoteOffence(HERE, number, Offence.CONDUCT, partner))
        logs = repeated_offences(evening.state, ledger_of(evening), 1)
        assert [(one.who, len(one.rows)) for one in logs] == [(player, 2), (partner, 1)]
        again = offences_by_player([evening.state])
        assert [(one.who, len(one.offences)) for one in again] == [(player, 2), (partner, 1)]
        assert [one.who.groups for one in again] == [((person,),) for person in entry.people]

    def test_the_history_tells_the_unit_and_writes_a_player_in_every_language(self) -> None:
        evening = mitchell_evening()
        number = next(iter(evening.state.section(HERE).numbers))
        entry = evening.state.entry_at(HERE, number)
        assert entry is not None
        who = entry.people[0]
        evening.do(GivePenalty(HERE, number, Fraction(1), PenaltyUnit.BOARDS), reason="late")
        evening.do(NoteOffence(HERE, number, Offence.CONDUCT, who.name))
        warned, fined = (row.what[0] for row in history(ledger_of(evening))[:2])
        assert problem_text(fined, Locale.EN) == f"Penalty: number {number}, 1 board"
        assert who.roman in problem_text(warned, Locale.EN)
        assert who.name in problem_text(warned, Locale.JA)

    def test_in_matches_of_imps_it_is_3_then_6_then_the_match(self) -> None:
        """R-193: regulations summary, line 258; the pairs of a team are one."""
        evening = play_case(next(case for case in form_cases() if case.form is EventForm.SWISS_TEAMS))
        number = Number("1")
        entry = evening.state.entry_at(HERE, number)
        assert entry is not None
        incident = Incident(HERE, Offence.CONDUCT, offenders=((number, entry.names[0]),))
        amounts = []
        for _ in range(3):
            (proposal,) = penalty_proposals(evening.state, ledger_of(evening), incident)
            amounts.append((proposal.imps, proposal.is_forfeit))
            assert proposal.is_due
            penalty = GivePenalty(
                HERE, number, Fraction(3), PenaltyUnit.IMPS, "74", Offence.CONDUCT, entry.names[0], round=1
            )
            evening.do(penalty, reason="rude")
        assert [(int(imps), is_lost) for imps, is_lost in amounts] == [(3, False), (6, False), (0, True)]
