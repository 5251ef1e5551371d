"""The program asks the form of an event and never compares it.

A form answers what differs between forms: its declaration in `tournament/model/forms.py`, and the object that
`form_of(settings)` returns. Elsewhere a comparison of forms is a rule that a new form would miss. These are counted:

- `is_of_teams` and `is_of_matches`, `is_drawn` of a form or of the frame of a page, and every use of `Arrangement`;
- a form that is named: `EventForm.LEAGUE`;
- the form in a comparison, as the key of a table, or in a `match`: `settings.event_form in FORMS`;
- a comparison of the kind of contestants in the settings or in the form: `settings.kind is ContestantKind.TEAM`.

The kind of a movement or of a file of another program is not a question about the form of an event, and neither is
`is_drawn(movement)` of `core`.

`MOST` has the count of each package. It may only fall, and all of them together stay below `MOST_TOGETHER`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from arrowswitch.tournament.model.forms import EventForm
from tests.architecture.source_tree import PACKAGE, Module, modules

ASKED = "arrowswitch.tournament.forms", "arrowswitch.tournament.model.forms", "arrowswitch.tournament.demonstration"
"""The forms themselves, and the demonstration, which makes an event of each of them by the name of the form."""
ELSEWHERE = ("", "core", "formats")
"""The packages that never see an event."""
PREDICATES = {"is_of_teams", "is_of_matches"}
HOLDERS = ("settings", "form", "frame")
"""The last word of a name for settings, a form of event or the frame of a page: `state.settings.kind`."""
FORM_NAMES = "|".join(re.escape(form.value) for form in EventForm)
IN_TEMPLATES = re.compile(
    rf"\.(?:{'|'.join(sorted(PREDICATES))})\b|\b(?:frame|form)\.(?:is_drawn|arrangement)\b"
    rf"|\bevent_form(?:\.value)?\s*(?:[=!]=|(?:not\s+)?in\b|is\b)"
    rf"|\b(?:settings|form)\.kind(?:\.value)?\s*[=!]="
    rf"|[=!]=\s*'(?:{FORM_NAMES})'"
)
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
MOST = {
    "tournament.recovery": 1,
    "tournament.settings": 1,
    "tournament.swiss": 1,
}
MOST_TOGETHER = 80


def count_in_python(tree: ast.AST) -> int:
    """Returns the number of predicates on the form of an event in a syntax tree."""
    return sum(is_predicate(node) for node in ast.walk(tree))


def is_predicate(node: ast.AST) -> bool:
    """True if a node of a syntax tree asks which form an event has.

    A comparison with a named form counts by that name alone.
    """
    match node:
        case ast.Attribute(attr="is_drawn", value=holder):
            return _ends_in_holder(holder)
        case ast.Attribute(attr=name) if name in PREDICATES:
            return True
        case ast.Attribute(value=ast.Name(id="EventForm"), attr=name):
            return name.isupper()
        case ast.Attribute(value=ast.Name(id="Arrangement")):
            return True
        case ast.Call(func=ast.Name(id=name)) if name in PREDICATES:
            return True
        case ast.Compare():
            sides = [node.left, *node.comparators]
            return not any(map(_names_form, sides)) and (any(map(_is_form, sides)) or _compares_kinds(sides))
        case ast.Subscript(slice=key):
            return _is_form(key) or _is_kind(key)
        case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]):
            return _is_form(key) or _is_kind(key)
        case ast.Match(subject=subject):
            return _is_form(subject) or _is_kind(subject)
    return False


def _names_form(node: ast.expr) -> bool:
    return any(is_predicate(part) for part in ast.walk(node) if isinstance(part, ast.Attribute))


def _is_form(node: ast.expr) -> bool:
    """True for the form of an event or its value: `state.settings.event_form`."""
    if isinstance(node, ast.Attribute) and node.attr == "value":
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == "event_form"


def _is_kind(node: ast.expr) -> bool:
    """True for the kind of contestants in settings or in a form of event."""
    return isinstance(node, ast.Attribute) and node.attr == "kind" and _ends_in_holder(node.value)


def _ends_in_holder(holder: ast.expr) -> bool:
    name = holder.attr if isinstance(holder, ast.Attribute) else holder.id if isinstance(holder, ast.Name) else ""
    return name.rpartition("_")[2] in HOLDERS


def _compares_kinds(sides: list[ast.expr]) -> bool:
    named = any("ContestantKind." in ast.unparse(side) for side in sides)
    return named and any(map(_is_kind, sides))


def count_in_template(text: str) -> int:
    """Returns the number of predicates on the form of an event in a template."""
    return len(IN_TEMPLATES.findall(COMMENT.sub("", text)))


def package_of(module: Module) -> str:
    """Returns the package that a module is counted in: `web`, or one level deeper `tournament.ranking`."""
    parts = module.name.split(".")[1:]
    return ".".join(parts[: 2 if parts[0] == "tournament" else 1])


@cache
def counts() -> Counter[str]:
    """Returns the number of predicates of each package that has any."""
    per_package: Counter[str] = Counter()
    for module in modules():
        if not module.name.startswith(ASKED) and module.room not in ELSEWHERE:
            per_package[package_of(module)] += count_in_python(module.tree())
    for path in _templates():
        per_package[path[0]] += count_in_template(path[1])
    return +per_package


def _templates() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.html")):
        yield path.relative_to(PACKAGE).parts[0], path.read_text(encoding="utf-8")


def test_the_program_asks_the_form() -> None:
    per_package = counts()
    assert {package: count for package, count in per_package.items() if count > MOST.get(package, 0)} == {}
    assert sum(MOST.values()) <= MOST_TOGETHER


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("settings.event_form.is_of_teams", 1),
        ("state.settings.event_form is EventForm.LEAGUE", 1),
        ("state.settings.event_form in LEAGUES", 1),
        ("TITLES[settings.event_form]", 1),
        ("TITLES.get(settings.event_form)", 1),
        ("settings.event_form.value == 'league'", 1),
        ("form.arrangement is Arrangement.DRAW", 1),
        ("settings.kind is ContestantKind.TEAM", 1),
        ("event_form.kind in (ContestantKind.TEAM, ContestantKind.PAIR)", 1),
        ("SIZES[settings.kind]", 1),
        ("form in (EventForm.LEAGUE, EventForm.SWISS_TEAMS)", 2),
        ("self.state.settings.event_form.is_drawn", 1),
        ("movement.kind is ContestantKind.TEAM", 0),
        ("movement.is_drawn(3)", 0),
        ("is_drawn(movement)", 0),
        ("form_of(settings).ranks_matches(state)", 0),
        ("settings.event_form.match_tables > 1", 0),
        ("replace(settings, form=event_form)", 0),
    ],
)
def test_predicates_in_python(text: str, count: int) -> None:
    assert count_in_python(ast.parse(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("{% if frame.is_of_teams %}", 1),
        ("{% if settings.event_form.value == 'league' %}", 1),
        ("{% if form == 'teams-and-pairs' %}", 1),
        ("{% if frame.settings.kind.value == 'team' %}", 1),
        ("{{ t('form.name.' ~ settings.event_form.value) }}", 0),
        ("{# frame.is_of_teams #}", 0),
    ],
)
def test_predicates_in_templates(text: str, count: int) -> None:
    assert count_in_template(text) == count
