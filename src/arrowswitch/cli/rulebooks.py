"""`regulations`: the editions that come with the program, one with every value and its clause, and a file checked."""

from __future__ import annotations

import argparse

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.cli.parser import Commands
from arrowswitch.formats.reading import text_of
from arrowswitch.regulations.comparing import differences, rules_in
from arrowswitch.regulations.toml_text import parse
from arrowswitch.regulations.wording import clause_in


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("regulations")
    group.add("list", _list)
    show = group.add("show", _show)
    show.add_argument("name", help=show.words("cli.regulations.name"))
    check = group.add("check", _check)
    check.add_argument("toml", metavar="FILE", help=check.words("cli.regulations.file"))


def _list(options: argparse.Namespace, console: Console) -> None:
    """Prints the name, title and edition of all regulations."""
    rulebooks = [regulations.load(name) for name in regulations.names()]
    rows = [(name, one.title, one.edition) for name, one in zip(regulations.names(), rulebooks, strict=True)]
    if console.is_json:
        console.json([{"name": name, "title": title, "edition": edition} for name, title, edition in rows])
        return
    console.table("desk.rules.", ("name", "title", "edition"), rows)


def _show(options: argparse.Namespace, console: Console) -> None:
    """Prints every value of one edition with its clause; raises NotFound (`regulations.unknown`)."""
    plain = regulations.to_plain(regulations.load(options.name))
    rules = rules_in(plain)
    if console.is_json:
        console.json(plain)
        return
    console.line(f"{plain['title']} ({plain['edition']})")
    rows = [(rule.key, rule.text, clause_in(rule.clause, console.locale.value)) for rule in rules]
    console.table("desk.rules.", ("value", "is", "clause"), rows)


def _check(options: argparse.Namespace, console: Console) -> None:
    """Prints the changes of a file of regulations. Raises Malformed with line, key and reason of each fault."""
    text = text_of(read_file(console, options.toml))
    read = regulations.to_plain(regulations.load_text(text, options.toml))
    base = parse(text, options.toml).get("inherits")
    changes = differences(regulations.to_plain(regulations.load(base)), read) if isinstance(base, str) else ()
    rows = [(one.key, one.before.text if one.before else "-", one.after.text if one.after else "-") for one in changes]
    if console.is_json:
        plain = [{"key": key, "before": before, "after": after} for key, before, after in rows]
        console.json({"name": str(read["name"]), "inherits": base or "", "changes": plain})
        return
    console.say("cli.regulations.good", title=str(read["title"]), n=len(rows), base=str(base or "-"))
    if rows:
        console.table("desk.rules.", ("value", "original", "here"), rows)
