"""Two people at one form: what somebody else stored while it was open is neither put back nor lost unseen.

A form carries what stood in its fields when it was made (`was`). Fields that only the other changed keep the other's
value; those that both changed are shown with both, and the form is sent again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.json_text import NotJson, plain_json

WAS = "was"
"""The field that carries what stood in all others."""
_LONGEST = 60_000


class Theirs(str):
    """What somebody else stored in a field that was changed here as well; it stands among the errors of the field."""

    __slots__ = ()

    @property
    def theirs(self) -> str:
        """Returns the stored value; a page recognises by it that this is a choice and not an error."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Joined:
    """What a form says after what was stored meanwhile: its fields with those only the other changed (`kept`), and by
    field what the other stored where both did."""

    fields: Mapping[str, str]
    kept: tuple[str, ...]
    theirs: Mapping[str, tuple[str, ...]]

    def note(self, usual: str) -> str:
        """Returns the code of what is said when the form was stored; `n` is how many fields of theirs were kept."""
        return "desk.meanwhile.kept" if self.kept else usual


def joined(form: Mapping[str, str], now: Mapping[str, str]) -> Joined:
    """Returns what a form says, where `now` stands stored; a form that does not tell what was there counts as it is.

    >>> from arrowswitch.web.context import plain_json as packed
    >>> was = {"venue": "Hall", "fee": "8", "director": ""}
    >>> form = {"venue": "Hall", "fee": "10", "director": "Alder", "was": packed(was)}
    >>> here = joined(form, {"venue": "Club", "fee": "9", "director": "Alder"})
    >>> here.fields["venue"], here.kept, here.theirs
    ('Club', ('venue',), {'fee': ('9',)})
    """
    fields = {name: value for name, value in form.items() if name != WAS}
    was = _was(form.get(WAS, ""))
    changed = [name for name, value in was.items() if _plain(now.get(name, value)) != _plain(value)]
    mine = {name: _said(form, name, was[name]) for name in changed}
    kept = [name for name in changed if _plain(mine[name]) == _plain(was[name])]
    both = [name for name in changed if name not in kept and _plain(mine[name]) != _plain(now[name])]
    return Joined(
        fields={**fields, **{name: now[name] for name in kept}},
        kept=tuple(kept),
        theirs={name: (Theirs(now[name]),) for name in both},
    )


def _was(text: str) -> Mapping[str, str]:
    try:
        plain = plain_json(text) if 0 < len(text) <= _LONGEST else {}
    except NotJson:
        return {}
    items = plain.items() if isinstance(plain, dict) else ()
    return {str(name): value for name, value in items if isinstance(value, str)}


def _said(form: Mapping[str, str], name: str, was: str) -> str:
    """Returns what a form says of a field: a tick that is not sent was taken away, another field is not on the page."""
    return form.get(name, "" if was == "yes" else was)


def _plain(value: str) -> str:
    return "\n".join(value.strip().splitlines())
