"""Where guides come from: those of the program, and those that a club keeps in a folder of its own.

Into the club's folder go guides (`*.toml`) and documents to be opened at the table (`*.pdf`): the law book, the
conditions, the rules on systems. A guide of the club that has the name of one of ours stands in its place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.regulations.guides.checking import faults
from arrowswitch.regulations.guides.reading import read_guide
from arrowswitch.regulations.guides.tree import Guide, Words
from arrowswitch.regulations.wording import further_wordings, guide_text

_SUFFIX = ".toml"
_PDF = ".pdf"
_LARGEST = 1_000_000


@cache
def guide_names() -> tuple[str, ...]:
    """Returns the names of the guides that come with the program, in the order of the list."""
    folder = files("arrowswitch.regulations.guides")
    names = [file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)]
    return tuple(sorted(names, key=lambda name: (load_guide(name).place, name)))


@cache
def load_guide(name: str) -> Guide:
    """Returns a guide that comes with the program; raises NotFound (`guide.unknown`)."""
    file = files("arrowswitch.regulations.guides") / f"{name}{_SUFFIX}"
    if "/" in name or not file.is_file():
        raise NotFound.of("guide.unknown", name=name)
    return read_guide(file.read_text(encoding="utf-8"), f"{name}{_SUFFIX}")


def guide_words_in(text: str, *languages: str) -> str:
    """Returns the title of a guide of ours or of one of its rulings in the first of several languages that has it;
    every other text as it is."""
    words = _titles().get(text.strip())
    return text if words is None else guide_text(words, *languages)


@cache
def _titles() -> Mapping[str, Words]:
    titles: dict[str, Words] = {}
    for guide in map(load_guide, guide_names()):
        for words in (guide.title, *(ruling.title for ruling in guide.rulings.values())):
            titles.update(dict.fromkeys((*words.values(), *further_wordings(words)), words))
    return titles


def checked_guide(toml: str, where: str, languages: Collection[str]) -> Guide:
    """Returns a good guide; raises Malformed with all faults, each with the file, for any other.

    A club's own guide needs its words in one of the languages.
    """
    guide = read_guide(toml, where)
    spoken = [language for language in languages if guide.title.get(language)] or list(languages)
    problems = faults(guide, spoken)
    Malformed.check(Problem(one.code, one.params, f"{where}, {one.where}") for one in problems)
    return guide


@dataclass(frozen=True, slots=True)
class ClubGuides:
    """The guides that can be opened: the program's own and those of the club's folder, if it has one."""

    folder: Path | None = None

    def all(self, languages: Collection[str]) -> tuple[tuple[Guide, ...], tuple[Problem, ...]]:
        """Returns every guide in the order of the list, and the problems of files in the folder, which are left out."""
        by_name = {name: load_guide(name) for name in guide_names()}
        problems: list[Problem] = []
        for path in self._files(_SUFFIX):
            try:
                guide = _read_own(path, languages)
            except Mistake as mistake:
                problems += mistake.problems
            else:
                by_name[guide.name] = guide
        return tuple(sorted(by_name.values(), key=lambda guide: (guide.place, guide.name))), tuple(problems)

    def guide(self, name: str, languages: Collection[str]) -> Guide:
        """Returns a guide by its name; raises NotFound (`guide.unknown`)."""
        guides, _ = self.all(languages)
        for guide in guides:
            if guide.name == name:
                return guide
        raise NotFound.of("guide.unknown", name=name[:60])

    def documents(self) -> tuple[str, ...]:
        """Returns the names of the documents in the folder."""
        return tuple(path.name for path in self._files(_PDF))

    def document(self, name: str) -> bytes:
        """Returns a document of the folder; raises NotFound (`guide.no-document`)."""
        for path in self._files(_PDF):
            if path.name == name:
                try:
                    return path.read_bytes()
                except OSError:
                    break
        raise NotFound.of("guide.no-document", name=name[:60])

    def _files(self, suffix: str) -> tuple[Path, ...]:
        if self.folder is None:
            return ()
        try:
            return tuple(sorted(path for path in self.folder.iterdir() if path.suffix.lower() == suffix))
        except OSError:
            return ()


def _read_own(path: Path, languages: Collection[str]) -> Guide:
    """Returns a guide of the club's folder; raises Malformed, also (`guide.unreadable`) for what is no text."""
    try:
        if path.stat().st_size > _LARGEST:
            raise Malformed.of("guide.unreadable", path.name)
        toml = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed.of("guide.unreadable", path.name) from error
    return checked_guide(toml, path.name, languages)
