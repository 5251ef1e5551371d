"""Message codes to text.

Every capability has its own catalogue `locales/<language>/LC_MESSAGES/<capability>.po`, with the words of its pages,
sheets and errors; `shared.po` has what all of them say. The msgid is the code and the msgstr the text with `{name}`
placeholders; the codes of a file are in alphabetical order. A code stands in one catalogue only, so that callers need
not know which. A catalogue is parsed once for each process, when its first text is asked for; but the plain words of
the command line are found in their catalogue one by one, for a command says few and ends. The help line of every
command is in that catalogue, so that the help of the program reads no other.
A begun language shows the texts of the language that its `language.toml` falls back to where it has none.
"""

from __future__ import annotations

import gettext
import os
import re
from _thread import allocate_lock  # `threading` takes the shortest command longer to load
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from arrowswitch.core.errors import Impossible, Mistake, ParamValue, Problem
from arrowswitch.i18n.catalogues import Catalogue, Message, read_catalogue
from arrowswitch.i18n.locales import Locale

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from pathlib import Path

    from arrowswitch.core.changes import ValueChange

_FOLDER = "LC_MESSAGES"
_COMMANDS = "cli"
_AS_THEY_ARE = (str, int)
_RANGE_ENDS = frozenset({"most", "last"})
_READING = allocate_lock()
_MSGID = '\nmsgid "'


@dataclass(frozen=True, slots=True)
class _Entry:
    """The texts of one code: one, or one for each plural form, which `n` chooses by the rule of the catalogue."""

    forms: tuple[str, ...]
    form_for: Callable[[int], int] | None
    room: str
    is_plural: bool = False


def translate(code: str, params: Mapping[str, ParamValue], locale: Locale) -> str:
    """Returns the text of `code` in `locale` with its placeholders filled from `params`.

    The text of an entry with plural forms is chosen by the parameter `n`; words within a text can agree with any
    parameter (`counting`). Parameters without a placeholder are left out.
    Raises Impossible when the code has no text, or when a placeholder has no parameter.
    """
    entry = _entry_of_commands(code, locale) if code.startswith(f"{_COMMANDS}.") else None
    entry = entry or _catalogue(locale).get(code)
    if entry is None:
        raise Impossible(f"no text in {locale.value} for the code {code!r}, parameters {dict(params)!r}")
    text = _form(entry, code, params)
    try:
        if "|" in text:
            from arrowswitch.i18n.counting import choose_words

            text = choose_words(text, params, entry.form_for)
        if not _RANGE_ENDS.isdisjoint(params):
            from arrowswitch.i18n.counting import collapse_ranges

            text = collapse_ranges(text, params)
        return text.format_map(_write_params(params, locale))
    except (KeyError, ValueError, IndexError) as error:
        raise Impossible(f"the text of {code!r} in {locale.value} cannot be filled from {dict(params)!r}") from error


def _write_params(params: Mapping[str, ParamValue], locale: Locale) -> Mapping[str, ParamValue]:
    """Returns parameters with the names and times among them as the language writes them."""
    if all(type(value) in _AS_THEY_ARE for value in params.values()):
        return params
    from arrowswitch.core.changes import Changes
    from arrowswitch.core.moments import Moment
    from arrowswitch.i18n.formats import format_moment
    from arrowswitch.i18n.language import language_of

    language = language_of(locale)

    def write_value(value: ParamValue) -> ParamValue:
        if isinstance(value, Moment):
            return format_moment(value, locale)
        if isinstance(value, Changes):
            return language.between_items.join(_change_text(change, locale) for change in value.items)
        return language.names(value) if isinstance(value, str) else value

    return {key: write_value(value) for key, value in params.items()}


def _change_text(change: ValueChange, locale: Locale) -> str:
    was, now = (_value_text(value, change.values, locale) for value in (change.was, change.now))
    return translate("history.change", {"label": translate(change.label, {}, locale), "was": was, "now": now}, locale)


def _value_text(value: str, codes: str, locale: Locale) -> str:
    """Returns the words of a value, the value itself where it has none, and a dash for an empty one."""
    code = f"{codes}{value}"
    return translate(code, {}, locale) if codes and has_code(code) else value or "–"


def problem_text(problem: Problem, locale: Locale) -> str:
    """Returns the text of `problem` in `locale`, after its place in the input if it has one."""
    from arrowswitch.i18n.language import language_of

    text = translate(problem.code, problem.params, locale)
    if not problem.where:
        return text
    return f"{_place(problem.where, locale)}{language_of(locale).before_problem}{text}"


def problems_text(mistake: Mistake, locale: Locale) -> tuple[str, ...]:
    """Returns one text in `locale` for each problem of `mistake`, in their order."""
    return tuple(problem_text(problem, locale) for problem in mistake.problems)


def has_code(code: str) -> bool:
    """True if `code` has a text in every language."""
    return all(code in _catalogue(locale) for locale in Locale)


def all_codes() -> tuple[str, ...]:
    """Returns every code that has a text in some language, in alphabetical order."""
    return tuple(sorted({code for locale in Locale for code in _catalogue(locale)}))


def room_of(code: str) -> str:
    """Returns the name of the catalogue that holds `code`. Raises Impossible when none does."""
    for locale in Locale:
        if entry := _catalogue(locale).get(code):
            return entry.room
    raise Impossible(f"no catalogue holds the code {code!r}")


def text_forms(code: str, locale: Locale) -> tuple[str, ...]:
    """Returns the unfilled text of `code` in `locale`, one for each plural form; nothing when it has none."""
    entry = _catalogue(locale).get(code)
    return entry.forms if entry else ()


def catalogue_files(locale: Locale) -> tuple[Path, ...]:
    """Returns the catalogues of `locale` in alphabetical order of their rooms."""
    return tuple(sorted(catalogue_folder(locale).glob("*.po")))


def catalogue_folder(locale: Locale) -> Path:
    """Returns the folder of the catalogues of `locale`."""
    from pathlib import Path

    return Path(__file__).with_name("locales") / locale.value / _FOLDER


class _Texts(Mapping[str, _Entry]):
    """The texts of one language. A catalogue is parsed when its first text is asked for: a command and the first page
    show texts of a few. Threads that ask meanwhile wait: if each of the first askers of a server parsed the catalogue
    for itself, all would wait for all."""

    __slots__ = ("_entries", "_files", "_locale", "_lock", "_stand_in", "_unparsed")

    def __init__(self, locale: Locale) -> None:
        from arrowswitch.i18n.language import language_of

        stand_in = language_of(locale).falls_back_to
        self._locale = locale
        self._stand_in = None if stand_in is None else _read(stand_in)
        self._lock = allocate_lock()
        self._entries: dict[str, _Entry] = {}
        self._files: dict[str, Path] = {}
        self._unparsed = set(catalogue_files(locale))
        for file in sorted(self._unparsed):
            for code in _codes(file.read_text(encoding="utf-8")):
                other = self._files.setdefault(code, file)
                if other is not file:
                    raise Impossible(f"{code!r} has two texts in {locale.value}: {other.name} and {file.name}")

    def __getitem__(self, code: str) -> _Entry:
        """Returns the texts of a code: of the language, else of the one that it falls back to."""
        entry = self._entries.get(code)
        if entry is None and (file := self._files.get(code)) is not None:
            self._parse(file)
            entry = self._entries.get(code)
        if entry is not None:
            return entry
        if self._stand_in is None:
            raise KeyError(code)
        return self._stand_in[code]

    def __iter__(self) -> Iterator[str]:
        """Yields the codes that have a text; all catalogues are parsed for it."""
        for file in sorted(self._unparsed):
            self._parse(file)
        return iter({*self._entries, *(self._stand_in or ())})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _parse(self, file: Path) -> None:
        with self._lock:
            if file in self._unparsed:
                self._entries.update(_entries(file, self._locale))
                self._unparsed.discard(file)


def _codes(catalogue: str) -> Iterator[str]:
    """Yields the codes of a catalogue that is not parsed."""
    codes = (part.partition('"\n')[0] for part in catalogue.split(_MSGID)[1:])
    return (code for code in codes if code)


@cache
def _catalogue(locale: Locale) -> Mapping[str, _Entry]:
    with _READING:
        return _read(locale)


@cache
def _read(locale: Locale) -> Mapping[str, _Entry]:
    return _Texts(locale)


def _entry_of_commands(code: str, locale: Locale) -> _Entry | None:
    """Returns the entry of a code in the catalogue of the command line. A command then need not load the catalogues of
    all pages nor, for plain words, the whole of its own."""
    text = plain_text(_commands_text(locale), code)
    return _Entry((text,), None, _COMMANDS) if text else _words_of_commands(locale).get(code)


def plain_text(catalogue: str, code: str) -> str:
    """Returns the text of a code in a catalogue of which nothing else is read; nothing where it has none there, or one
    that only a reader of the whole understands: with plural forms or counted words, or with signs that are escaped."""
    head = f'\nmsgid "{code}"\nmsgstr "'
    start = catalogue.find(head)
    if start < 0:
        return ""
    lines = catalogue[start + len(head) - 1 : catalogue.find("\n\n", start + len(head))].split("\n")
    plain = "".join(line[1:-1] for line in takewhile(lambda line: line.startswith('"'), lines))
    return "" if "\\" in plain or "|" in plain else plain


@cache
def _commands_text(locale: Locale) -> str:
    """Returns the catalogue of the command line as it is written, an empty line at its end."""
    path = os.path.join(os.path.dirname(__file__), "locales", locale.value, _FOLDER, f"{_COMMANDS}.po")
    try:
        with open(path, encoding="utf-8") as stream:
            return f"{stream.read()}\n\n"
    except FileNotFoundError:
        return ""


@cache
def _words_of_commands(locale: Locale) -> Mapping[str, _Entry]:
    file = catalogue_folder(locale) / f"{_COMMANDS}.po"
    return dict(_entries(file, locale)) if file.is_file() else {}


def _entries(file: Path, locale: Locale) -> Iterator[tuple[str, _Entry]]:
    room = file.name.removesuffix(".po")
    catalogue = read_catalogue(file.read_text(encoding="utf-8")) or _read_by_babel(file, locale)
    form_for = gettext.c2py(catalogue.plural_rule)
    for message in catalogue.messages:
        if message.code and all(message.forms):
            yield message.code, _Entry(message.forms, form_for, room, is_plural=message.is_plural)


def _read_by_babel(file: Path, locale: Locale) -> Catalogue:
    """Returns the messages of any catalogue; raises the errors of Babel, with the line of each."""
    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        catalog = read_po(stream, locale=locale.value.replace("-", "_"), abort_invalid=True)
    messages = []
    for message in catalog:
        text = message.string or ""
        code, *plural = (message.id,) if isinstance(message.id, str) else message.id
        messages.append(Message(code, (text,) if isinstance(text, str) else tuple(text), is_plural=bool(plural)))
    return Catalogue(tuple(messages), catalog.plural_expr)


def _form(entry: _Entry, code: str, params: Mapping[str, ParamValue]) -> str:
    if not entry.is_plural or entry.form_for is None:
        return entry.forms[0]
    n = params.get("n")
    if not isinstance(n, int):
        raise Impossible(f"{code!r} has plural forms and needs a whole number n, not {n!r}")
    return entry.forms[entry.form_for(n)]


def _place(where: str, locale: Locale) -> str:
    from arrowswitch.i18n.language import language_of

    for kind, pattern in language_of(locale).places.items():
        where = re.sub(rf"{kind} (\d+)", pattern, where)
    return where
