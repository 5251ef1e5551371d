"""Templates are compiled once: by one thread, while others that want the same one wait for it, and for later starts of
the program, which find what was made in files.

The files are made again if they are missing or damaged, or if the template, the program, Jinja or Python has changed:
their folder may be deleted at any time. It must be the user's own, for what it holds is run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import threading
import time
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, FileSystemLoader, Template
from jinja2.bccache import Bucket

_DIGEST = hashlib.sha256().digest_size
_RESTS = 3


class OneMakes(FileSystemLoader):
    """Finds templates in folders. A thread that asks for a template while another makes it waits for that one: twenty
    visitors at once to a fresh server would otherwise make each of them twenty times."""

    def __init__(self, folders: list[Path]) -> None:
        super().__init__(folders)
        self._making = threading.Lock()
        self._made: dict[str, Template] = {}

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """Returns a template: the one that was made meanwhile, or else a new one."""
        with self._making:
            made = self._made.get(name)
            if made is None or made.environment is not environment or not made.is_up_to_date:
                made = self._made[name] = super().load(environment, name, globals)
            return made


class KeptInFiles(BytecodeCache):
    """Stores compiled templates in the files of a folder, each with the digest of its content. `maker` is the other
    thing it depends on: the version of the program that made it."""

    def __init__(self, folder: Path, maker: str) -> None:
        self._folder = folder
        self._maker = f"{maker} {jinja2.__version__} {sys.implementation.cache_tag}"

    def get_source_checksum(self, source: str) -> str:
        """Returns a digest that distinguishes a template, made by one version of the program, from all others."""
        return super().get_source_checksum(f"{self._maker}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Reads the compiled template if the file is whole and of the same template."""
        try:
            content = (self._folder / bucket.key).read_bytes()
        except OSError:
            return
        digest, made = content[:_DIGEST], content[_DIGEST:]
        if hashlib.sha256(made).digest() == digest:
            bucket.bytecode_from_string(made)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Writes the compiled template whole or not at all; after a failure the next start makes it again."""
        made = bucket.bytecode_to_string()
        with contextlib.suppress(OSError):
            handle, beside = tempfile.mkstemp(dir=self._folder, prefix=f".{bucket.key}.")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(hashlib.sha256(made).digest() + made)
                Path(beside).replace(self._folder / bucket.key)
            except BaseException:
                Path(beside).unlink(missing_ok=True)
                raise


def own_folder(folder: Path) -> Path | None:
    """Returns a folder, made where it is missing, when nobody but this user can write in it; else None: what others
    left there would be run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode):
        return None
    is_own = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return folder if is_own else None


def make_all(environment: Environment, folder: str) -> None:
    """Makes all templates below a folder of the loader, those of many pages first, and rests three times as long as it
    makes: visitors who ask for a page meanwhile have the processor."""
    names = (name for name in environment.list_templates() if name.endswith(".html") and not name.startswith(folder))
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        began = time.perf_counter()
        environment.get_template(name)
        time.sleep((time.perf_counter() - began) * _RESTS)
