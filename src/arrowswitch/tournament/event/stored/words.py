"""The words that enums are stored as, in the order of their meaning."""

from __future__ import annotations

from typing import Annotated

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, Triangle
from arrowswitch.core.pairing.swiss.openings import Opening
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit
from arrowswitch.core.scoring.totals.carry_over import CarryKind, LimitOn
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.event.forms import DirectorGrade, EventForm
from arrowswitch.tournament.event.stored.mapping import StoredWords
from arrowswitch.tournament.finals.values import QualifyBy
from arrowswitch.tournament.lists.values import BoardCondition
from arrowswitch.tournament.matches.values import (
    EightScoring,
    HalfTime,
    HomeRule,
    SeatingRight,
    Substitution,
    TeamScoring,
)
from arrowswitch.tournament.results.values import CorrectionReason

ContestantKindWord = Annotated[ContestantKind, StoredWords(ContestantKind, "pair team player")]
MethodWord = Annotated[
    Method,
    StoredWords(
        Method, "matchpoints imps butler houston total-points board-a-match swiss-matchpoints swiss-imps instant"
    ),
]
EventClassWord = Annotated[EventClass, StoredWords(EventClass, "weekly local ccg sectional regional national")]
EventFormWord = Annotated[
    EventForm,
    StoredWords(
        EventForm,
        "matchpoint-pairs imp-pairs total-point-pairs houston-pairs swiss-pairs stratified-pairs handicap-pairs "
        "simultaneous-pairs team-of-pairs individual round-robin-teams short-round-robin-teams swiss-teams bam-teams "
        "bam-vp-teams knockout-teams double-knockout-teams teams-and-pairs even-chance-teams league",
    ),
]
RematchWord = Annotated[Rematch, StoredWords(Rematch, "never not-consecutive not-before at-most free")]
RankBaseWord = Annotated[RankBase, StoredWords(RankBase, "previous before-previous two-before")]
LastRoundWord = Annotated[
    LastRound, StoredWords(LastRound, "as-others latest-rank rematch-free latest-rank-rematch-free")
]
TriangleWord = Annotated[Triangle, StoredWords(Triangle, "one-round two-rounds none")]
OpeningWord = Annotated[Opening, StoredWords(Opening, "in-order halves quarters ranking")]
DirectorGradeWord = Annotated[DirectorGrade, StoredWords(DirectorGrade, "none club sectional national")]
HandicapKindWord = Annotated[HandicapKind, StoredWords(HandicapKind, "percent points boards")]
TeamScoringWord = Annotated[
    TeamScoring,
    StoredWords(TeamScoring, "imps-vp imps total-points board-a-match board-a-match-vp point-a-board patton pachabo"),
]
HomeRuleWord = Annotated[HomeRule, StoredWords(HomeRule, "balanced lower-number lot toss")]
SeatingRightWord = Annotated[SeatingRight, StoredWords(SeatingRight, "home away alternate toss nobody")]
HalfTimeWord = Annotated[HalfTime, StoredWords(HalfTime, "loser home away agreed nobody")]
SubstitutionWord = Annotated[Substitution, StoredWords(Substitution, "partners-stay free none")]
EightScoringWord = Annotated[EightScoring, StoredWords(EightScoring, "cross aggregate")]
CorrectionReasonWord = Annotated[
    CorrectionReason, StoredWords(CorrectionReason, "written-wrong tricks-proven typing-error wrong-pair ruling")
]
PenaltyUnitWord = Annotated[PenaltyUnit, StoredWords(PenaltyUnit, "boards matchpoints percent imps points vp")]
OffenceWord = Annotated[
    Offence, StoredWords(Offence, "scoring-mistake wrong-board wrong-opponents hands-misplaced barred-system conduct")
]
BoardConditionWord = Annotated[BoardCondition, StoredWords(BoardCondition, "unmade made machine-dealt")]
QualifyByWord = Annotated[QualifyBy, StoredWords(QualifyBy, "all sections sides")]
CarryKindWord = Annotated[CarryKind, StoredWords(CarryKind, "none all part two-boards formula")]
LimitOnWord = Annotated[LimitOn, StoredWords(LimitOn, "spread amount")]
