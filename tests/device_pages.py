"""The message codes that pages on players' devices can show, derived from the program itself.

Templates are followed through what they extend, include and import. Python is followed from the routes of the devices
through the functions that they name, in their own module or imported; a command leads to the function that decides on
it. `NOT_FOLLOWED` names what devices cannot meet: a device sends the texts of its keys, all of which can be read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from jinja2 import nodes

from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.boards import BoardsKind, BoardsNext
from arrowswitch.core.movements.guide.cards import NextKind, NextPlace
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.i18n import all_codes
from arrowswitch.web.context import environment
from tests.architecture.source_tree import Module, modules

TEMPLATES = (
    "error.html",
    "hall/team.html",
    "notice.html",
    "players/card.html",
    "players/choose.html",
    "players/hands.html",
    "players/ranking.html",
    "players/travellers.html",
    "tables/code.html",
    "tables/table.html",
)
PUT_TOGETHER = {
    "desk.match.status-": tuple(code.removeprefix("desk.match.status-") for code in all_codes()),
    "desk.side.": tuple(Side),
    "desk.unit.": tuple(code.removeprefix("desk.unit.") for code in all_codes()),
    "desk.vul.": tuple(Vulnerability),
    "match.unit.": tuple(TeamMethod),
    "players.": ("card", "travellers", "hands", "ranking", "over", "published"),
    "tables.vul-": tuple(Vulnerability),
}
"""Codes that a template puts together: what they begin with, and how they end."""
NAMED_BY_PYTHON = {
    "board_points(state)": tuple(f"desk.points.{method}" for method in Method),
    "page.title_code": ("desk.error.not-found", "desk.error.refused", "desk.error.defect"),
}
"""Codes that a template takes from a function or a page."""
OTHERS = ("desk.team.of", "team-name.with-people")
"""Codes of the words that every template has (`web.context`) and these templates use: a team and its people."""

ROOTS = {
    "arrowswitch.store.troubles": {"_mistake"},
    "arrowswitch.tournament.devices.decide": {"report"},
    "arrowswitch.tournament.devices.decide_seating": {"confirm", "question", "hold", "begin"},
    "arrowswitch.tournament.model.state": {"EventState.section", "EventState.session", "EventState.entry_at"},
    "arrowswitch.tournament.rulings.decide_calls": {"note_call"},
    "arrowswitch.tournament.service.service": {"Tournament.execute", "Tournament.state"},
    "arrowswitch.web.access.event_pages": None,
    "arrowswitch.web.access.holders": None,
    "arrowswitch.web.errors": None,
    "arrowswitch.web.guards": None,
    "arrowswitch.web.hall.teams": None,
    "arrowswitch.web.players.routes": None,
    "arrowswitch.web.devices.repeated_sends": None,
    "arrowswitch.web.tables.reporting": None,
    "arrowswitch.web.tables.review": None,
    "arrowswitch.web.tables.routes": None,
    "arrowswitch.web.tables.seating": None,
    "arrowswitch.web.tokens": None,
}
"""Modules from which Python is followed, with the functions that begin there (None: all)."""
NOT_FOLLOWED = {
    "CALLED": "names for ids in problems of the desk",
    "Contract": "contracts that are stored",
    "Played": "results that are stored",
    "REFUSALS": "what the log notes of a problem",
    "Place.parse": "places that the program wrote into the code",
    "_announcements": "what the director calls out",
    "parse_slot": "keys of boards that the program wrote into the page",
    "board_standings": "results that are stored",
    "final_standing": "results that are stored",
    "knockout": "a bracket that was drawn",
    "match_ranking": "results that are stored",
    "match_result": "results that are stored",
    "odd_slots": "marks for the desk",
    "is_odd": "marks for the desk",
    "Deal.of_hands": "the keys of a device make four hands that can be read",
    "Deal": "the keys of a device make four hands that can be read",
    "Malformed.check": "a device makes one mistake at a time",
    "parse_deal": "the keys of a device make four hands that can be read",
    "parse_entry": "the keys of a device make results that can be read",
    "private": "numbers that the program found",
    "reason_in": "proposals of forms at the desk",
    "refuse_replacing": "a device does not name a version",
    "refuse_unseen_result": "a device does not name a version",
    "result_problems": "a device sends contracts, not scores",
    "rules_of": "settings of the event",
    "scale_in_use": "settings of the event",
    "set_up_problems": "settings of the event",
    "sheet_name": "a sheet that the template names",
    "shown_deals": "deals that are stored",
    "state_of": "a ledger with a gap is a defect",
    "translate": "names of values in the history",
    "vulnerability": "boards of the movement",
    "with_law_in": "laws in rulings",
    "place_award": "settings of the event",
    "team_place_award": "settings of the event",
    "team_wins_award": "settings of the event",
    "total_points": "a word of the desk",
    "closed_response": "its callers name the problem",
}
"""Functions and tables that are not followed, with the reason."""

Name = tuple[str, str]


def device_codes() -> frozenset[str]:
    """Returns all codes that pages on players' devices can show."""
    return frozenset().union(template_codes(), phrase_codes(), python_codes(), OTHERS)


@cache
def template_codes() -> frozenset[str]:
    """Returns the codes of the templates. Raises AssertionError for a code that is put together in an unknown way."""
    return frozenset(code for tree in _trees(TEMPLATES).values() for code in codes_in(tree))


def codes_in(tree: nodes.Template) -> Iterator[str]:
    """Yields the codes that a template asks for."""
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "t":
            yield from _codes_of(call.args[0])


def phrase_codes() -> frozenset[str]:
    """Returns the codes of the sentences that tell where players and boards go after a round."""
    places = (
        NextPlace(kind=kind, round=number, side=Side.NS, is_played=is_played).phrase.code
        for kind in NextKind
        for number in (1, None)
        for is_played in (True, False)
    )
    boards = (BoardsNext(kind=kind, tables=tables).phrase.code for kind in BoardsKind for tables in ((1,), (1, 2)))
    return frozenset((*places, *boards))


@cache
def python_codes() -> frozenset[str]:
    """Returns the codes of problems that routes for devices can answer, and of texts that they make."""
    source = _Source({module.name: module for module in modules()})
    for root in ROOTS:
        source.load(root)
    reached: set[Name] = set()
    todo = [(module, name) for module, name in source.functions if name in (ROOTS[module] or {name})]
    while todo:
        name = todo.pop()
        if name not in reached and name[1] not in NOT_FOLLOWED:
            reached.add(name)
            todo += source.named_in(name)
    literals = {text for name in reached for text in _literals(source.functions[name])}
    http = {code for code in all_codes() if code.startswith("desk.error.http-")}
    return frozenset(literals & set(all_codes()) | http)


@dataclass
class _Source:
    """The functions, methods and constants of the modules that are reached, and what these import."""

    modules: Mapping[str, Module]
    functions: dict[Name, ast.AST] = field(default_factory=dict)
    imports: dict[str, dict[str, Name]] = field(default_factory=dict)

    def find(self, module: str, name: str) -> Name | None:
        """Returns where a name of a module is defined, followed through its imports."""
        for _ in range(6):
            if module not in self.modules:
                return None
            self.load(module)
            if (module, name) in self.functions:
                return (module, name)
            if name not in self.imports[module]:
                return None
            module, name = self.imports[module][name]
        return None

    def named_in(self, place: Name) -> Iterator[Name]:
        """Yields the functions of the program that a function names."""
        module, own = place
        for node in ast.walk(self.functions[place]):
            if isinstance(node, ast.Name) and (place_of := self.find(module, node.id)):
                yield place_of
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                owner = (module, own.split(".")[0]) if node.value.id == "self" else self.find(module, node.value.id)
                if owner and (owner[0], f"{owner[1]}.{node.attr}") in self.functions:
                    yield (owner[0], f"{owner[1]}.{node.attr}")

    def load(self, name: str) -> None:
        """Reads a module, once."""
        if name in self.imports:
            return
        module = self.modules[name]
        tree = module.tree()
        self.imports[name] = {full.rpartition(".")[2]: _split(full) for full in _imports_of(module, tree)}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                of_class = {f"{node.name}.{part.name}": part for part in node.body if isinstance(part, _FUNCTIONS)}
                self.functions |= {(name, method): part for method, part in of_class.items()}
                made = [of_class.get(f"{node.name}.{method}") for method in ("__init__", "__post_init__")]
                self.functions[name, node.name] = ast.Module([part for part in made if part is not None], [])
            elif isinstance(node, _FUNCTIONS):
                self.functions[name, node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name):
                    self.functions[name, target.id] = node


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _imports_of(module: Module, tree: ast.Module) -> Iterator[str]:
    """Yields the full names that a module imports from others, at its top or within its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = node.module or ""
            assert not node.level, f"{module.name} imports relatively"
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _split(full: str) -> Name:
    module, _, name = full.rpartition(".")
    return module, name


def _literals(function: ast.AST) -> Iterator[str]:
    """Yields the texts that a function writes out."""
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _trees(names: Iterable[str]) -> dict[str, nodes.Template]:
    """Returns the syntax trees of templates and of those that they extend, include and import."""
    loader = environment().loader
    assert loader is not None
    trees: dict[str, nodes.Template] = {}
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in trees:
            trees[name] = environment().parse(loader.get_source(environment(), name)[0])
            todo += (
                _constant(other.template)
                for other in trees[name].find_all(nodes.Stmt)
                if isinstance(other, nodes.Extends | nodes.Include | nodes.Import | nodes.FromImport)
            )
    return trees


def _constant(template: nodes.Expr) -> str:
    assert isinstance(template, nodes.Const), "a template takes one that cannot be followed: add "
    name: str = template.value
    return name


def _codes_of(expression: nodes.Expr) -> Iterator[str]:
    if isinstance(expression, nodes.Const):
        yield expression.value
    elif isinstance(expression, nodes.CondExpr):
        yield from (*_codes_of(expression.expr1), *(_codes_of(expression.expr2) if expression.expr2 else ()))
    elif isinstance(expression, nodes.Concat) and isinstance(expression.nodes[0], nodes.Const):
        start = expression.nodes[0].value
        assert start in PUT_TOGETHER, f"a template puts codes together from {start!r}: add how they end"
        codes = frozenset(all_codes())
        yield from (code for end in PUT_TOGETHER[start] if (code := f"{start}{end}") in codes)
    else:
        source = _source_text(expression)
        assert source in NAMED_BY_PYTHON, f"a template asks for {source}: add which codes these are"
        yield from NAMED_BY_PYTHON[source]


def _source_text(expression: nodes.Node) -> str:
    match expression:
        case nodes.Name():
            return expression.name
        case nodes.Getattr():
            return f"{_source_text(expression.node)}.{expression.attr}"
        case nodes.Call():
            return f"{_source_text(expression.node)}({', '.join(_source_text(one) for one in expression.args)})"
    return type(expression).__name__
