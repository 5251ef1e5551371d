"""The scoring regulations of a body: the rules of every method, the scales, and the clause behind each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.team_rules import BamRules, SwissPairsRules, TeamRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringRegulations:
    """The regulations of a body as far as scores follow them.

    `clauses` holds the source of each value by its key (`averages.plus`). `scales` are the scales of victory points
    that the rules name.
    """

    name: str
    scoring: ScoringRules
    clauses: Mapping[str, str] = field(hash=False)
    scales: tuple[Scale, ...] = ()
    teams: TeamRules = field(default_factory=TeamRules)
    board_a_match: BamRules = field(default_factory=BamRules)
    swiss_pairs: SwissPairsRules = field(default_factory=SwissPairsRules)

    def scale(self, name: str) -> Scale:
        """Returns the scale of victory points that the rules hold under a name.

        Raises NotFound (`scale.unknown`), which a copy from before a rule named the scale can bring about.
        """
        scale = next((scale for scale in self.scales if scale.name == name), None)
        if scale is None:
            raise NotFound.of("scale.unknown", name=name, known=", ".join(scale.name for scale in self.scales))
        return scale

    def clause(self, key: str) -> str:
        """Returns the document and clause behind a value, named by its key in the file; empty when there is none."""
        return self.clauses.get(key, "")
