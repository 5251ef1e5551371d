"""Two people at one form: a change that another person stored while the form was open is neither reverted nor lost
unnoticed.

A form carries the values of its fields from the time it was made (`was`). Fields that only the other changed keep the
other's value; those that both changed are shown with both, and the form is sent again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.json_text import NotJson, plain_json

WAS = "was"
"""The field that carries the earlier values of all others."""
_LONGEST = 60_000


class Theirs(str):
    """The value that another person stored in a field that was changed here as well; it is among the errors of the
    field."""

    __slots__ = ()

    @property
    def theirs(self) -> str:
        """Returns the stored value; a page recognises by it that this is a choice and not an error."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Joined:
    """A form joined with the changes stored meanwhile: its fields with those only the other changed (`adopted`), and by
    field the values that the other stored where both did."""

    fields: Mapping[str, str]
    adopted: tuple[str, ...]
    theirs: Mapping[str, tuple[str, ...]]

    def note(self, usual: str) -> str:
        """Returns the code of the message after the form was stored; `n` is the number of fields adopted from
        others."""
        return "desk.meanwhile.kept" if self.adopted else usual


def join_edits(form: Mapping[str, str], now: Mapping[str, str]) -> Joined:
    """Returns the form joined with the stored values `now`; a form without the earlier values is returned as it is.

    >>> from arrowswitch.web.context import plain_json as packed
    >>> was = {"venue": "Hall", "fee": "8", "director": ""}
    >>> form = {"venue": "Hall", "fee": "10", "director": "Alder", "was": packed(was)}
    >>> here = join_edits(form, {"venue": "Club", "fee": "9", "director": "Alder"})
    >>> here.fields["venue"], here.adopted, here.theirs
    ('Club', ('venue',), {'fee': ('9',)})
    """
    fields = {name: value for name, value in form.items() if name != WAS}
    was = _was(form.get(WAS, ""))
    changed = [name for name, value in was.items() if _plain(now.get(name, value)) != _plain(value)]
    mine = {name: _sent_value(form, name, was[name]) for name in changed}
    unchanged = [name for name in changed if _plain(mine[name]) == _plain(was[name])]
    both = [name for name in changed if name not in unchanged and _plain(mine[name]) != _plain(now[name])]
    return Joined(
        fields={**fields, **{name: now[name] for name in unchanged}},
        adopted=tuple(unchanged),
        theirs={name: (Theirs(now[name]),) for name in both},
    )


def _was(text: str) -> Mapping[str, str]:
    try:
        plain = plain_json(text) if 0 < len(text) <= _LONGEST else {}
    except NotJson:
        return {}
    items = plain.items() if isinstance(plain, dict) else ()
    return {str(name): value for name, value in items if isinstance(value, str)}


def _sent_value(form: Mapping[str, str], name: str, was: str) -> str:
    """Returns the value that a form sends for a field: a tick that is not sent was removed, another field is not on the
    page."""
    return form.get(name, "" if was == "yes" else was)


def _plain(value: str) -> str:
    return "\n".join(value.strip().splitlines())
