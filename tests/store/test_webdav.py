"""Pages on a web server by WebDAV: what is sent, kept and removed, against a small server with the methods of RFC 4918
that an upload uses."""

from __future__ import annotations

import threading
from base64 import b64decode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, unquote

import pytest

from arrowswitch.core.errors import Malformed, NotNow, Refused
from arrowswitch.store.webdav import SiteAddress, Uploaded, parse_site, upload
from tests.tables import for_each

MARKS = ("package.css", "package.js")
FILES = {
    "index.html": b"first",
    "package.css": b"css",
    "package.js": b"js",
    "fonts/one.woff2": b"font",
    "ja/index.html": b"ja",
    "ja/card 1.html": b"card",
}


def is_ours(name: str) -> bool:
    return name.endswith(".html")


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


@pytest.fixture
def server() -> Iterator[DavServer]:
    with DavServer() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def site(server: DavServer, path: str = "/dav/results", user: str = "", password: str = "") -> SiteAddress:
    return parse_site(f"http://127.0.0.1:{server.server_port}{path}", user, password)


def test_a_new_folder_gets_every_file_and_the_first_pages_last(server: DavServer) -> None:
    assert upload(site(server), FILES, MARKS, is_ours) == Uploaded(sent=6, unchanged=0, removed=0)
    assert {name.removeprefix("/dav/results/"): data for name, data in server.files.items()} == FILES
    assert [name.rpartition("/")[2] for name in server.puts[-2:]] == ["index.html", "index.html"]


def test_an_older_package_is_replaced_and_other_files_stay(server: DavServer) -> None:
    upload(site(server), {**FILES, "ja/old.html": b"old"}, MARKS, is_ours)
    server.files["/dav/results/ja/photo.jpeg"] = b"photo"
    server.puts.clear()
    assert upload(site(server), {**FILES, "ja/index.html": b"new"}, MARKS, is_ours) == Uploaded(5, 1, 1)
    assert "/dav/results/ja/old.html" not in server.files
    assert server.files["/dav/results/ja/index.html"] == b"new"
    assert server.files["/dav/results/ja/photo.jpeg"] == b"photo"
    assert "/dav/results/fonts/one.woff2" not in server.puts


def test_a_folder_with_something_else_is_left_alone(server: DavServer) -> None:
    server.files["/dav/index.html"] = b"the club's own page"
    with pytest.raises(Refused) as refused:
        upload(site(server, "/dav/"), FILES, MARKS, is_ours)
    assert refused.value.problems[0].code == "site.not-empty"
    assert server.files == {"/dav/index.html": b"the club's own page"}
    assert server.puts == []


def test_a_name_and_a_password_are_sent(server: DavServer) -> None:
    server.login = "club:Süß 1"
    assert upload(site(server, user="club", password="Süß 1"), FILES, MARKS, is_ours).sent == 6
    with pytest.raises(Refused) as refused:
        upload(site(server, user="club", password="wrong"), FILES, MARKS, is_ours)
    assert refused.value.problems[0].code == "site.forbidden"


def test_a_lost_connection_is_opened_again_twice(server: DavServer) -> None:
    server.drops = 2
    assert upload(site(server), FILES, MARKS, is_ours).sent == 6
    server.drops = 3
    with pytest.raises(NotNow) as unreachable:
        upload(site(server), FILES, MARKS, is_ours)
    assert unreachable.value.problems[0].code == "site.unreachable"


def test_a_server_without_webdav_is_refused(server: DavServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(DavHandler, "do_PROPFIND")
    with pytest.raises(Refused) as refused:
        upload(site(server), FILES, MARKS, is_ours)
    assert refused.value.problems[0].code == "site.answer"


@for_each(
    "text",
    ("", "results", "ftp://club.example/results", "https://", "https://u:p@club.example/", "https://club.example/?a=1",
     "https://[::1/", "https://club.example:port/"),
)  # fmt: skip
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_site(text)


def test_a_password_goes_over_https_or_to_this_computer_only() -> None:
    assert parse_site("http://localhost:8080/x", "u", "p").path == "/x/"
    assert parse_site("https://club.example", "u", "p").is_safe
    with pytest.raises(Refused) as refused:
        parse_site("http://club.example/x", "u", "p")
    assert refused.value.problems[0].code == "site.not-safe"
