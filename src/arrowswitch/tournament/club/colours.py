"""The club's colour: how it is read, and whether it can be seen on paper and pages.

Contrasts are those of WCAG 2.2 (relative luminance, 1.4.3 and 1.4.11): text needs 4.5, a band or line 3. Text on the
colour is white or black, whichever contrasts more; one of them always has at least 4.5.
"""

from __future__ import annotations

import re

from arrowswitch.core.errors import Malformed

LEAST_ON_PAPER = 3.0
"""The least contrast with white of a colour that marks heads on paper and pages."""
WHITE, BLACK = "#ffffff", "#000000"
_COLOUR = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)


def parse_colour(text: str) -> str:
    """Returns a colour as `#rrggbb`, empty for an empty text; raises Malformed (`club.colour`, `where`: `colour`).

    >>> parse_colour("0F5C4C"), parse_colour(" #07a "), parse_colour("")
    ('#0f5c4c', '#0077aa', '')
    """
    wanted = text.strip().lower()
    if not wanted:
        return ""
    match = _COLOUR.fullmatch(wanted)
    if match is None:
        raise Malformed.of("club.colour", "colour", text=text.strip()[:40])
    digits = match[1]
    return f"#{digits if len(digits) == 6 else ''.join(digit * 2 for digit in digits)}"


def contrast(first: str, second: str) -> float:
    """Returns the contrast of two colours, from 1 to 21.

    >>> round(contrast("#ffffff", "#000000"), 1), round(contrast("#ffffff", "#0f5c4c"), 1)
    (21.0, 7.9)
    """
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Returns white or black, whichever is read better on a colour.

    >>> ink_on("#0f5c4c"), ink_on("#ffcc00")
    ('#ffffff', '#000000')
    """
    return max(WHITE, BLACK, key=lambda ink: contrast(colour, ink))


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
