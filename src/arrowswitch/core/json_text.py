"""JSON that anybody may have written: what it holds, or the place where it can no longer be read.

Every JSON text from outside is parsed here, so that a file made to harm (thousands of brackets, a number of thousands
of digits, half a character, an exponent of millions) is damaged JSON and nothing worse.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal

_HALF = re.compile(r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]")
_FEW_NOUGHTS = 30


class NotJson(ValueError):
    """A text is no JSON, or holds what no program can repeat; it breaks off at `line` and `column` (from 1)."""

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}")
        self.line = line
        self.column = column


def plain_json(text: str, *, numbers_as_text: bool = False) -> object:
    """Returns the value of a JSON text. With `numbers_as_text` numbers are their own text (a small exponent is written
    out as zeros). Raises NotJson.

    Halves of characters are refused as well: no message could repeat them.

    >>> plain_json('{"boards": [1, 2.50]}'), plain_json("[2.50, 5e-2, 1e99999999]", numbers_as_text=True)
    ({'boards': [1, 2.5]}, ['2.50', '0.05', '1e99999999'])
    >>> plain_json('["\\\\ud800"]')
    Traceback (most recent call last):
        ...
    arrowswitch.core.json_text.NotJson: line 1, column 3
    """
    as_number = _written_out if numbers_as_text else None
    try:
        plain: object = json.loads(text, parse_float=as_number, parse_int=as_number)
        (json.dumps(plain, ensure_ascii=False) if "\\u" in text else text).encode()  # halves are written as escapes
    except json.JSONDecodeError as error:
        raise NotJson(error.lineno, error.colno) from error
    except UnicodeEncodeError as error:
        at = half.start() if (half := _HALF.search(text)) else 0
        raise NotJson(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)) from error
    except (RecursionError, ValueError) as error:
        raise NotJson from error
    return plain


def _written_out(text: str) -> str:
    _, _, power = text.lower().partition("e")
    return format(Decimal(text), "f") if power and len(power) < 5 and abs(int(power)) <= _FEW_NOUGHTS else text
