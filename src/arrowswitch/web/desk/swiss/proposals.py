"""The questions and proposals of the page of a Swiss match, by the regulations' rules for a match that went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.digits import whole_of
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.swiss.rulings import (
    CutShort,
    WrongOpponents,
    cut_short,
    has_cut_short,
    has_wrong_opponents,
    wrong_opponents,
)


@dataclass(frozen=True, slots=True)
class SwissProposals:
    """The rules of the regulations, the possible opponents (`others`), the answers so far (`asked`), and the proposals
    for them."""

    has_wrong_opponents: bool
    has_cut_short: bool
    others: tuple[Number, ...]
    answers: Mapping[str, str]
    wrong: tuple[WrongOpponents, ...]
    cut: CutShort | None


def swiss_proposals(
    state: EventState,
    section: Section,
    match: MatchView,
    round_number: RoundNumber,
    right: tuple[str, str],
    playable: str,
) -> SwissProposals | None:
    """Returns the proposals for a match; None where the regulations have no such rule, or the event is no Swiss."""
    has_wrong, has_cut = has_wrong_opponents(state), has_cut_short(state)
    if not (has_wrong or has_cut):
        return None
    is_count = whole_of(playable) is not None
    return SwissProposals(
        has_wrong_opponents=has_wrong,
        has_cut_short=has_cut,
        others=tuple(sorted(section.numbers, key=number_order)),
        answers={"right_home": right[0], "right_away": right[1], "playable": playable if is_count else ""},
        wrong=tuple(_wrong(state, section, match, round_number, right)) if has_wrong else (),
        cut=cut_short(state, len(match.boards), int(playable)) if has_cut and is_count else None,
    )


def _wrong(
    state: EventState, section: Section, match: MatchView, round_number: RoundNumber, right: tuple[str, str]
) -> Iterator[WrongOpponents]:
    home, away = match.teams
    for teams, wanted in (((home, away), right[0]), ((away, home), right[1])):
        won = match.points_of(teams[0])
        if Number(wanted) in section.numbers and wanted != teams[0] and won is not None:
            proposal = wrong_opponents(
                state, match.place.at(round_number), teams, Number(wanted), won, len(match.boards)
            )
            if proposal is not None:
                yield proposal
