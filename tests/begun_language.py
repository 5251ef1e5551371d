"""A language begun in a temporary copy of the program, and a program run with it.

The copy consists of links to the modules of the program, so that only the folders of the languages are its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.architecture.source_tree import PACKAGE, ROOT

TAG = "xx"
PROPERTIES = 'own_name = "Xish"\nfalls_back_to = "en"\nbetween_partners = " + "\n'
HEAD = (
    'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)


def begin_language(folder: Path, **files: str) -> Path:
    """Returns a copy of the program in `folder` that has a language more, begun with its properties and `files`:
    catalogues by name, their texts without the head, and `regulations`."""
    own = folder / "arrowswitch"
    locales = own / "i18n" / "locales"
    locales.mkdir(parents=True)
    for real, copy in ((PACKAGE, own), (PACKAGE / "i18n", own / "i18n"), (PACKAGE / "i18n" / "locales", locales)):
        for path in real.iterdir():
            if path.name != "__pycache__" and not (copy / path.name).exists():
                (copy / path.name).symlink_to(path, target_is_directory=path.is_dir())
    catalogues = locales / TAG / "LC_MESSAGES"
    catalogues.mkdir(parents=True)
    (locales / TAG / "language.toml").write_text(PROPERTIES, encoding="utf-8")
    for name, text in files.items():
        is_catalogue = name != "regulations"
        path = catalogues / f"{name}.po" if is_catalogue else locales / TAG / "regulations.toml"
        path.write_text(HEAD + text if is_catalogue else text, encoding="utf-8")
    return folder


def run_with(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in the copy of the program."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "LANG": "xx_XX.UTF-8", "LC_ALL": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
