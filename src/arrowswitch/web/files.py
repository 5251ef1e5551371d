"""Files that pages hand out: with a name that every system can keep, to be saved or shown in the browser."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import quote

from fastapi import Request, Response

from arrowswitch.formats.page_types import PAGE_TYPES

_TYPES = {
    "csv": "text/csv",
    "ics": "text/calendar",
    "json": "application/json",
    "pdf": "application/pdf",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
_OTHER = "application/octet-stream"
_LONGEST_NAME = 100


def file_answer(content: str | bytes, name: str, extension: str, *, is_shown: bool = False) -> Response:
    """Returns a file to be saved, or to be opened in the browser (`is_shown`); never kept for later by the browser.

    `name` may be anything that people write: what file systems do not take becomes a space. `extension` may have an
    inner part (`arrowswitch.json`); its last part tells what the file is.
    """
    plain_name = re.sub(r"[^\w-]+", " ", name).strip()[:_LONGEST_NAME].strip() or "arrowswitch"
    kind = "inline" if is_shown else "attachment"
    headers = {
        "Content-Disposition": f"{kind}; filename*=UTF-8''{quote(plain_name)}.{extension}",
        "Cache-Control": "no-store",
    }
    return Response(content, media_type=_TYPES.get(extension.rsplit(".", maxsplit=1)[-1], _OTHER), headers=headers)


def page_answer(request: Request, content: bytes, name: str) -> Response:
    """Returns a finished page or a part of one, with its type by the extension of its name. The browser asks each time,
    and gets the content only if it has changed."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=PAGE_TYPES[name.rpartition(".")[2]], headers=headers)
