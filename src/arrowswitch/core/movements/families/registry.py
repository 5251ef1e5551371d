"""The only entry point that makes a movement of any family.

A family is one entry of `FAMILIES` (`catalogue`): its name (as on the command line), the function that makes it, the
sizes that it has and its options. Options and sizes that a family does not declare are refused here, so that a maker
is only called with those that it does. The maker takes the options as keywords, raises Refused for options that do not
go together, and returns a `Movement` whose `options` make the same movement again: `make(m.family, **m.options) == m`.
The independent checker replays every movement before it is returned, and the kind of contestants and the size must be
those that were declared.

Two things can be done to what a maker has made: `start` begins it in a later round, `barometer` lets all tables play
the same boards in a round.

To add a family: write its maker, add one `Family` to the catalogue, and give `movement.family.<name>` a text in each
language (docs/howto/movement-family.md has an example).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Impossible, NotFound, Problem, Refused
from arrowswitch.core.movements.checking.verify import DECLARATIONS, Severity, faults
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.catalogue import FAMILIES
from arrowswitch.core.movements.families.family import Family, Option, OptionValue, Size, format_sizes
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.starting_round import start_in_round

__all__ = ["FAMILIES", "Family", "Option", "OptionValue", "family_named", "make"]

_BY_NAME: Mapping[str, Family] = {family.name: family for family in FAMILIES}
_SIZES: Mapping[ContestantKind, tuple[str, int]] = {
    ContestantKind.PAIR: ("pairs", 2),
    ContestantKind.TEAM: ("teams", 1),
    ContestantKind.PLAYER: ("players", 4),
}
_SIZE_WORDS = frozenset(word for word, _ in _SIZES.values())


def family_named(name: str) -> Family:
    """Returns the family called `name`. Raises NotFound (`movement.family-unknown`) with the names there are."""
    if name not in _BY_NAME:
        raise NotFound.of("movement.family-unknown", family=name, families=", ".join(_BY_NAME))
    return _BY_NAME[name]


def make(name: str, **options: OptionValue | None) -> Movement:
    """Returns the movement of the family `name` for `options`, checked.

    The size is given as `tables`, or as `pairs` (`teams`, `players`): an odd number of pairs takes the next higher
    movement with a phantom. An option that is None counts as not given. Raises NotFound for an unknown family and
    Refused, with all problems, for options that the family does not have or that do not go together, or for a size that
    it does not declare.
    """
    family = family_named(name)
    wanted = {key: value for key, value in options.items() if value is not None and key not in DECLARATIONS}
    sized = _with_tables(family, wanted)
    Refused.check(_option_problems(family, sized))
    size = _size(family, wanted, sized["tables"])
    Refused.check(_size_problems(family, size))
    start = sized.pop("start", 1)
    is_barometer = sized.pop("barometer", "no") == "yes"
    made = family.maker(**sized)
    is_declared = made.kind in (family.kind, family.other_kind) and made.tables == size.tables
    if not is_declared or size.rounds not in (None, made.rounds):
        raise Impossible(f"{name} with {sized!r} makes {made.rounds} rounds at {made.tables} tables of {made.kind}")
    movement = start_in_round(made, int(start))
    if is_barometer:
        movement = as_barometer(movement)
    all_faults = [fault for fault in faults(movement) if fault.severity is Severity.FAULT]
    if all_faults:
        raise Impossible(f"{name} with {sized!r} makes a faulty movement: {all_faults[:5]!r}")
    return movement


def _with_tables(family: Family, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Returns the options with the number of contestants turned into tables, and a phantom where it is odd."""
    word, at_a_table = _SIZES[family.kind]
    options = dict(values)
    count = options.pop(word, None)
    if count is None:
        return options
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise Refused.of("movement.option-number", option=word, value=str(count), least=1)
    if family.option(word) is not None:
        # The maker reads the number itself: 8 to 11 players all have two tables.
        return {"tables": count // at_a_table, **options, word: count}
    whole, left = divmod(count, at_a_table)
    tables = whole + (1 if left and not family.waits else 0)
    if family.odd_only and not left:
        raise Refused.of("movement.even-refused", size=word, count=count, family=family.name)
    if options.setdefault("tables", tables) != tables:
        raise Refused.of("movement.sizes-differ", size=word, count=count, tables=str(options["tables"]), needed=tables)
    if left and not (family.odd or family.odd_only):
        raise Refused.of("movement.odd-refused", size=word, count=count, family=family.name)
    return {**family.odd, **options} if left else options


def _size(family: Family, options: Mapping[str, OptionValue], tables: OptionValue) -> Size:
    rounds, contestants = options.get("rounds"), options.get(_SIZES[family.kind][0])
    return Size(
        tables=int(tables),
        rounds=None if rounds is None else int(rounds),
        contestants=None if contestants is None else int(contestants),
    )


def _size_problems(family: Family, size: Size) -> Iterator[Problem]:
    """Yields why a family has no movement of a size: its own reason, or the sizes that it has."""
    if size.tables not in family.tables:
        word = "teams" if family.kind is ContestantKind.TEAM else "tables"
        params: dict[str, OptionValue] = {word: size.tables, "possible": format_sizes(family.tables)}
        yield family.why(size) or Problem(f"movement.refused.{word}", params, "tables")
    elif size.rounds is not None and family.rounds is not None:
        possible = family.rounds(size.tables)
        if size.rounds not in possible:
            params = {"rounds": size.rounds, "possible": format_sizes(possible)}
            yield family.why(size) or Problem("movement.refused.other-rounds", params, "rounds")


def _option_problems(family: Family, options: Mapping[str, OptionValue]) -> Iterator[Problem]:
    names = [option.name for option in family.options]
    for name, value in options.items():
        option = family.option(name)
        if option is None and name in _SIZE_WORDS:
            where = {"family": family.name, "size": _SIZES[family.kind][0], "option": name}
            yield Problem("movement.other-kind", {**where}, name)
        elif option is None:
            where = {"option": name, "family": family.name, "options": ", ".join(names)}
            yield Problem("movement.option-unknown", {**where}, name)
        else:
            yield from _value_problems(option, value)
    for option in family.options:
        if option.name not in options and (option.is_required or option.name == "tables"):
            yield Problem("movement.option-missing", {"option": option.name, "family": family.name}, option.name)


def _value_problems(option: Option, value: OptionValue) -> Iterator[Problem]:
    params: dict[str, OptionValue] = {"option": option.name, "value": str(value)}
    if option.choices:
        if value not in option.choices:
            yield Problem("movement.option-choice", {**params, "choices": ", ".join(option.choices)}, option.name)
    elif option.is_text:
        if not isinstance(value, str):
            yield Problem("movement.option-text", params, option.name)
    elif not isinstance(value, int) or isinstance(value, bool) or (option.least is not None and value < option.least):
        yield Problem("movement.option-number", {**params, "least": option.least or 0}, option.name)
    elif option.most is not None and value > option.most:
        yield Problem("movement.option-most", {**params, "most": option.most}, option.name)
