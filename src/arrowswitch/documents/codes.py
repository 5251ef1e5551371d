"""QR codes on paper: the way from a list on the wall to the pages for phones."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import segno

from arrowswitch.documents.frame import Frame


def with_code(frame: Frame, address: str, text: str) -> Frame:
    """Returns the head of a sheet with the code of an address and the text next to it. Without an address the head is
    unchanged."""
    if not address:
        return frame
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=2)
    return replace(frame, code={"bytes": list(out.getvalue()), "address": address, "text": text})
