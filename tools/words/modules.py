"""The prose of a Python module (docstrings, comments, help of commands) and the names of its functions and values."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator

from tools.words.rules import Kind, Name, Passage
from tools.words.texts import mask_code, read_comments

TOKENS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|'
    r"'''(?:[^'\\]|\\.|'(?!''))*'''|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'(?:[^'\\\n]|\\.)*'|"
    r"(?P<text>#[^\n]*)",
    re.DOTALL,
)
HELPED = {"ArgumentParser", "add_argument", "add_parser", "add_subparsers", "add_argument_group"}
HELP = {"help", "description", "epilog", "title"}
WITHIN_EXPRESSIONS = re.compile(r":=|\b(?:" + "|".join(HELPED) + r")\b")
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def read_module(text: str) -> tuple[list[Passage], list[Name]]:
    """Returns the passages and the names of a module; raises SyntaxError."""
    places = WITHIN_EXPRESSIONS.finditer(text)
    reader = _Reader([text.count("\n", 0, match.start()) + 1 for match in places])
    reader.read_scope(ast.parse(text))
    return [*read_comments(text, TOKENS), *reader.passages], reader.names


class _Reader:
    """Visits statements; expressions only on the lines where one assigns a name or explains a command."""

    def __init__(self, lines: list[int]) -> None:
        self.passages: list[Passage] = []
        self.names: list[Name] = []
        self._lines = lines

    def read_scope(self, scope: Scope) -> None:
        """Reads a module, a class or a function; a name counts once in each."""
        first: dict[str, int] = {}
        if isinstance(scope, ast.ClassDef):
            self.names.append(Name(scope.lineno, scope.name, False))
        elif not isinstance(scope, ast.Module):
            self.names.append(Name(scope.lineno, scope.name, True))
            first |= _parameters(scope.args)
        self._read_statements(scope.body, first)
        owner = scope.name if isinstance(scope, ast.ClassDef) else ""
        self.names += [Name(line, name, False, owner) for name, line in first.items()]

    def _read_statements(self, statements: list[ast.stmt], first: dict[str, int]) -> None:
        for statement in statements:
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    self.read_scope(statement)
                case ast.Expr(value=ast.Constant(value=text)):
                    if isinstance(text, str):
                        self.passages.append(Passage(statement.lineno, mask_code(text), Kind.DOCSTRING))
                case _:
                    self._read_parts(statement, first)

    def _read_parts(self, statement: ast.stmt, first: dict[str, int]) -> None:
        for field in statement._fields:
            value = getattr(statement, field)
            if not isinstance(value, list):
                self._read_part(statement, field, value, first)
            elif value and isinstance(value[0], ast.stmt):
                self._read_statements(value, first)
            else:
                for part in value:
                    self._read_part(statement, field, part, first)

    def _read_part(self, statement: ast.stmt, field: str, part: object, first: dict[str, int]) -> None:
        if isinstance(part, ast.expr):
            if field in {"target", "targets"} and not isinstance(statement, ast.Delete | ast.AugAssign):
                _add_bound(part, first)
            else:
                self._read_expression(part, first)
        elif isinstance(part, ast.withitem) and part.optional_vars:
            _add_bound(part.optional_vars, first)
        elif isinstance(part, ast.ExceptHandler):
            if part.name:
                first.setdefault(part.name, part.lineno)
            self._read_statements(part.body, first)
        elif isinstance(part, ast.match_case):
            for node in ast.walk(part.pattern):
                if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                    first.setdefault(node.name, node.lineno)
            self._read_statements(part.body, first)

    def _read_expression(self, expression: ast.expr, first: dict[str, int]) -> None:
        following = bisect_left(self._lines, expression.lineno)
        if following == len(self._lines) or self._lines[following] > (expression.end_lineno or 0):
            return
        for node in ast.walk(expression):
            if isinstance(node, ast.NamedExpr):
                first.setdefault(node.target.id, node.lineno)
            elif isinstance(node, ast.Call) and _last_name(node.func) in HELPED:
                self.passages += _help_texts(node)


def _parameters(arguments: ast.arguments) -> dict[str, int]:
    several = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    return {argument.arg: argument.lineno for argument in several if argument}


def _add_bound(target: ast.expr, first: dict[str, int]) -> None:
    """Adds the names that a target binds: variables and the fields of `self`."""
    match target:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
            first.setdefault(name, target.lineno)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                _add_bound(part, first)
        case ast.Starred(value=part):
            _add_bound(part, first)


def _help_texts(call: ast.Call) -> Iterator[Passage]:
    for keyword in call.keywords:
        value = keyword.value
        if keyword.arg in HELP and isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield Passage(value.lineno, mask_code(value.value), Kind.MESSAGE)


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
