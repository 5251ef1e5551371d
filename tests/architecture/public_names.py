"""The public surface, `arrowswitch.api`, as its source declares it: each name with its signature and description."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.architecture.source_tree import Module, modules

SURFACE = "arrowswitch.api"
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name of the public surface. `signature` has the parameters and the type of the value of a function."""

    module: str
    name: str
    signature: str
    description: str


def surface() -> tuple[Module, ...]:
    """Returns the modules of the public surface by name."""
    return tuple(module for module in modules() if module.name.startswith(f"{SURFACE}."))


def list_exports(module: Module) -> list[str]:
    """Returns the names in `__all__` in the order of the source; none if the module has no `__all__`."""
    for node in module.tree().body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__all__" for to in node.targets):
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def find_imports(module: Module) -> dict[str, tuple[str, str]]:
    """Returns the names that a module imports from the program, each with its module and its name there."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in module.tree().body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("arrowswitch.")
        for alias in node.names
    }


def public_names() -> Iterator[PublicName]:
    """Yields every name of the public surface with its description, which is empty for an undocumented name."""
    by_name = {module.name: module for module in modules()}
    for module in surface():
        sources = find_imports(module)
        for name in list_exports(module):
            definition, description = _definition(by_name, *sources[name])
            yield PublicName(module.name, name, name + _parameters(definition), " ".join(description.split()))


def _definition(by_name: dict[str, Module], module_name: str, name: str) -> tuple[Definition, str]:
    """Returns the definition of a name, through the modules that re-export it, and its description up to the first
    blank line."""
    body = by_name[module_name].tree().body
    for place, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node, (ast.get_docstring(node) or "").split("\n\n")[0]
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in _targets(node):
            after = body[place + 1] if place + 1 < len(body) else None
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            return node, str(ast.literal_eval(after.value)) if is_text and isinstance(after, ast.Expr) else ""
    return _definition(by_name, *find_imports(by_name[module_name])[name])


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _parameters(definition: Definition) -> str:
    if not isinstance(definition, ast.FunctionDef):
        return ""
    returns = "" if definition.returns is None else f" -> {ast.unparse(definition.returns)}"
    return f"({ast.unparse(definition.args)}){returns}"
