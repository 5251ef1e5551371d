"""Pages on a web server by WebDAV: what is sent, kept and removed, against a small server with the methods of RFC 4918
that an upload uses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.errors import Malformed, NotNow, Refused
from arrowswitch.store.webdav import upload
from arrowswitch.tournament.club.site import SiteAddress, Uploaded, parse_site
from tests.dav_server import DavHandler, DavServer, running
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


@pytest.fixture
def server() -> Iterator[DavServer]:
    with running() as made:
        yield made


def site(server: DavServer, path: str = "/dav/results", user: str = "", password: str = "") -> SiteAddress:
    address = parse_site(f"http://127.0.0.1:{server.server_port}{path}", user, password)
    assert isinstance(address, SiteAddress)
    return address


def test_a_new_folder_gets_every_file_and_the_first_pages_last(server: DavServer) -> None:
    assert upload(site(server), FILES, MARKS) == Uploaded(sent=6, unchanged=0, removed=0)
    assert {name.removeprefix("/dav/results/"): data for name, data in server.files.items()} == FILES
    assert [name.rpartition("/")[2] for name in server.puts[-2:]] == ["index.html", "index.html"]


def test_an_older_package_is_replaced_and_other_files_stay(server: DavServer) -> None:
    upload(site(server), {**FILES, "ja/old.html": b"old"}, MARKS)
    server.files["/dav/results/ja/photo.jpeg"] = b"photo"
    server.puts.clear()
    assert upload(site(server), {**FILES, "ja/index.html": b"new"}, MARKS) == Uploaded(5, 1, 1)
    assert "/dav/results/ja/old.html" not in server.files
    assert server.files["/dav/results/ja/index.html"] == b"new"
    assert server.files["/dav/results/ja/photo.jpeg"] == b"photo"
    assert "/dav/results/fonts/one.woff2" not in server.puts


def test_a_folder_with_something_else_is_left_alone(server: DavServer) -> None:
    server.files["/dav/index.html"] = b"the club's own page"
    with pytest.raises(Refused) as refused:
        upload(site(server, "/dav/"), FILES, MARKS)
    assert refused.value.problems[0].code == "site.not-empty"
    assert server.files == {"/dav/index.html": b"the club's own page"}
    assert server.puts == []


def test_a_site_goes_into_a_folder_that_contains_the_folder_of_an_event(server: DavServer) -> None:
    upload(site(server, "/dav/results/ja"), {"index.html": b"event"}, MARKS)
    assert server.files == {"/dav/results/ja/index.html": b"event"}
    assert upload(site(server), FILES, MARKS).removed == 0
    server.folders.add("/dav/other/photos")
    server.folders.add("/dav/other")
    with pytest.raises(Refused) as refused:
        upload(site(server, "/dav/other"), FILES, MARKS)
    assert refused.value.problems[0].code == "site.not-empty"


def test_a_name_and_a_password_are_sent(server: DavServer) -> None:
    server.login = "club:Süß 1"
    assert upload(site(server, user="club", password="Süß 1"), FILES, MARKS).sent == 6
    with pytest.raises(Refused) as refused:
        upload(site(server, user="club", password="wrong"), FILES, MARKS)
    assert refused.value.problems[0].code == "site.forbidden"


def test_a_lost_connection_is_opened_again_twice(server: DavServer) -> None:
    server.drops = 2
    assert upload(site(server), FILES, MARKS).sent == 6
    server.drops = 3
    with pytest.raises(NotNow) as unreachable:
        upload(site(server), FILES, MARKS)
    assert unreachable.value.problems[0].code == "site.unreachable"


def test_a_server_without_webdav_is_refused(server: DavServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(DavHandler, "do_PROPFIND")
    with pytest.raises(Refused) as refused:
        upload(site(server), FILES, MARKS)
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
    assert parse_site("http://localhost:8080/x", "u", "p") == SiteAddress(
        is_safe=False, host="localhost", port=8080, path="/x/", user="u", password="p"
    )
    assert parse_site("https://club.example", "u", "p") == SiteAddress(
        is_safe=True, host="club.example", port=None, path="/", user="u", password="p"
    )
    with pytest.raises(Refused) as refused:
        parse_site("http://club.example/x", "u", "p")
    assert refused.value.problems[0].code == "site.not-safe"
