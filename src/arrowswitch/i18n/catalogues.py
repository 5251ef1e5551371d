"""Catalogues as they are written here, read without a library: an entry after another, codes and texts in quotes.

Catalogues with anything else (comments, contexts, a message that is repeated) are left to Babel, which takes several
times as long and names what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TEXT = r'(?:"(?:[^"\\\n]|\\.)*"\n)+'
_ENTRY = re.compile(rf"msgid ({_TEXT})(?:msgid_plural ({_TEXT}))?((?:msgstr(?:\[\d\])? {_TEXT})+)\n*")
_FORM = re.compile(rf"msgstr(?:\[(\d)\])? ({_TEXT})")
_PLURALS = re.compile(r"^Plural-Forms: nplurals=(\d+); plural=(.+);$", re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Message:
    """The texts of a code: one, or one for each plural form."""

    code: str
    forms: tuple[str, ...]
    is_plural: bool


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of a catalogue, and the rule of its plural forms as gettext writes it."""

    messages: tuple[Message, ...]
    plural_rule: str


def read_catalogue(text: str) -> Catalogue | None:
    """Returns the messages of a catalogue; None if it has anything but plain entries.

    >>> head = 'msgid ""\\nmsgstr ""\\n"Plural-Forms: nplurals=1; plural=0;\\\\n"\\n'
    >>> read_catalogue(head + '\\nmsgid "a.b"\\nmsgstr "One \\\\"two\\\\""\\n').messages
    (Message(code='a.b', forms=('One "two"',), is_plural=False),)
    >>> read_catalogue("# A comment" + head) is None
    True
    """
    try:
        head, *messages = _messages(f"{text.rstrip()}\n")
    except ValueError:
        return None
    rules = _PLURALS.findall(head.forms[0])
    if head.code or len(rules) != 1:
        return None
    count, rule = int(rules[0][0]), rules[0][1]
    codes = {message.code for message in messages}
    is_whole = all(len(message.forms) == count for message in messages if message.is_plural)
    return Catalogue(tuple(messages), rule) if len(codes) == len(messages) and "" not in codes and is_whole else None


def _messages(text: str) -> Iterator[Message]:
    """Yields the entries of a catalogue with its head. Raises ValueError for anything else."""
    end = 0
    for entry in _ENTRY.finditer(text):
        forms = _FORM.findall(entry[3])
        is_plural = entry[2] is not None
        numbers = [number for number, _ in forms]
        if entry.start() != end or numbers != ([str(form) for form in range(len(forms))] if is_plural else [""]):
            raise ValueError
        end = entry.end()
        yield Message(_unquote(entry[1]), tuple([_unquote(form) for _, form in forms]), is_plural)
    if end != len(text):
        raise ValueError


def _unquote(lines: str) -> str:
    text = "".join([line[1:-1] for line in lines.splitlines()])
    return _ESCAPED.sub(_sign, text) if "\\" in text else text


def _sign(escaped: re.Match[str]) -> str:
    if escaped[1] not in _SIGNS:
        raise ValueError
    return _SIGNS[escaped[1]]
