"""The regulations files that come with the program, and reading any other.

`names()` lists them: bodies and editions (`jcbl-2008`), and the conventions of scoring programs
(`programs/compscore3`), by which the results that those programs published are scored again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.core.regulations import Regulations
from arrowswitch.regulations.plain import from_plain
from arrowswitch.regulations.toml_text import Source, merge_values, parse, source_of

_SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    """Returns the names of all files that come with the program, bodies first, then programs."""
    root = files("arrowswitch.regulations")
    bodies = sorted(_names_in(root))
    programs = sorted(f"programs/{name}" for name in _names_in(root / "programs"))
    return (*bodies, *programs)


@cache
def load(name: str) -> Regulations:
    """Returns the regulations of a name of `names()`.

    Raises NotFound (`regulations.unknown`) for any other name.
    """
    return load_text(text_of(name), f"{name}{_SUFFIX}")


def load_text(toml: str, where: str) -> Regulations:
    """Returns the regulations in a TOML text; `where` is the file's name for messages.

    With `inherits = "NAME"` all values of that file stand that the text does not give. Raises Malformed with all
    problems (`regulations.syntax`, `.twice` and those of `from_plain`), NotFound (`regulations.unknown`) for the file
    inherited. Problems have the line, the key and what is wrong with it.
    """
    plain = parse(toml, where)
    source = source_of(toml, where)
    parent = plain.pop("inherits", None)
    if parent is not None:
        plain = merge_values(_parent_values(_parent(parent, source)), plain)
    return from_plain(plain, source)


def text_of(name: str) -> str:
    """Returns the text of a file that comes with the program; raises NotFound (`regulations.unknown`)."""
    if name not in names():
        raise NotFound.of("regulations.unknown", name=name, known=", ".join(names()))
    return (files("arrowswitch.regulations") / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


@cache
def for_program(program: str) -> str | None:
    """Returns the name of the file for a scoring program, as its result files call it, or None for an unknown one.

    The file names the beginnings of the program's name: `EBUScore` covers `EBUScore Pairs`.
    """
    wanted = program.strip().casefold()
    for name in names():
        if any(wanted.startswith(known.casefold()) for known in load(name).programs):
            return name
    return None


def _names_in(folder: Traversable) -> Iterator[str]:
    return (file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX))


def _parent(name: object, source: Source) -> str:
    where = source.where("inherits")
    if not isinstance(name, str):
        raise Malformed.of("regulations.not-a-text", where, key="inherits")
    if name not in names():
        raise NotFound.of("regulations.unknown", where, name=name, known=", ".join(names()))
    return name


@cache
def _parent_values(name: str) -> Mapping[str, object]:
    plain = parse(text_of(name), f"{name}{_SUFFIX}")
    plain.pop("programs", None)
    parent = plain.pop("inherits", None)
    return plain if parent is None else merge_values(_parent_values(str(parent)), plain)
