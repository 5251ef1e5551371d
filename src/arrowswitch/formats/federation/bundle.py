"""The files of reports in a ZIP, as an office that collected a month of them uploads it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from arrowswitch.core.errors import Malformed
from arrowswitch.core.untrusted import DAMAGED_ZIP
from arrowswitch.formats.reading import LARGEST_FILE

MOST_FILES = 5_000
MOST_BYTES = 500_000_000
"""All of them unpacked."""


def reports_in(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of each report: of a ZIP those of its `.json` files, else the file itself.

    Raises Malformed (`federation.zip` for a damaged one, `federation.too-many`, `format.too-large`) before more than
    that was unpacked.
    """
    if not data.startswith(b"PK"):
        yield name, data
        return
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = [member for member in packed.infolist() if member.filename.lower().endswith(".json")]
            if len(files) > MOST_FILES:
                raise Malformed.of("federation.too-many", where=name, n=len(files), most=MOST_FILES)
            for member in files:
                with packed.open(member) as unpacked:
                    content = unpacked.read(LARGEST_FILE + 1)
                left -= len(content)
                if len(content) > LARGEST_FILE or left < 0:
                    raise Malformed.of("format.too-large", where=member.filename[:200], limit=LARGEST_FILE // 1_000_000)
                yield member.filename[:200], content
    except DAMAGED_ZIP as error:
        raise Malformed.of("federation.zip", where=name) from error
