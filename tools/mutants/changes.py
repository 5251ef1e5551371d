"""The places of a module that can be changed, and the replacements.

A change keeps the text of the module but for one span, so that it reads as a line of a diff. Left unchanged are parts
that no test should have to see: docstrings and all other text, errors and log lines, annotations and everything else
for type checkers, decorators, patterns, and the inside of f-strings, where Python 3.11 gives no places.
"""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
SIGNS = {
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "/": "*",
    "%": "//",
    "**": "*",
    "|": "&",
    "&": "|",
    "<<": ">>",
    ">>": "<<",
}
LOGGERS = {"logger", "log", "logging", "warnings"}
TYPE_ONLY_CALLS = {"TypeVar", "ParamSpec", "NewType", "TypeVarTuple"}
# The values of these names do not affect the program.
SILENT_NAMES = {"__all__", "__slots__"}
SILENT_FUNCTIONS = {"__repr__"}
# A `strict` of zip and a `frozen` of a dataclass guard against slips; no result depends on them.
SILENT_KEYWORDS = {"strict", "frozen", "slots", "kw_only", "repr"}
EMPTY = {"str": '""', "tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
EMPTY |= {"Sequence": "()", "Iterator": "iter(())", "Iterable": "()", "Mapping": "{}", "bytes": 'b""', "Fraction": "0"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one module: the span from `start` to `end` (offsets into its text) becomes `after`."""

    path: str
    kind: str
    line: int
    start: int
    end: int
    after: str
    first_line: int
    last_line: int
    is_at_import: bool

    @property
    def id(self) -> str:
        """Returns the name by which the change is made again, as long as the module stays as it is."""
        content = f"{self.path} {self.start} {self.end} {self.after}"
        return hashlib.sha256(content.encode()).hexdigest()[:8]

    def apply_to(self, text: str) -> str:
        """Returns the text of the module with the change in it."""
        return text[: self.start] + self.after + text[self.end :]

    def diff(self, text: str) -> str:
        """Returns the lines that the change touches, before and after, as a diff has them."""
        changed = self.apply_to(text)
        first = text.rfind("\n", 0, self.start) + 1
        before = text[first : _line_end(text, self.end)]
        after = changed[first : _line_end(changed, self.start + len(self.after))]
        return "\n".join([f"-{line}" for line in before.split("\n")] + [f"+{line}" for line in after.split("\n")])


def _line_end(text: str, at: int) -> int:
    line_feed = text.find("\n", at)
    return len(text) if line_feed < 0 else line_feed


def changes_of(path: str, text: str) -> list[Change]:
    """Returns the changes of a module, in the order of its text."""
    finder = _Finder(path, text)
    finder.visit(ast.parse(text))
    return sorted(set(finder.changes), key=lambda change: (change.start, change.end, change.after, change.kind))


def is_real(change: Change, text: str) -> bool:
    """True if the changed module compiles and is another program."""
    changed = change.apply_to(text)
    try:
        return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))
    except SyntaxError:
        return False


class _Text:
    """The text of a module with the offsets of its syntax nodes and tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.tokens = [
            (self._of_token(token.start), self._of_token(token.end), token.string)
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type in (tokenize.OP, tokenize.NAME)
        ]

    def _of_token(self, place: tuple[int, int]) -> int:
        return self.starts[place[0] - 1] + place[1]

    def _of_node(self, line: int, column: int) -> int:
        """Returns the offset of a syntax tree's place, whose columns count bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Returns where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._of_node(node.lineno, node.col_offset), self._of_node(node.end_lineno, node.end_col_offset)

    def source(self, node: ast.expr | ast.stmt) -> str:
        """Returns the text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def between(self, left: ast.expr | ast.stmt, right: ast.expr | ast.stmt) -> Iterator[tuple[int, int, str]]:
        """Yields the tokens between two nodes, without brackets."""
        start, end = self.span(left)[1], self.span(right)[0]
        return (token for token in self.tokens if start <= token[0] and token[1] <= end and token[2] not in "()")


class _Finder(ast.NodeVisitor):
    """Visits a module and collects the changes."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = _Text(text)
        self.changes: list[Change] = []
        self.depth = 0
        self.statement = (1, 1)
        self.returns: list[ast.expr | None] = []

    def note(self, kind: str, start: int, end: int, after: str) -> None:
        line = self.text.text.count("\n", 0, start) + 1
        first, last = self.statement
        self.changes.append(Change(self.path, kind, line, start, end, after, first, last, self.depth == 0))

    def put(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        self.note(kind, *self.text.span(node), after)

    @contextmanager
    def within(self, first: int, last: int | None) -> Iterator[None]:
        """Assigns the nodes visited meanwhile to a statement (or its head) on these lines."""
        before, self.statement = self.statement, (first, max(first, last or first))
        yield
        self.statement = before

    def visit(self, node: ast.AST) -> None:
        """Visits a node, with the lines of its statement in mind."""
        if isinstance(node, ast.stmt) and not _has_body(node):
            with self.within(node.lineno, node.end_lineno):
                super().visit(node)
        else:
            super().visit(node)

    # ---- what is left alone ----

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leaves alone what is raised: its words are read by people."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leaves f-strings alone."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leaves alone what only guards against ourselves."""

    def visit_Import(self, node: ast.Import) -> None:
        """Leaves imports alone."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leaves imports alone."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visits the value, not the annotation."""
        if node.value and not _is_silent(node.target):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Visits the value, unless it only tells names."""
        if not any(_is_silent(target) for target in node.targets):
            self.visit(node.value)

    def visit_match_case(self, node: ast.match_case) -> None:
        """Visits guard and body, not the pattern."""
        if node.guard:
            with self.within(node.guard.lineno, node.guard.end_lineno):
                self._condition("removed condition", node.guard, ("True",))
                self.visit(node.guard)
        self._all(node.body)

    # ---- scopes ----

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Visits defaults as what is made at import, the body as what runs when it is called."""
        if node.name in SILENT_FUNCTIONS or any("overload" in ast.unparse(one) for one in node.decorator_list):
            return
        with self.within(node.lineno, node.body[0].lineno - 1):
            self._all([*node.args.defaults, *(one for one in node.args.kw_defaults if one)])
        self.depth += 1
        self.returns.append(node.returns)
        self._all(node.body)
        self.returns.pop()
        self.depth -= 1

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Visits a coroutine like any function."""
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visits the body of a class that is more than a type."""
        if not any("Protocol" in ast.unparse(base) for base in node.bases):
            self._all(node.body)

    def _all(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    # ---- statements ----

    def visit_If(self, node: ast.If) -> None:
        """Notes that the condition always or never holds."""
        if ast.unparse(node.test) in {"TYPE_CHECKING", "__name__ == '__main__'"}:
            return
        with self.within(node.lineno, node.test.end_lineno):
            self._condition("removed condition", node.test, ("True", "False"))
            self.visit(node.test)
        self._all([*node.body, *node.orelse])

    def visit_While(self, node: ast.While) -> None:
        """Notes that the loop is never entered; that it never ends is no change to wait for."""
        with self.within(node.lineno, node.test.end_lineno):
            self._condition("removed condition", node.test, ("False",))
            self.visit(node.test)
        self._all([*node.body, *node.orelse])

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        """Visits the iterated expression with the loop's head as the statement."""
        with self.within(node.lineno, node.iter.end_lineno):
            self.visit(node.iter)
        self._all([*node.body, *node.orelse])

    def visit_Return(self, node: ast.Return) -> None:
        """Notes that the function returns nothing, or the opposite."""
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            return
        says = ast.unparse(self.returns[-1]) if self.returns and (self.returns[-1]) else ""
        if says == "bool":
            if not isinstance(node.value, ast.Constant):
                self.put("opposite return", node.value, f"not ({self.text.source(node.value)})")
        else:
            self.put("emptied return", node.value, EMPTY.get(says.split("[")[0], "None"))
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Notes another sign."""
        for start, end, sign in self.text.between(node.target, node.value):
            if sign.endswith("=") and (other := SIGNS.get(sign[:-1])) and not _is_text(node.value):
                self.note("arithmetic", start, end, f"{other}=")
        self.visit(node.value)

    # ---- expressions ----

    def _condition(self, kind: str, test: ast.expr, ways: Sequence[str]) -> None:
        if not isinstance(test, ast.Constant):
            for way in ways:
                self.put(kind, test, way)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Notes that the condition always or never holds."""
        self._condition("removed condition", node.test, ("True", "False"))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Notes that everything is taken."""
        for test in node.ifs:
            self._condition("removed condition", test, ("True",))
        self._all([node.iter, *node.ifs])

    def visit_Compare(self, node: ast.Compare) -> None:
        """Notes the neighbouring or the opposite comparison."""
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, node.comparators, strict=False):
            tokens = list(self.text.between(left, right))
            if tokens:
                self.note("comparison", tokens[0][0], tokens[-1][1], COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Notes another sign between two numbers or sets."""
        for start, end, sign in self.text.between(node.left, node.right):
            if sign in SIGNS and not _is_text(node.left) and not _is_text(node.right):
                self.note("arithmetic", start, end, SIGNS[sign])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Notes `or` for `and`, and the other way round."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            for start, end, word in self.text.between(left, right):
                self.note("and or", start, end, "or" if word == "and" else "and")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Notes a dropped `not` or minus."""
        if isinstance(node.op, ast.Not | ast.USub) and not isinstance(node.operand, ast.Constant):
            self.put(
                "dropped " + ("not" if isinstance(node.op, ast.Not) else "minus"),
                node,
                f"({self.text.source(node.operand)})",
            )
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Notes the opposite truth and the neighbouring number."""
        if isinstance(node.value, bool):
            self.put("truth", node, str(not node.value))
        elif isinstance(node.value, int):
            self.put("constant", node, str(node.value + 1))
            if node.value:
                self.put("constant", node, str(node.value - 1))

    def visit_Slice(self, node: ast.Slice) -> None:
        """Notes bounds one further."""
        for bound in (node.lower, node.upper):
            self._bound(bound)
        self.generic_visit(node)

    def _bound(self, bound: ast.expr | None) -> None:
        if bound is None or isinstance(bound, ast.Constant | ast.Starred):
            return  # a constant is changed as one
        for sign in "+-":
            self.put("bound", bound, f"({self.text.source(bound)}) {sign} 1")

    def visit_Call(self, node: ast.Call) -> None:
        """Notes swapped arguments, and another end of a range."""
        name = ast.unparse(node.func)
        if name in TYPE_ONLY_CALLS or name.split(".")[0] in LOGGERS:
            return
        if name == "cast":
            self._all(node.args[1:])
            return
        if name == "range" and len(node.args) < 3:
            self._bound(node.args[-1])
        for left, right in zip(node.args, node.args[1:], strict=False):
            if isinstance(left, ast.Starred | ast.GeneratorExp) or isinstance(right, ast.Starred | ast.GeneratorExp):
                continue
            start, end = self.text.span(left)[0], self.text.span(right)[1]
            gap = self.text.text[self.text.span(left)[1] : self.text.span(right)[0]]
            if self.text.source(left) != self.text.source(right) and "(" not in gap and ")" not in gap:
                self.note("swapped arguments", start, end, self.text.source(right) + gap + self.text.source(left))
        self.visit(node.func)
        self._all(node.args)
        self._all([one.value for one in node.keywords if one.arg not in SILENT_KEYWORDS])


def _has_body(node: ast.stmt) -> bool:
    return hasattr(node, "body") or hasattr(node, "cases")


def _is_silent(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in SILENT_NAMES


def _is_text(node: ast.expr) -> bool:
    """True if an operand is text or a list, for which an operator has another meaning."""
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
