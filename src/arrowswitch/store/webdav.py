"""Puts the pages of a result package into a folder of a web server by WebDAV (RFC 4918), with the standard library.

The server's certificate is checked and no redirect is followed. A name and password are sent over https only, or to
this computer. The folder must be empty or new, or contain an older package, as on a disk.
"""

from __future__ import annotations

import ssl
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from arrowswitch.core.errors import Malformed, NotNow, Refused

_LONGEST_ADDRESS = 500
_SECONDS = 60
_LONGEST_LIST = 20_000_000
_TRIES = 3
_TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml", "woff2": "font/woff2", "csv": "text/csv",
    "xml": "application/xml",
}  # fmt: skip
_LAST = ("index.html",)
"""Pages that lead to others: they are sent when the others are there."""
_ASKED = b'<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/><resourcetype/></prop></propfind>'
_OK, _CREATED, _MULTI, _NO_METHOD, _MISSING = 200, 201, 207, 405, 404
_FORBIDDEN = (401, 403)


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
class Uploaded:
    """The outcome of an upload: the numbers of files sent, unchanged and removed."""

    sent: int
    unchanged: int
    removed: int


def parse_site(text: str, user: str = "", password: str = "") -> SiteAddress:
    """Returns the parts of a folder's address.

    Raises Malformed (`site.no-address`) for any other text, Refused (`site.not-safe`) for a password that would go over
    an open line.

    >>> parse_site("https://cloud.example/dav/results").path
    '/dav/results/'
    """
    try:
        parts = urlsplit(text.strip()[:_LONGEST_ADDRESS])
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Malformed.of("site.no-address", "out") from None
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment or parts.username:
        raise Malformed.of("site.no-address", "out")
    if parts.scheme == "http" and user and not _is_here(host):
        raise Refused.of("site.not-safe", host=host)
    path = quote(unquote(parts.path).rstrip("/")) + "/"
    is_safe = parts.scheme == "https"
    return SiteAddress(is_safe=is_safe, host=host, port=port, path=path, user=user, password=password)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def upload(
    site: SiteAddress,
    files: Mapping[str, bytes],
    marks: Sequence[str],
    is_ours: Callable[[str], bool],
    context: ssl.SSLContext | None = None,
) -> Uploaded:
    """Puts files into the folder of a site, and removes older ones that `is_ours` calls parts of a package.

    Fonts and files of other programs that are there in the same length are not sent again: their content follows from
    their name. Raises Refused (`site.not-empty`, `site.forbidden`, `site.answer`) and NotNow (`site.unreachable`).
    """
    return _Upload(site, context).run(files, marks, is_ours)


class _Upload:
    """One upload, over one connection that is opened again where the server closes it."""

    def __init__(self, site: SiteAddress, context: ssl.SSLContext | None) -> None:
        self._site = site
        self._context = context
        self._connection: HTTPConnection | None = None

    def run(self, files: Mapping[str, bytes], marks: Sequence[str], is_ours: Callable[[str], bool]) -> Uploaded:
        try:
            folders = {folder for name in files for folder in _with_parents(name.rpartition("/")[0])} | {""}
            there = self._files_there(sorted(folders, key=lambda one: (one.count("/"), one)), marks)
            unchanged = [name for name in files if name.endswith(".woff2") and there.get(name) == len(files[name])]
            for name in sorted(files.keys() - set(unchanged), key=lambda one: (one.endswith(_LAST), one)):
                self._put(name, files[name])
            old = [name for name in there if name not in files and is_ours(name)]
            for name in old:
                self._ask("DELETE", name, good=(200, 202, 204, _MISSING))
            return Uploaded(len(files) - len(unchanged), len(unchanged), len(old))
        finally:
            self._close()

    def _files_there(self, folders: Sequence[str], marks: Sequence[str]) -> dict[str, int]:
        """Returns the files of the folders with their lengths, and makes the folders that are missing."""
        there: dict[str, int] = {}
        for folder in folders:
            names = self._list(folder)
            if names is None:
                self._ask("MKCOL", f"{folder}/" if folder else "", good=(_OK, _CREATED, _NO_METHOD))
                continue
            if not folder and names and not all(mark in names for mark in marks):
                raise Refused.of("site.not-empty", address=f"{self._site.host}{self._site.path}")
            prefix = f"{folder}/" if folder else ""
            there |= {f"{prefix}{name}": length for name, length in names.items() if length >= 0}
        return there

    def _list(self, folder: str) -> dict[str, int] | None:
        """Returns the files and folders in a folder by name, with their lengths (-1: a folder), None without the
        folder."""
        where = f"{folder}/" if folder else ""
        headers = {"Depth": "1", "Content-Type": "application/xml"}
        status, content = self._ask("PROPFIND", where, _ASKED, headers, good=(_MULTI, _MISSING))
        if status == _MISSING:
            return None
        own = unquote(self._site.path + where).rstrip("/")
        names: dict[str, int] = {}
        try:
            for item in fromstring(content).iter("{DAV:}response"):
                path = unquote(urlsplit(item.findtext("{DAV:}href") or "").path)
                if path.rstrip("/") == own or not path.startswith(own):
                    continue
                is_folder = item.find(".//{DAV:}collection") is not None
                length = item.findtext(".//{DAV:}getcontentlength") or "0"
                names[path.rstrip("/").rpartition("/")[2]] = -1 if is_folder else int(length)
        except (ParseError, DefusedXmlException, ValueError):
            raise Refused.of("site.answer", method="PROPFIND", status=str(status)) from None
        return names

    def _put(self, name: str, data: bytes) -> None:
        kind = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        self._ask("PUT", name, data, {"Content-Type": kind}, good=(_OK, _CREATED, 204))

    def _ask(
        self, method: str, name: str, data: bytes = b"", headers: Mapping[str, str] = {}, *, good: Sequence[int]
    ) -> tuple[int, bytes]:
        """Returns the status and the content of an answer whose status is among the good ones; others raise."""
        own = dict(headers)
        if self._site.user:
            login = f"{self._site.user}:{self._site.password}".encode()
            own["Authorization"] = f"Basic {b64encode(login).decode()}"
        status, content = self._answer(method, self._site.path + quote(name), data, own)
        if status in good:
            return status, content
        if status in _FORBIDDEN:
            raise Refused.of("site.forbidden", host=self._site.host, status=str(status))
        raise Refused.of("site.answer", method=method, status=str(status))

    def _answer(self, method: str, path: str, data: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Asks once, and again where the connection was lost: each request gives the same result when repeated."""
        detail = ""
        for _ in range(_TRIES):
            try:
                if self._connection is None:
                    self._connection = self._connect()
                self._connection.request(method, path, data, dict(headers))
                answer = self._connection.getresponse()
                return answer.status, answer.read(_LONGEST_LIST)
            except (OSError, HTTPException) as error:
                self._close()
                detail = str(error) or type(error).__name__
        raise NotNow.of("site.unreachable", host=self._site.host, detail=detail[:200])

    def _connect(self) -> HTTPConnection:
        if not self._site.is_safe:
            return HTTPConnection(self._site.host, self._site.port, timeout=_SECONDS)
        context = self._context or ssl.create_default_context()
        return HTTPSConnection(self._site.host, self._site.port, timeout=_SECONDS, context=context)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _with_parents(folder: str) -> Sequence[str]:
    """Returns a folder and the folders that contain it.

    >>> _with_parents("2026/ja")
    ['', '2026', '2026/ja']
    """
    parts = folder.split("/") if folder else []
    return ["", *("/".join(parts[: at + 1]) for at in range(len(parts)))]
