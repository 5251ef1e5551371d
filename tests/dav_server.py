"""A web server in the test's process that takes files by the methods of RFC 4918 that an upload uses."""

from __future__ import annotations

import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, unquote


class DavServer(ThreadingHTTPServer):
    """Files and folders in memory; `login` is asked for if there is one, and `drops` answers are cut off."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), DavHandler)
        self.files: dict[str, bytes] = {}
        self.folders = {"/", "/dav"}
        self.login = ""
        self.drops = 0
        self.puts: list[str] = []


class DavHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: DavServer

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""

    def do_PROPFIND(self) -> None:
        path = self.begin()
        if path is None:
            return
        folder = path.rstrip("/") or "/"
        if folder not in self.server.folders:
            self.answer(404)
            return
        below: dict[str, int | None] = {
            one: None for one in self.server.folders if one.rpartition("/")[0] == folder and one != folder
        }
        below |= {one: len(data) for one, data in self.server.files.items() if one.rpartition("/")[0] == folder}
        parts = [f"<D:response><D:href>{quote(folder)}/</D:href>{prop(None)}</D:response>"]
        for path_below, length in below.items():
            address = f"http://elsewhere{quote(path_below)}{'/' if length is None else ''}"
            parts.append(f"<D:response><D:href>{address}</D:href>{prop(length)}</D:response>")
        self.answer(
            207, f'<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">{"".join(parts)}</D:multistatus>'.encode()
        )

    def do_MKCOL(self) -> None:
        path = self.begin()
        if path is not None:
            folder = path.rstrip("/")
            is_there = folder.rpartition("/")[0] in self.server.folders | {""}
            if is_there:
                self.server.folders.add(folder)
            self.answer(201 if is_there else 409)

    def do_PUT(self) -> None:
        path = self.begin()
        if path is not None:
            is_there = path.rpartition("/")[0] in self.server.folders
            self.server.files[path] = self.body
            self.server.puts.append(path)
            self.answer(201 if is_there else 409)

    def do_DELETE(self) -> None:
        path = self.begin()
        if path is not None:
            self.answer(204 if self.server.files.pop(path, None) is not None else 404)

    def begin(self) -> str | None:
        """Reads a request and returns its path. Returns None if it was answered or dropped."""
        self.body = self.rfile.read(int(self.headers.get("content-length", "0")))
        if self.server.drops:
            self.server.drops -= 1
            self.close_connection = True
            self.connection.close()
            return None
        login = self.headers.get("authorization", "").removeprefix("Basic ")
        if b64decode(login).decode() != self.server.login:
            self.answer(401)
            return None
        return unquote(self.path)

    def answer(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def prop(length: int | None) -> str:
    inner = (
        "<D:resourcetype><D:collection/></D:resourcetype>"
        if length is None
        else f"<D:getcontentlength>{length}</D:getcontentlength>"
    )
    return f"<D:propstat><D:prop>{inner}</D:prop></D:propstat>"


@contextmanager
def running() -> Iterator[DavServer]:
    """Serves until the block ends."""
    with DavServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()
