"""The wheel and the archive: nothing is missing in them, and the program in them answers without a network."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tables import for_each
from tools.archive.packing import System, make_folder, pack_folder, part_names

ROOT = Path(__file__).resolve().parents[2]
LONGEST_START = 120.0
BINARIES = "Scripts" if sys.platform == "win32" else "bin"
NO_NETWORK = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def source_files() -> set[str]:
    """Returns the files of the program, as they are in the wheel."""
    source = ROOT / "src"
    files = (path for path in (source / "arrowswitch").rglob("*") if path.is_file())
    return {path.relative_to(source).as_posix() for path in files if path.suffix != ".pyc"}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answer(command: list[str], environment: Mapping[str, str], path: str = "/") -> str:
    """Starts the program with a command and a free port, and returns its page; ends the program."""
    port = free_port()
    program = subprocess.Popen(
        [*command, "--port", str(port), "--no-local-name"],
        env={**os.environ, "PYTHONPATH": "", **environment},
        cwd=environment["HOME"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    latest = time.monotonic() + LONGEST_START
    try:
        while program.poll() is None and time.monotonic() < latest:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as page:
                    return str(page.read().decode())
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"no answer: {program.poll()}")
    finally:
        program.kill()
        program.wait()
        if program.stderr is not None:
            program.stderr.close()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from a copy of the source, which stays as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", "dist", "."], cwd=folder, check=True, env={**os.environ, **NO_NETWORK})
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.mark.slow
@pytest.mark.turns(of=6)
class TestWheel:
    def test_it_needs_no_compiler_and_has_every_file(self, wheel: Path) -> None:
        assert wheel.name.endswith("-py3-none-any.whl")
        with zipfile.ZipFile(wheel) as packed:
            names = set(packed.namelist())
        assert source_files() - names == set()
        assert {name for name in names if not name.startswith(("arrowswitch/", "arrowswitch-"))} == set()

    def test_it_answers_in_an_empty_environment_without_network(self, wheel: Path, tmp_path: Path) -> None:
        """The program comes from the wheel, its parts from the folder of installed ones: nothing is downloaded."""
        environment = tmp_path / "empty"
        venv.create(environment, symlinks=sys.platform != "win32")
        binaries = environment / BINARIES
        target = sysconfig.get_path("purelib", vars={"base": str(environment)})
        command = [sys.executable, "-m", "pip", "--python", str(binaries / "python"), "install", "--quiet", "--no-deps"]
        subprocess.run([*command, str(wheel)], check=True, env={**os.environ, **NO_NETWORK})
        (Path(target) / "parts.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        home = {"HOME": str(tmp_path)}
        where = [str(binaries / "python"), "-c", "import arrowswitch; print(arrowswitch.__file__)"]
        bare = {**os.environ, "PYTHONPATH": ""}
        assert subprocess.check_output(where, text=True, env=bare, cwd=tmp_path).startswith(str(environment))
        program = str(binaries / "arrowswitch")
        assert "<h1" in answer([program, "serve", "--database", str(tmp_path / "club.db")], home)
        assert "<h1" in answer([program, "demo", "--no-browser"], home)


@pytest.mark.slow
@pytest.mark.turns(of=6)
def test_the_archive_of_this_system_starts(tmp_path: Path) -> None:
    """Files are linked, not copied: the archive has 300 MB. A start file of Windows is the parent of the program, which
    would not end with it: there the program is started as that file does."""
    system = System.present()
    folder = make_folder(tmp_path, system, copy=os.link if _can_link(tmp_path) else shutil.copy2)
    home = {"HOME": str(tmp_path), "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    start = [str(folder / system.starts[0])]
    if system is System.WINDOWS:
        start = [sys.executable, "-s", "-m", "arrowswitch"]
        home["PYTHONPATH"] = str(folder / "lib")
    assert "<h1" in answer([*start, "serve", "--database", str(tmp_path / "club.db")], home)
    if system is System.LINUX:
        _check_icon(folder, tmp_path)


def _check_icon(folder: Path, home: Path) -> None:
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": ""}
    added = subprocess.check_output(["sh", str(folder / "install-icon.sh")], text=True, env=environment)
    entry = Path(added.strip()).read_text(encoding="utf-8")
    assert f'Exec="{folder}/Arrowswitch.sh"' in entry
    assert Path(entry.partition("Icon=")[2].splitlines()[0]).is_file()


def _can_link(folder: Path) -> bool:
    return os.stat(folder).st_dev == os.stat(ROOT / "src").st_dev == os.stat(sysconfig.get_path("purelib")).st_dev


@for_each("system", tuple(System), ids=str)
def test_start_files_run_the_program_in_their_folder(system: System, tmp_path: Path) -> None:
    starts = [(ROOT / "tools" / "archive" / "starts" / name).read_text(encoding="utf-8") for name in system.starts]
    assert "-m arrowswitch" in starts[0]
    assert "@PYTHON@" in starts[0]
    folder = tmp_path / f"arrowswitch-{system}"
    folder.mkdir()
    (folder / "lib").write_text("")
    assert pack_folder(folder).name == f"arrowswitch-{system}{'.zip' if system is System.WINDOWS else '.tar.gz'}"


def test_every_pinned_part_of_this_system_is_packed() -> None:
    names = part_names()
    assert {"fastapi", "typst", "ortools", "endplay"} <= set(names)
    assert ("colorama" in names) is (sys.platform == "win32")
