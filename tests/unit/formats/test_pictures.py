"""Pictures that people hand in: the kind of a file, and what is no picture or does more than show."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.pictures import LARGEST_PICTURE, picture_kind
from tests.tables import for_each

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    + (40).to_bytes(4)
    + (30).to_bytes(4)
    + b"\x08\0\0\0\0crc_"
    + b"\0\0\0\0IEND\xaeB`\x82"
)
JPEG = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x1e\0\x28\x03" + b"\0" * 20
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'


def test_each_kind_is_known_by_its_content() -> None:
    assert picture_kind(PNG) == "png"
    assert picture_kind(JPEG) == "jpeg"
    assert picture_kind(b"<?xml version='1.0'?>\n" + SVG.format("<g/>").encode()) == "svg"


@for_each(
    "content, code",
    [
        (b"", "unknown"),
        (b"GIF89a", "unknown"),
        (b"<html><svg></html>", "damaged"),
        (b"<html><svg/></html>", "unknown"),
        (PNG[:20], "damaged"),
        (JPEG[:8], "damaged"),
        (PNG.replace((40).to_bytes(4), (4001).to_bytes(4)), "too-wide"),
        (PNG.replace((40).to_bytes(4), (0).to_bytes(4)), "too-wide"),
        (PNG + b"x" * LARGEST_PICTURE, "too-large"),
    ],
)
def test_what_is_no_picture_has_its_reason(content: bytes, code: str) -> None:
    with pytest.raises(Malformed, match=rf"picture\.{code}"):
        picture_kind(content)


@for_each(
    "inside",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)"/>',
        '<image href="https://elsewhere.example/a.png"/>',
        '<image xlink:href="file:///etc/passwd"/>',
        '<a href="javascript:alert(1)"/>',
        "<foreignObject/>",
        '<rect fill="url(https://elsewhere.example/#a)"/>',
    ],
)
def test_an_svg_that_runs_or_fetches_something_is_refused(inside: str) -> None:
    with pytest.raises(Malformed, match=r"picture\.active"):
        picture_kind(SVG.format(inside).encode())


def test_an_svg_with_entities_is_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("<text>&a;</text>")
    with pytest.raises(Malformed, match=r"picture\.active"):
        picture_kind(bomb.encode())


def test_an_svg_may_refer_to_itself() -> None:
    inside = '<use href="#a"/><rect fill="url(#g)"/><image href="data:image/png;base64,AAAA"/>'
    assert picture_kind(SVG.format(inside).encode()) == "svg"
