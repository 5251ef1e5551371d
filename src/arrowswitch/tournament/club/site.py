"""The club's results site: where result packages are uploaded to, and what an upload did.

An address is a folder of a web server that takes files by WebDAV (`https://`), or a folder of this computer, such as
one that a program of the web host synchronises. A password belongs to one upload and is stored nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import PurePath
from typing import Protocol
from urllib.parse import quote, unquote, urlsplit

from arrowswitch.core.errors import Malformed, Refused

LONGEST_SITE, LONGEST_USER = 500, 200
_SCHEMES = ("http", "https")
_PAGE_ENDINGS = (".csv", ".html", ".pbn", ".woff2", ".xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteAddress:
    """A folder of a web server, with the name and the password for it (both empty where it needs none)."""

    is_safe: bool
    host: str
    port: int | None
    path: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SiteFolder:
    """A folder of this computer."""

    path: str


@dataclass(frozen=True, slots=True)
class Uploaded:
    """The outcome of an upload: the numbers of files sent, unchanged and removed."""

    sent: int
    unchanged: int
    removed: int


class SiteUploads(Protocol):
    """Puts the files of a package into the folder of a site."""

    def upload(self, site: SiteAddress | SiteFolder, files: Mapping[str, bytes], marks: Sequence[str]) -> Uploaded:
        """Puts files into a folder that is new or empty, or that contains an older package (with all of the `marks`),
        whose other pages are removed.

        Raises Refused (`site.not-empty`, `site.forbidden`, `site.answer`, `store.cannot-write`) and NotNow
        (`site.unreachable`).
        """
        ...


def parse_site(text: str, user: str = "", password: str = "", below: str = "") -> SiteAddress | SiteFolder:
    """Returns a site by its address, or the folder `below` it.

    Raises Malformed (`site.no-address`) for any other text, Refused (`site.not-safe`) for a password that would go over
    an open line; `where` is `site`.

    >>> parse_site("https://cloud.example/dav", below="2026-11-21").path
    '/dav/2026-11-21/'
    """
    typed = text.strip()[:LONGEST_SITE]
    if PurePath(typed).is_absolute():
        return SiteFolder(str(PurePath(typed) / below))
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Malformed.of("site.no-address", "site") from None
    if parts.scheme not in _SCHEMES or not host or parts.query or parts.fragment or parts.username:
        raise Malformed.of("site.no-address", "site")
    if parts.scheme == "http" and user and not _is_here(host):
        raise Refused.of("site.not-safe", "site", host=host)
    folder = f"{unquote(parts.path).rstrip('/')}/{below}".rstrip("/")
    path = f"{quote(folder)}/"
    return SiteAddress(is_safe=parts.scheme == "https", host=host, port=port, path=path, user=user, password=password)


def is_page_file(name: str) -> bool:
    """True if a file has the ending of those that a package replaces.

    >>> is_page_file("ja/index.html"), is_page_file("photo.jpeg")
    (True, False)
    """
    return name.endswith(_PAGE_ENDINGS)


def is_of_package(there: Mapping[str, int], marks: Sequence[str], own: Collection[str]) -> bool:
    """True if a package may be put into a folder with these files (by their lengths) and folders (-1): it is empty,
    contains all marks of a package, or nothing but folders with the names of the package's `own`.

    >>> is_of_package({}, ["a.css"], ["ja"]), is_of_package({"a.css": 1, "photo.png": 5}, ["a.css"], ["ja"])
    (True, True)
    >>> is_of_package({"ja": -1}, ["a.css"], ["ja"]), is_of_package({"ja": 17}, ["a.css"], ["ja"])
    (True, False)
    """
    has_marks = all(mark in there for mark in marks)
    return has_marks or all(length < 0 and name in own for name, length in there.items())


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
