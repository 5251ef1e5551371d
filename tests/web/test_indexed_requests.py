"""Requests with an index of their headers are what requests of starlette are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope

from arrowswitch.web.serving.indexed_requests import IndexedRequest

NAMES = ("host", "origin", "cookie", "x-own", "accept")
HEADERS = st.lists(st.tuples(st.sampled_from(NAMES).map(str.encode), st.binary(max_size=12)), max_size=8)


def scope_of(headers: Sequence[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {"type": "http", "method": "POST", "headers": list(headers), "path": "/", "query_string": b""}


@settings(max_examples=60)
@given(HEADERS)
def test_headers_and_cookies_are_those_of_starlette(headers: list[tuple[bytes, bytes]]) -> None:
    plain, indexed = Request(scope_of(headers)), IndexedRequest(scope_of(headers))
    for name in (*NAMES, "X-Own", "unknown"):
        assert indexed.headers.get(name) == plain.headers.get(name)
        assert (name in indexed.headers) == (name in plain.headers)
        assert indexed.headers.get(name, "else") == plain.headers.get(name, "else")
        if name in plain.headers:
            assert indexed.headers[name] == plain.headers[name]
        else:
            with pytest.raises(KeyError):
                indexed.headers[name]
    assert indexed.headers.items() == plain.headers.items()
    assert indexed.headers.getlist("cookie") == plain.headers.getlist("cookie")
    assert indexed.cookies == plain.cookies


def test_all_objects_of_a_request_share_what_was_read() -> None:
    scope = scope_of([(b"cookie", b"form=abc")])
    assert IndexedRequest(scope).headers is IndexedRequest(scope).headers
    assert IndexedRequest(scope).cookies is IndexedRequest(scope).cookies


def body_of(kind: Callable[[Scope, Receive], Request], messages: Sequence[Message]) -> bytes:
    left = iter(messages)

    async def receive() -> Message:
        return next(left)

    async def read() -> bytes:
        request = kind(scope_of([]), receive)
        first = await request.body()
        assert await request.body() == first
        return first

    # Other tests leave a loop that runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, read()).result()


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize(
    "messages",
    [
        [part(b"", more=False)],
        [part(b"a=1", more=False)],
        [part(b"a", more=True), part(b"", more=True), part(b"=1", more=False)],
        [{"type": "http.request"}],
    ],
)
def test_the_body_is_that_of_starlette(messages: list[Message]) -> None:
    assert body_of(IndexedRequest, messages) == body_of(Request, messages)


@pytest.mark.parametrize("before", [[], [part(b"a", more=True)]])
def test_a_client_that_goes_away_is_noticed(before: list[Message]) -> None:
    for kind in (Request, IndexedRequest):
        with pytest.raises(ClientDisconnect):
            body_of(kind, [*before, {"type": "http.disconnect"}])
