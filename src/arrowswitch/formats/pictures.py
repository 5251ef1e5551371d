"""Pictures that people hand in: which kind a file is, and whether a browser and paper can safely show it.

PNG (W3C, third edition), JPEG (ISO/IEC 10918-1) and SVG 1.1. Of raster pictures the size is read from the head; an SVG
is read by the safe parser, and nothing in it may run or be fetched from elsewhere.
"""

from __future__ import annotations

import struct

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from arrowswitch.core.errors import Malformed

LARGEST_PICTURE = 256 * 1024
WIDEST = 4000
"""The most pixels in the width or height of a picture."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_ACTIVE = frozenset({"script", "foreignObject", "iframe", "audio", "video", "animate", "set", "handler"})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG that carry its size."""


def picture_kind(content: bytes) -> str:
    """Returns the kind of a picture: `png`, `jpeg` or `svg`.

    Raises Malformed: `picture.too-large`, `picture.unknown`, `picture.damaged`, `picture.too-wide`, `picture.active`.
    """
    if len(content) > LARGEST_PICTURE:
        raise Malformed.of("picture.too-large", most=LARGEST_PICTURE // 1024)
    if content.startswith(_PNG):
        _check_size(_png_size(content))
        return "png"
    if content.startswith(_JPEG):
        _check_size(_jpeg_size(content))
        return "jpeg"
    if b"<svg" in content[:4096]:
        _check_svg(content)
        return "svg"
    raise Malformed.of("picture.unknown")


def _png_size(content: bytes) -> tuple[int, int]:
    if len(content) < 33 or content[12:16] != b"IHDR" or b"IEND" not in content[-16:]:
        raise Malformed.of("picture.damaged")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + struct.unpack(">H", content[place + 2 : place + 4])[0]
    raise Malformed.of("picture.damaged")


def _check_size(size: tuple[int, int]) -> None:
    if not all(1 <= side <= WIDEST for side in size):
        raise Malformed.of("picture.too-wide", most=WIDEST)


def _check_svg(content: bytes) -> None:
    try:
        root = ElementTree.fromstring(content, forbid_dtd=True)
    except DefusedXmlException as error:
        raise Malformed.of("picture.active") from error
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise Malformed.of("picture.damaged") from error
    if _local(root.tag) != "svg":
        raise Malformed.of("picture.unknown")
    for element in root.iter():
        if _local(element.tag) in _ACTIVE or any(_is_active(*pair) for pair in element.attrib.items()):
            raise Malformed.of("picture.active")


def _is_active(name: str, value: str) -> bool:
    """True if an attribute runs a script or fetches something from elsewhere."""
    plain = _local(name).casefold()
    target = value.strip().casefold()
    if plain.startswith("on"):
        return True
    if plain == "href":
        return not target.startswith(("#", "data:image/png", "data:image/jpeg"))
    return "url(" in target and "url(#" not in target.replace("'", "").replace('"', "").replace(" ", "")


def _local(name: object) -> str:
    return str(name).rpartition("}")[2]
