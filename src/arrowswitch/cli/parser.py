"""The argument parser, in the user's language throughout: help, headings and usage errors."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence

from arrowswitch.cli.console import Console
from arrowswitch.core.errors import ParamValue
from arrowswitch.i18n.locales import TERMINAL_LOCALE, Locale
from arrowswitch.i18n.messages import translate

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from typing import Any, NoReturn

Handler = Callable[[argparse.Namespace, Console], int | None]
Options = Callable[["Parser"], None]
"""Carries a command out; returns the exit code where all is not well."""

_USAGE_ERRORS = (
    (r"the following arguments are required: (?P<names>.+)", "cli.usage.required"),
    (r"argument (?P<name>.+): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<known>.+)\)", "cli.usage.choice"),
    (r"argument (?P<name>.+): invalid \w+ value: '(?P<value>.*)'", "cli.usage.value"),
    (r"argument (?P<name>.+): expected .*argument.*", "cli.usage.missing"),
    (r"argument (?P<name>.+): not allowed with argument (?P<other>.+)", "cli.usage.not-with"),
    (r"unrecognized arguments: (?P<names>.+)", "cli.usage.unknown"),
    (r"one of the arguments (?P<names>.+) is required", "cli.usage.one-of"),
)


class UsageError(Exception):
    """The command line cannot be understood; exit code 2."""

    def __init__(self, parser: Parser, code: str, params: dict[str, ParamValue]) -> None:
        super().__init__(code)
        self.parser = parser
        self.code = code
        self.params = params


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the user's language and raises `UsageError` where argparse would end the
    program.
    """

    def __init__(
        self,
        prog: str,
        description: str = "",
        parents: Sequence[Parser] = (),
        locale: Locale = TERMINAL_LOCALE,
        *,
        has_help: bool = True,
    ) -> None:
        super().__init__(
            prog,
            description=description,
            parents=list(parents),
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: _Formatter(prog, locale),
        )
        self.locale = locale
        self._late_options: Options | None = None
        self._positionals.title = self.words("cli.help.arguments")
        self._optionals.title = self.words("cli.help.options")
        if has_help:
            self.add_argument("-h", "--help", action="help", help=self.words("cli.help.help"))

    def words(self, code: str, **params: ParamValue) -> str:
        """Returns a text for help, with `%` as argparse wants it."""
        return translate(code, params, self.locale).replace("%", "%%")

    def add_later(self, options: Options) -> None:
        """Adds options by `options` when they are first needed: because the command is given, or its help."""
        self._late_options = options

    def add_all(self) -> None:
        """Adds the options that are added late, if they are not there yet."""
        options, self._late_options = self._late_options, None
        if options is not None:
            options(self)

    def parse_known_args(
        self,
        args: Iterable[str] | None = None,
        namespace: Any = None,  # noqa: ANN401 - as argparse has it: any object takes the values
    ) -> tuple[Any, list[str]]:
        """Parses as `argparse` does, with the options that are added late."""
        self.add_all()
        return super().parse_known_args(args, namespace)

    def format_usage(self) -> str:
        """Returns the usage, with the options that are added late."""
        self.add_all()
        return super().format_usage()

    def format_help(self) -> str:
        """Returns the help, with the options that are added late."""
        self.add_all()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raises UsageError with the error of argparse, as a code for the user's language."""
        for pattern, code in _USAGE_ERRORS:
            match = re.fullmatch(pattern, message, re.DOTALL)
            if match is not None:
                params: dict[str, ParamValue] = {key: _short(value) for key, value in match.groupdict().items()}
                raise UsageError(self, code, params)
        raise UsageError(self, "cli.usage.other", {"detail": _short(message)})


class _Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, locale: Locale) -> None:
        super().__init__(prog, max_help_position=32, width=100)
        self._words = translate("cli.help.usage", {}, locale)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, self._words if prefix is None else prefix)


def add_names(parser: Parser, names: Iterable[str]) -> None:
    """Adds commands with their help lines alone, for a command line that gives none of them. They share one parser: to
    make one for each takes longer than all else that `--version` does."""
    commands = _add_subparsers(parser, lambda **_: parser)  # type: ignore[arg-type] # argparse only calls it
    for name in names:
        commands.add_parser(name, help=parser.words(f"cli.{name}.help"))


class Commands:
    """A set of subcommands, each with its handler, its help text and the options that all commands have."""

    def __init__(
        self,
        parser: Parser,
        shared: Parser,
        dest: str = "command",
        *,
        is_required: bool = False,
        has_all_options: bool = False,
    ) -> None:
        self._parser = parser
        self._shared = shared
        self._has_all_options = has_all_options
        self._set = _add_subparsers(parser, Parser, dest, is_required=is_required)

    def add(self, name: str, handler: Handler | None = None, options: Options | None = None) -> Parser:
        """Returns the parser of a new command. Its help is the text `cli.<command>.help`, `cli.<group>-<command>.help`
        inside a group. `options` adds arguments that take long to load, when the command is used; at once if all
        commands are added to be read."""
        path = "-".join([*self._parser.prog.split()[1:], name])
        about = self._parser.words(f"cli.{path}.help")
        made = self._set.add_parser(
            name, help=about, description=about, parents=[self._shared], locale=self._parser.locale
        )
        if handler is not None:
            made.set_defaults(handler=handler)
        if options is not None:
            made.add_later(options)
        if self._has_all_options:
            made.add_all()
        return made

    def group(self, name: str) -> Commands:
        """Returns a new set of commands under `name`."""
        made = self.add(name)
        return Commands(
            made,
            self._shared,
            dest=f"{name}_command",
            is_required=True,
            has_all_options=self._has_all_options,
        )


def _add_subparsers(
    parser: Parser, parser_class: type[Parser], dest: str = "command", *, is_required: bool = False
) -> argparse._SubParsersAction[Parser]:
    return parser.add_subparsers(
        dest=dest,
        required=is_required,
        title=parser.words("cli.help.commands"),
        metavar=parser.words("cli.help.command"),
        parser_class=parser_class,
    )


def _short(text: str) -> str:
    return text if len(text) <= 400 else text[:399] + "…"
