"""The fonts that come with the program: one for Japanese in two weights, one for the Latin, Greek and Cyrillic letters
that it lacks, and one for rare ideographs.

They lie in `vendor` as their makers made them, with their licences (docs/decisions/0040). Paper uses nothing else but
what the typesetter brings; the desk and the wall show the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arrowswitch.core.errors import NotFound

FOLDER = Path(__file__).parent / "vendor"
JAPANESE = "Noto Sans JP"
FAMILIES: Mapping[str, tuple[Path, ...]] = {
    JAPANESE: (
        FOLDER / "noto-sans-jp-2.004" / "NotoSansJP_400Regular.ttf",
        FOLDER / "noto-sans-jp-2.004" / "NotoSansJP_700Bold.ttf",
    ),
    "Noto Sans": (
        FOLDER / "noto-sans-2.015" / "NotoSans_400Regular.ttf",
        FOLDER / "noto-sans-2.015" / "NotoSans_700Bold.ttf",
    ),
    "Droid Sans Fallback": (FOLDER / "droid-sans-fallback-1.00c" / "DroidSansFallbackFull.ttf",),
}
"""The files of each family, the lighter weight first; the families in the order in which a character is looked for."""

FILES = tuple(path for weights in FAMILIES.values() for path in weights)


def font_file(name: str) -> Path:
    """Returns the font file of a name (`NotoSansJP_700Bold.ttf`); raises NotFound (`font.none`)."""
    for path in FILES:
        if path.name == name:
            return path
    raise NotFound.of("font.none", name=name)
