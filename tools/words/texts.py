"""The prose of a file: comments, pages, messages and the literal text of templates, each with its line.

Code in backticks, code blocks, quotations and addresses of links are left out. Python is read by `modules`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tools.words.rules import Kind, Name, Passage

CODE_SPAN = re.compile(r"`[^`\n]*`")
CODE_BLOCK = re.compile(r"^[ \t]*```.*?^[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
QUOTATION = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
TARGET = re.compile(r"\]\([^)\n]*\)")
STRING = r'"(?:[^"\\\n]|\\.)*"'
MESSAGE = re.compile(r'^msgstr(?:\[\d\])? ("(?:.*)"(?:\n".*")*)', re.MULTILINE)
ENGLISH = re.compile(r'\ben = "((?:[^"\\\n]|\\.)*)"')
HASH_COMMENT = re.compile(rf"{STRING}|'[^'\n]*'|(?P<text>#[^\n]*)")
HASH_LINE = re.compile(r"^[ \t]*(?P<text>#[^\n]*)|(?<=[ \t])(?P<help>##[^\n]*)", re.MULTILINE)
SLASH_COMMENT = re.compile(
    rf"{STRING}|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?P<block>/\*.*?\*/)|(?<!:)(?P<text>//[^\n]*)", re.DOTALL
)
TYPST_COMMENT = re.compile(rf"{STRING}|(?P<block>/\*.*?\*/)|(?<!:)(?P<text>//[^\n]*)", re.DOTALL)
STYLE_COMMENT = re.compile(r"(?P<block>/\*.*?\*/)", re.DOTALL)
TEMPLATE = re.compile(
    r"(?P<block>\{#.*?#\}|<!--.*?-->)|\{\{.*?\}\}|\{%.*?%\}|<(script|style)\b.*?</\2>|"
    r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>|(?P<literal>[^<{]*[A-Za-z][^<{]*)|[<{]""",
    re.DOTALL,
)
NAMES = {
    ".js": re.compile(r"\b(?:const|let|var|(?P<function>function)) (\w+)"),
    ".typ": re.compile(r"\b(?:let (?P<function>[a-z]\w*(?=\())|let (\w+)|for (\w+) in)"),
    ".html": re.compile(r"\{%-? (?:set|for) (\w+)|\{%-? macro (?P<function>\w+)"),
}


def read_page(text: str) -> Iterator[Passage]:
    """Yields the paragraphs of a Markdown page."""
    for pattern in (CODE_BLOCK, QUOTATION, TARGET):
        text = pattern.sub(_blank, text)
    for match in re.finditer(r"(?:.*\S.*\n?)+", text):
        yield Passage(text.count("\n", 0, match.start()) + 1, mask_code(match[0]), Kind.PAGE)


def read_catalogue(text: str) -> Iterator[Passage]:
    """Yields the messages of a catalogue and its comments."""
    for match in MESSAGE.finditer(text):
        message = "\n".join(line[1:-1] for line in match[1].split("\n"))
        yield Passage(text.count("\n", 0, match.start()) + 1, message.replace("\\n", " "), Kind.MESSAGE)
    yield from read_comments(text, HASH_LINE)


def read_settings(text: str) -> Iterator[Passage]:
    """Yields the comments of a TOML file and its English texts (`en = "..."`)."""
    yield from read_comments(text, HASH_COMMENT)
    for match in ENGLISH.finditer(text):
        yield Passage(text.count("\n", 0, match.start()) + 1, match[1], Kind.MESSAGE)


def read_template(text: str) -> Iterator[Passage]:
    """Yields the comments of a template and the words between its tags."""
    yield from read_comments(text, TEMPLATE)
    for match in TEMPLATE.finditer(text):
        if match["literal"]:
            yield Passage(text.count("\n", 0, match.start()) + 1, match["literal"], Kind.MESSAGE)


def read_comments(text: str, tokens: re.Pattern[str]) -> Iterator[Passage]:
    """Yields the comments that `tokens` names; those on lines of their own that follow each other are one passage."""
    lines: list[str] = []
    first = line = end = 0
    for match in tokens.finditer(text):
        if not (kind := match.lastgroup) or kind not in {"text", "block", "help"}:
            continue
        start = match.start(kind)
        line += text.count("\n", end, start)
        end = start
        is_alone = kind == "text" and not text[text.rfind("\n", 0, start) + 1 : start].strip()
        if lines and not (is_alone and line == first + len(lines)):
            yield Passage(first + 1, "\n".join(lines), Kind.COMMENT)
            lines = []
        comment = mask_code(match[kind])
        if is_alone:
            first = first if lines else line
            lines.append(comment.lstrip("#/ "))
        else:
            yield Passage(line + 1, strip_marks(comment), Kind.COMMENT)
    if lines:
        yield Passage(first + 1, "\n".join(lines), Kind.COMMENT)


def strip_marks(comment: str) -> str:
    """Returns a comment without the marks around it and the star before each of its lines."""
    return re.sub(r"^[ \t]*(?:/\*+|\{#-?|<!--|\*(?!/)|#+|//+)[ \t]*|[ \t]*(?:\*/|-?#\}|-->)$", "", comment, flags=re.M)


def mask_code(text: str) -> str:
    """Returns a text with blanks in place of code in backticks."""
    return CODE_SPAN.sub(_blank, text) if "`" in text else text


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def read_names(text: str, suffix: str) -> Iterator[Name]:
    """Yields the names that a script, a sheet or a template gives to values and functions."""
    for match in NAMES[suffix].finditer(text) if suffix in NAMES else ():
        function = match["function"]
        word = next(group for group in reversed(match.groups()) if group)
        yield Name(text.count("\n", 0, match.start()) + 1, word, function is not None)


READERS: dict[str, Callable[[str], Iterator[Passage]]] = {
    ".md": read_page,
    ".po": read_catalogue,
    ".toml": read_settings,
    ".html": read_template,
    ".js": lambda text: read_comments(text, SLASH_COMMENT),
    ".ts": lambda text: read_comments(text, SLASH_COMMENT),
    ".css": lambda text: read_comments(text, STYLE_COMMENT),
    ".typ": lambda text: read_comments(text, TYPST_COMMENT),
    ".jsonc": lambda text: read_comments(text, SLASH_COMMENT),
    "": lambda text: read_comments(text, HASH_LINE),
}
"""The reader of each kind of file by its suffix; one without is a script of the shell or of make."""
