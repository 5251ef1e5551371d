"""Problems with names as on the pages: forms, methods, scales, units and regulations by their names, not by their ids.

The command line prints the ids, because those are typed there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.i18n import Locale, has_code, proposed_in, tags_of, translate
from arrowswitch.tournament.history.laws import guided_reason

_FORM, _METHOD, _UNIT, _SCALE = "form.name.", "method.", "desk.unit.", "desk.form.scale."
_TEAM_METHOD, _REGULATIONS = "match.scoring.", "desk.regulations."
CALLED: Mapping[str, Mapping[str, str]] = {
    "carry.needs-tops": {"method": _METHOD},
    "choice.takes-first-scale": {"now": _SCALE},
    "choice.takes-scale": {"was": _SCALE, "now": _SCALE},
    "explain.vp-continuous": {"scale": _SCALE},
    "explain.vp-continuous-lost": {"scale": _SCALE},
    "explain.vp-row": {"scale": _SCALE},
    "explain.vp-row-on": {"scale": _SCALE},
    "explain.vp-row-one": {"scale": _SCALE},
    "explain.vp-stake": {"scale": _SCALE},
    "explain.vp-stake-lost": {"scale": _SCALE},
    "file.scale-unknown": {"known": _SCALE},
    "form.eight": {"form": _FORM},
    "form.handicap-kind": {"method": _METHOD},
    "form.kind": {"form": _FORM, "kind": "desk.kind-of-entry."},
    "form.method": {"form": _FORM, "methods": _METHOD},
    "form.scale-boards": {"name": _SCALE, "others": _SCALE},
    "form.scale-missing": {"known": _SCALE},
    "form.scale-no-table": {"name": _SCALE, "others": _SCALE},
    "form.scale-of-imps": {"name": _SCALE, "known": _SCALE},
    "form.scale-of-percent": {"name": _SCALE, "known": _SCALE},
    "form.scale-of-points": {"name": _SCALE, "known": _SCALE},
    "form.scale-unknown": {"name": _SCALE, "known": _SCALE},
    "form.scoring": {"form": _FORM, "scoring": _TEAM_METHOD},
    "handicap.no-percent": {"method": _METHOD},
    "league-event.other-form": {"form": _FORM},
    "regulations.unknown": {"name": _REGULATIONS, "known": _REGULATIONS},
    "scale.no-column": {"name": _SCALE},
    "scale.unknown": {"name": _SCALE, "known": _SCALE},
    "scoring.penalty-unit": {"unit": _UNIT, "method": _METHOD},
    "swiss.scale-unit": {"name": _SCALE, "unit": _UNIT},
    "team.penalty-unit": {"method": _TEAM_METHOD},
    "team.scale": {"method": _TEAM_METHOD},
    "team.totals-incomplete": {"method": _TEAM_METHOD},
    "team-event.not-drawn": {"form": _FORM},
    "team-event.penalty-unit": {"unit": _UNIT},
}
"""Of each problem the parameters that are ids, or lists of them, and what the codes of their names begin with."""
_BETWEEN = " / "
_WRITTEN = ("reason", "law")


def name_params(problem: Problem, locale: Locale) -> Problem:
    """Returns a problem in which what has a name is called by it, as the lists of the pages do; an id that nobody
    knows stays as it is."""
    return replace(problem, params=named_params(problem.code, problem.params, locale))


def named_params(code: str, params: Mapping[str, ParamValue], locale: Locale) -> dict[str, ParamValue]:
    """Returns the parameters of a message with names for ids, reasons and laws as the language has them."""
    prefixes = CALLED.get(code, {})
    return {key: _name_value(key, value, prefixes, locale) for key, value in params.items()}


def reason_in(text: str, locale: Locale) -> str:
    """Returns a reason or a law in a language, where a form or a ruling guide proposed it; every other as it is."""
    return proposed_in(guided_reason(text, *tags_of(locale)), locale)


def _name_value(key: str, value: ParamValue, prefixes: Mapping[str, str], locale: Locale) -> ParamValue:
    if not isinstance(value, str):
        return value
    if key in prefixes:
        return _names(value, prefixes[key], locale)
    return reason_in(value, locale) if key in _WRITTEN else value


def _names(ids: str, prefix: str, locale: Locale) -> str:
    codes = ((one, f"{prefix}{one}") for one in ids.split(", "))
    return _BETWEEN.join(translate(code, {}, locale) if has_code(code) else one for one, code in codes)
