"""Installs the ladder challenge in a temporary copy of the program, and runs an event of it there.

The copy consists of links to the program, with the folder of the form and its catalogues added.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.ranking.rankings import ranking
from tests.architecture.source_tree import PACKAGE, ROOT
from tests.browser.evenings.walking import http_walker
from tests.browser.evenings.whole import Whole

HERE = Path(__file__).parent
OWN_FOLDERS = ("", "tournament", "tournament/forms", "i18n", "i18n/locales", "i18n/locales/en", "i18n/locales/ja")
CATALOGUES = "i18n/locales/{}/LC_MESSAGES"


def install_form(folder: Path) -> Path:
    """Returns a copy of the program in `folder` that has the ladder challenge: one folder, and a catalogue in each
    language."""
    copy = folder / "arrowswitch"
    catalogues = [CATALOGUES.format(language) for language in ("en", "ja")]
    for own in (*OWN_FOLDERS, *catalogues):
        (copy / own).mkdir(parents=True, exist_ok=True)
        for path in (PACKAGE / own).iterdir():
            link = copy / own / path.name
            is_own = any(one == str(link.relative_to(copy)) for one in (*OWN_FOLDERS, *catalogues))
            if path.name != "__pycache__" and not is_own:
                link.symlink_to(path, target_is_directory=path.is_dir())
    shutil.copytree(
        HERE / "challenge", copy / "tournament/forms/challenge", ignore=shutil.ignore_patterns("__pycache__")
    )
    for language in ("en", "ja"):
        shutil.copy(HERE / "catalogues" / f"{language}.po", copy / CATALOGUES.format(language) / "challenge.po")
    return folder


def play_in(folder: Path, locale: Locale, entries: int) -> dict[str, object]:
    """Plays a ladder challenge in the copy, and returns what `play` prints."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", __name__, locale.value, str(entries)],
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def play(locale: Locale, entries: int) -> dict[str, object]:
    """Plays an event through the pages, from an empty program to the published ranking."""
    evening = Whole(EventForm("ladder-challenge"), Method.IMPS, entries, locale, looks_around=False)
    with http_walker(locale) as walker:
        evening.walk(walker)
    state = evening.state
    return {
        "faults": evening.faults,
        "steps": evening.steps,
        "numbers": sorted(state.section(Place(1, "A")).numbers, key=int),
        "matches": [
            [match.rounds[0], match.home, match.away, *map(str, match.brings or ())]
            for match in sorted(matches(state), key=lambda match: match.rounds)
        ],
        "ranking": [row.standing.number for _, rows in ranking(state, 1).groups for row in rows],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(Locale(sys.argv[1]), int(sys.argv[2])), ensure_ascii=False))
