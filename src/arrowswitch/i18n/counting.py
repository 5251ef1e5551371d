"""Words of a message that agree with a number or a list in it.

`{boards} {boards:board|boards}` has a word for each plural form of the language, in the order of the forms of its
catalogue, and the number chooses. `{rounds:*round|rounds} {rounds}` goes by how many items the list has. A message with
one number can also have a text for each form (`msgid_plural`); one with several numbers needs these words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_WORDS = re.compile(r"\{(?P<name>\w+):(?P<is_list>\*?)(?P<forms>[^{}|]+(?:\|[^{}|]+)+)\}")
_PLACEHOLDER = re.compile(r"\{(?P<name>\w+)(?::\*?(?P<forms>[^{}]+))?\}")
_RANGE = re.compile(
    r"(?<!from )\{(?P<first>\w*least|first)\}(?: ?[–〜～-] ?| to | ?から ?)"
    r"\{(?P<last>\w*most|last)\}(?![^。（）]*まで)"
)
_SEVERAL = re.compile(r"[,、・;]|\d *[-–] *\w| and ")
"""A list of several numbers or names: with something between two of them, or a range."""


def collapse_ranges(text: str, params: Mapping[str, object]) -> str:
    """Returns a text in which a range whose ends are the same is one number: "7", not "7 to 7".

    "from {least} to {most}" and its Japanese form with まで stay: nothing but a range can follow these words.

    >>> collapse_ranges("{least} to {most} teams", {"least": 7, "most": 7})
    '{least} teams'
    >>> collapse_ranges("{least} to {most} teams", {"least": 7, "most": 8})
    '{least} to {most} teams'
    """
    return _RANGE.sub(
        lambda ends: f"{{{ends['first']}}}" if params.get(ends["first"]) == params.get(ends["last"]) else ends[0], text
    )


def choose_words(text: str, params: Mapping[str, object], form_for: Callable[[int], int] | None) -> str:
    """Returns a text whose counted words are in the form that its parameters ask for.

    `form_for` returns the number of the form for a whole number, by the catalogue's plural rule. A number that is not
    whole takes the last form. Raises KeyError when a parameter is missing.

    >>> choose_words("in {n:*round|rounds} {n}", {"n": "3, 5"}, lambda n: int(n != 1))
    'in rounds {n}'
    """
    if "|" not in text:
        return text

    def choose(words: re.Match[str]) -> str:
        forms, value = words["forms"].split("|"), params[words["name"]]
        count = _count_items(value) if words["is_list"] else _whole_number(value)
        place = len(forms) - 1 if count is None or form_for is None else form_for(count)
        return forms[min(place, len(forms) - 1)]

    return _WORDS.sub(choose, text)


def pattern_of(text: str, forms: Mapping[str, str]) -> re.Pattern[str]:
    """Returns the pattern of a text that is filled in: each placeholder by its own pattern, counted words in any form.

    >>> bool(pattern_of("{n} {n:board|boards}.", {"n": r"\\d+"}).fullmatch("1 board."))
    True
    """
    pattern, end = "", 0
    for part in _PLACEHOLDER.finditer(text):
        words = part["forms"]
        pattern += re.escape(text[end : part.start()])
        pattern += (
            f"(?:{'|'.join(map(re.escape, words.split('|')))})"
            if words
            else f"(?P<{part['name']}>{forms[part['name']]})"
        )
        end = part.end()
    return re.compile(pattern + re.escape(text[end:]))


def _count_items(value: object) -> int:
    """Returns 1 for one item and 2 for several."""
    return 2 if isinstance(value, str) and _SEVERAL.search(value) else 1


def _whole_number(value: object) -> int | None:
    if isinstance(value, int):
        return abs(value)
    text = str(value).lstrip("+-−")
    return int(text) if text.isdecimal() else None
