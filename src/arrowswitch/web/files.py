"""Files that pages hand out: with a name that every system can keep, to be saved or shown in the browser; and pages
that a watching script fetches again, compressed and only if they have changed."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import Request, Response

from arrowswitch.tournament.publication.page_types import PAGE_TYPES

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
_LIVE = "x-live"
_NO_COMPRESSION = re.compile(r"(?:gzip|\*)\s*;\s*q=0(?:\.0*)?(?:,|$)")


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page as a watching script fetches it: compressed, with the tag of its content. It contains no secret, so its
    length reveals none (BREACH)."""

    tag: str
    packed: bytes

    @classmethod
    def of(cls, html: str, token: str) -> LivePage:
        """Returns a page without the token of its forms, which the script has from the page that it watches."""
        content = html.replace(token, "").encode()
        return cls(f'W/"{hashlib.sha256(content).hexdigest()[:32]}"', gzip.compress(content, 6, mtime=0))


def is_live(request: Request) -> bool:
    """True if the script of a page fetches it again after a nudge. No page of another site can send this header."""
    return _LIVE in request.headers


def live_answer(request: Request, page: LivePage) -> Response:
    """Returns a page that is watched; status 304 alone if the browser has it."""
    headers = {"ETag": page.tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding, X-Live"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    accepted = request.headers.get("accept-encoding", "").lower()
    if "gzip" in accepted and not _NO_COMPRESSION.search(accepted):
        return Response(page.packed, media_type=PAGE_TYPES["html"], headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(page.packed), media_type=PAGE_TYPES["html"], headers=headers)


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
