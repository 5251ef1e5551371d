"""The fonts that come with the program: one for Japanese, and two for the characters of names that it lacks.

They lie in `vendor` as their makers made them, with their licences (docs/decisions/0029). Paper uses nothing else but
what the typesetter brings; a screen asks for them where its machine has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arrowswitch.core.errors import NotFound

FOLDER = Path(__file__).parent / "vendor"
JAPANESE = "IPAexGothic"
FAMILIES: Mapping[str, Path] = {
    JAPANESE: FOLDER / "ipaexg-4.01" / "ipaexg.ttf",
    "Noto Sans JP": FOLDER / "noto-sans-jp-2.004" / "NotoSansJP_400Regular.ttf",
    "Droid Sans Fallback": FOLDER / "droid-sans-fallback-1.00c" / "DroidSansFallbackFull.ttf",
}
"""The files by the names of their families, in the order in which a character is looked for."""


def font_file(name: str) -> Path:
    """Returns the font file of a name (`ipaexg.ttf`); raises NotFound (`font.none`)."""
    for path in FAMILIES.values():
        if path.name == name:
            return path
    raise NotFound.of("font.none", name=name)
