"""Refusals on the pages name forms, methods, scales and units as the lists of the pages do, never by their ids."""

from __future__ import annotations

import re
from dataclasses import replace

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.i18n import Locale, has_code, translate
from arrowswitch.i18n.messages import text_forms
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.values.matches import TeamScoring
from arrowswitch.tournament.rulebooks.scale_choice import scale_problems
from arrowswitch.web.problem_names import CALLED, name_params
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, visible

IDS = {
    "form.name.": [form.value for form in EventForm],
    "method.": [method.value for method in Method],
    "desk.unit.": [unit.value for unit in (*PenaltyUnit, *ScaleUnit)],
    "desk.form.scale.": [*regulations.scale_names(), "own"],
    "match.scoring.": [one.value for one in (*TeamMethod, *TeamScoring)],
    "desk.regulations.": [name for name in regulations.names() if "/" not in name],
    "desk.kind-of-entry.": [kind.value for kind in ContestantKind],
}


def test_every_id_has_a_name() -> None:
    assert {prefix for names in CALLED.values() for prefix in names.values()} <= IDS.keys()
    assert [code for prefix, ids in IDS.items() for one in ids if not has_code(code := f"{prefix}{one}")] == []


@for_each("code", CALLED)
@rotate("locale", Locale)
def test_what_is_named_stands_in_the_words(code: str, locale: Locale) -> None:
    params = set(re.findall(r"\{(\w+)\}", " ".join(text_forms(code, locale))))
    assert CALLED[code].keys() <= params


def test_a_list_is_named_one_by_one() -> None:
    problem = Problem("form.method", {"form": "swiss-teams", "methods": "imps, total-points"})
    methods = f"{translate('method.imps', {}, Locale.EN)} / {translate('method.total-points', {}, Locale.EN)}"
    assert name_params(problem, Locale.EN).params == {"form": "Swiss teams", "methods": methods}
    own = Problem("scale.no-column", {"name": "ours", "boards": 7, "known": "8, 10"})
    assert name_params(own, Locale.JA).params == own.params
    assert name_params(Problem("entry.none"), Locale.JA) == Problem("entry.none")


@for_each(
    "typed, ids",
    [
        ({"form": "knockout-teams", "eight": "cross"}, ["knockout-teams"]),
        ({"form": "swiss-teams", "scale": "bam-vp"}, ["bam-vp", "wbf-25", "mccallan-30"]),
        ({"form": "swiss-teams", "scale": "wbf-25", "boards_per_round": "7"}, ["wbf-25", "wbf-continuous"]),
        ({"form": "bam-teams", "method": "houston"}, ["bam-teams", "total-points", "board-a-match"]),
    ],
)
def test_refusals_of_the_settings_page(desk: Desk, evening: Evening, typed: dict[str, str], ids: list[str]) -> None:
    path = f"/events/{evening.event_id}/settings"
    answer = desk.send(path, path, 422, **typed)
    errors = re.findall(r'<span class="field-error[^>]*>(.*?)</span>', answer.text, re.DOTALL)
    assert errors
    assert [one for one in ids if one in visible(" ".join(errors))] == []


def test_problems_of_scales_name_them(evening: Evening) -> None:
    """The name of every scale is in the table of names."""
    settings = replace(evening.state.settings, form=EventForm.SWISS_TEAMS, kind=ContestantKind.TEAM)
    for scale in ("", "nowhere", "bam-vp", *regulations.scale_names()):
        for boards in (None, 5, 8):
            for problem in scale_problems(
                replace(
                    settings,
                    scoring=replace(settings.scoring, scale=scale),
                    play=replace(settings.play, boards_per_round=boards),
                )
            ):
                assert problem.code in CALLED
