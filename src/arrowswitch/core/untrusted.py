"""Data from outside: an exception that a reader did not expect is a refusal in words, and an entry of the log.

Every way in reads within `reading`. The readers themselves raise a Mistake for the faults that they can name; anything
else says that the data are damaged in a way that their author did not think of.
"""

from __future__ import annotations

import logging
import secrets
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from arrowswitch.core.errors import Malformed, Mistake, Problem

try:
    from lzma import LZMAError
except ImportError:  # a Python that was built without it reads no such archive
    LZMAError = EOFError  # type: ignore[assignment,misc]  # an error that is listed anyway

DAMAGED_ZIP = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, struct.error, IndexError, KeyError),
    *(EOFError, NotImplementedError, RuntimeError, ValueError, OSError),
)
"""Everything that reading a damaged ZIP file raises, by any of its methods of packing."""
_log = logging.getLogger("arrowswitch.reading")
_log.addHandler(logging.NullHandler())  # without the log of a desk, commands print no traceback
_LONGEST_NAME = 80


@contextmanager
def reading(name: str = "") -> Iterator[None]:
    """Turns each exception but a Mistake into Malformed (`format.unreadable`) with the reference of its log entry.

    >>> with reading("list.csv"):  # doctest: +ELLIPSIS
    ...     raise IndexError
    Traceback (most recent call last):
        ...
    arrowswitch.core.errors.Malformed: list.csv: format.unreadable(reference=...)
    """
    try:
        yield
    except Mistake:
        raise
    except Exception as error:
        raise unreadable(name, error) from error


def unreadable(name: str, error: Exception | None = None, detail: str = "") -> Malformed:
    """Returns the refusal of data that no reader can explain, and logs the exception, or its traceback as `detail`."""
    reference = secrets.token_hex(4).upper()
    _log.error("unreadable %s: %r %s", reference, name[:_LONGEST_NAME], detail, exc_info=error)
    problem = Problem("format.unreadable", {"reference": reference}, name[:_LONGEST_NAME])
    return Malformed(problem)
