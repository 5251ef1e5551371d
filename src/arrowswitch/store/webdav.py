"""Puts the pages of a result package into a folder of a web server by WebDAV (RFC 4918), with the standard library.

The server's certificate is checked and no redirect is followed. A name and password are sent over https only, or to
this computer. The folder must be empty or new, or contain an older package, as on a disk.
"""

from __future__ import annotations

import ssl
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from arrowswitch.core.errors import NotNow, Refused
from arrowswitch.tournament.club.site import SiteAddress, Uploaded, is_of_package, is_page_file
from arrowswitch.tournament.publication.page_types import PAGE_TYPES

_SECONDS = 60
_LONGEST_LIST = 20_000_000
_TRIES = 3
_LAST = ("index.html",)
"""Pages that lead to others: they are sent when the others are there."""
_ASKED = b'<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/><resourcetype/></prop></propfind>'
_OK, _CREATED, _MULTI, _NO_METHOD, _MISSING, _NO_PARENT = 200, 201, 207, 405, 404, 409
_FORBIDDEN = (401, 403)
_ABOVE = "../"
"""The folder that contains that of the site."""


def upload(
    site: SiteAddress, files: Mapping[str, bytes], marks: Sequence[str], context: ssl.SSLContext | None = None
) -> Uploaded:
    """Puts files into the folder of a site, and removes older ones that are parts of a package.

    Fonts and files of other programs that are there in the same length are not sent again: their content follows from
    their name. `context` says which certificates count, None as on this computer. Raises Refused (`site.not-empty`,
    `site.forbidden`, `site.answer`) and NotNow (`site.unreachable`).
    """
    return _Upload(site, context).run(files, marks)


class _Upload:
    """One upload, over one connection that is opened again where the server closes it."""

    def __init__(self, site: SiteAddress, context: ssl.SSLContext | None) -> None:
        self._site = site
        self._context = context
        self._connection: HTTPConnection | None = None

    def run(self, files: Mapping[str, bytes], marks: Sequence[str]) -> Uploaded:
        try:
            folders = {folder for name in files for folder in _with_parents(name.rpartition("/")[0])} | {""}
            ordered = sorted(folders, key=lambda folder: (folder.count("/"), folder))
            there = self._files_there(ordered, marks, {name.partition("/")[0] for name in files})
            unchanged = [name for name in files if name.endswith(".woff2") and there.get(name) == len(files[name])]
            for name in sorted(files.keys() - set(unchanged), key=lambda one: (one.endswith(_LAST), one)):
                self._put(name, files[name])
            old = [name for name in there if name not in files and is_page_file(name)]
            for name in old:
                self._ask("DELETE", name, good=(200, 202, 204, _MISSING))
            return Uploaded(len(files) - len(unchanged), len(unchanged), len(old))
        finally:
            self._close()

    def _files_there(self, folders: Sequence[str], marks: Sequence[str], own: Collection[str]) -> dict[str, int]:
        """Returns the files of the folders with their lengths, and makes the folders that are missing."""
        there: dict[str, int] = {}
        for folder in folders:
            names = self._list(folder)
            if names is None:
                self._make(folder)
                continue
            if not folder and not is_of_package(names, marks, own):
                raise Refused.of("site.not-empty", address=f"{self._site.host}{self._site.path}")
            prefix = f"{folder}/" if folder else ""
            there |= {f"{prefix}{name}": length for name, length in names.items() if length >= 0}
        return there

    def _make(self, folder: str) -> None:
        """Makes a folder; of the site's own folder also the one above it, where that is missing."""
        good = (_OK, _CREATED, _NO_METHOD)
        if folder:
            self._ask("MKCOL", f"{folder}/", good=good)
        elif self._ask("MKCOL", "", good=(*good, _NO_PARENT))[0] == _NO_PARENT:
            self._ask("MKCOL", _ABOVE, good=good)
            self._ask("MKCOL", "", good=good)

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
        kind = PAGE_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        self._ask("PUT", name, data, {"Content-Type": kind}, good=(_OK, _CREATED, 204))

    def _ask(
        self, method: str, name: str, data: bytes = b"", headers: Mapping[str, str] = {}, *, good: Sequence[int]
    ) -> tuple[int, bytes]:
        """Returns the status and the content of an answer whose status is among the good ones; others raise."""
        own = dict(headers)
        if self._site.user:
            login = f"{self._site.user}:{self._site.password}".encode()
            own["Authorization"] = f"Basic {b64encode(login).decode()}"
        path = self._site.path
        path = f"{path.rstrip('/').rpartition('/')[0]}/" if name == _ABOVE else path + quote(name)
        status, content = self._answer(method, path, data, own)
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
