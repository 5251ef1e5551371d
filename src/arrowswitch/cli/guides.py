"""`guides`: the ruling guides listed, walked in the terminal, and a club's own checked."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import TOML, read_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.digits import whole_of
from arrowswitch.formats.reading import text_of
from arrowswitch.i18n.language import language_of, tags_of
from arrowswitch.i18n.locales import Locale
from arrowswitch.regulations import load
from arrowswitch.regulations.guides import guide_names, load_guide
from arrowswitch.regulations.guides.checking import count_ways
from arrowswitch.regulations.guides.citing import citation_words, edition_of, law_words
from arrowswitch.regulations.guides.shelf import checked_guide
from arrowswitch.regulations.guides.tree import EDITIONS, Guide, GuideWalk, Ruling, Words, in_edition, tick_keys, walk
from arrowswitch.regulations.wording import guide_text

_LANGUAGES = tuple(locale.value for locale in Locale)


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("guides")
    group.add("list", _list)
    walk = group.add("walk", _walk)
    walk.add_argument("guide", help=walk.words("cli.guides.name"))
    walk.add_argument("answers", nargs="*", help=walk.words("cli.guides.answers"))
    walk.add_argument("--edition", type=int, choices=EDITIONS, help=walk.words("cli.guides.edition"))
    check = group.add("check", _check)
    check.add_argument("toml", metavar="FILE", nargs="?", help=check.words("cli.guides.file"))


def _list(options: argparse.Namespace, console: Console) -> None:
    """Prints the name, title and law of every guide."""
    guides = [load_guide(name) for name in guide_names()]
    rows = [(one.name, _say(one.title, console), console.problem(law_words(one.law))) for one in guides]
    if console.is_json:
        console.json([{"name": name, "title": title, "law": law} for name, title, law in rows])
        return
    console.table("cli.guides.head-", ("name", "title", "law"), rows)


def _walk(options: argparse.Namespace, console: Console) -> None:
    """Follows the answers given, then those typed, to the ruling; raises NotFound (`guide.unknown`)."""
    guide = _load_guide(console, options.guide)
    edition = options.edition or edition_of(load(language_of(console.locale).regulations).laws)
    answers = list(options.answers)
    stand = _stand(guide, answers, edition)
    if console.is_json:
        console.json(_plain(stand, console))
        return
    if stand.unread:
        console.say("cli.guides.unread", text=" ".join(stand.unread))
        stand = _stand(guide, list(stand.answers), edition)
    while stand.ruling is None:
        _show_question(stand, console)
        chosen = _read_choice(stand, console)
        if chosen is None:
            return
        stand = _stand(guide, [*stand.answers, chosen], edition)
    _show_ruling(stand, stand.ruling, console)


def _check(options: argparse.Namespace, console: Console) -> None:
    """Tests every way through a guide. Raises Malformed with all faults of a file."""
    guides = [load_guide(name) for name in guide_names()]
    if options.toml is not None:
        guides = [checked_guide(text_of(read_file(console, options.toml)), options.toml, _LANGUAGES)]
    ways_of_guides = [(guide.name, count_ways(guide)) for guide in guides]
    if console.is_json:
        console.json([{"name": name, "ways": ways} for name, ways in ways_of_guides])
        return
    for name, ways in ways_of_guides:
        console.say("cli.guides.good", name=name, n=ways)


def _load_guide(console: Console, name: str) -> Guide:
    if name.endswith(TOML):
        return checked_guide(text_of(read_file(console, name)), name, _LANGUAGES)
    return load_guide(name)


def _stand(guide: Guide, answers: list[str], edition: int) -> GuideWalk:
    """Returns the step that answers lead to. In the terminal the check items are shown; continuing confirms them."""
    ticks = {key for step in guide.steps.values() for key, _ in tick_keys(step, edition)}
    return walk(guide, answers, ticks, edition)


def _show_question(stand: GuideWalk, console: Console) -> None:
    step = stand.at
    assert not isinstance(step, Ruling)
    console.line()
    console.line(_say(step.ask, console))
    for text in in_edition(step.help, stand.edition):
        console.line(f"  {_say(text.words, console)}")
    _show_ticks(stand, console)
    for place, option in enumerate(stand.options, start=1):
        console.line(f"  {place}. {_say(option.words, console)}  [{option.name}]")
    console.line(f"  ({'; '.join(_cites(stand, console))})")


def _show_ruling(stand: GuideWalk, ruling: Ruling, console: Console) -> None:
    console.line()
    console.line(f"{console.problem(law_words(ruling.law))}: {_say(ruling.title, console)}")
    for text in in_edition((*ruling.says, *ruling.lead), stand.edition):
        console.line(f"  {_say(text.words, console)}")
    console.line(f"  {console.text(f'desk.guides.score.{ruling.score.value}')}")
    _show_ticks(stand, console)
    console.line(f"  ({'; '.join(_cites(stand, console))})")


def _show_ticks(stand: GuideWalk, console: Console) -> None:
    ticks = tick_keys(stand.at, stand.edition)
    if ticks:
        console.line(f"  {console.text('cli.guides.ticks')}")
    for _, tick in ticks:
        stage = f"({tick.stage}) " if tick.stage else ""
        console.line(f"  [ ] {stage}{_say(tick.words, console)}")


def _read_choice(stand: GuideWalk, console: Console) -> str | None:
    """Returns the option that the user types by its number or its name. Returns None at the end of the input."""
    names = [option.name for option in stand.options]
    while True:
        console.out.write(console.text("cli.guides.choose"))
        console.out.flush()
        typed = console.stdin.readline()
        if not typed:
            console.line()
            return None
        text = typed.decode("utf-8", errors="replace").strip()
        if text in names:
            return text
        if 1 <= (whole_of(text) or 0) <= len(names):
            return names[int(text) - 1]


def _cites(stand: GuideWalk, console: Console) -> list[str]:
    citations = (console.problem(citation_words(cite)) for cite in in_edition(stand.at.cites, stand.edition))
    return list(dict.fromkeys(citations))


def _plain(stand: GuideWalk, console: Console) -> dict[str, object]:
    ruling = stand.ruling
    plain: dict[str, object] = {"guide": stand.guide.name, "edition": stand.edition, "answers": list(stand.answers)}
    plain |= {"at": stand.at.name, "unread": list(stand.unread), "cites": _cites(stand, console)}
    if ruling is None:
        return plain | {"options": {option.name: _say(option.words, console) for option in stand.options}}
    return plain | {"ruling": _say(ruling.title, console), "law": ruling.law, "score": ruling.score.value}


def _say(words: Words, console: Console) -> str:
    return guide_text(words, *tags_of(console.locale))
