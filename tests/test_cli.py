import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

from ieum import cli
from ieum.cli import COMMANDS, Command
from tests.commands import Commands, running_commands

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def ieum() -> Iterator[Commands]:
    with running_commands() as commands:
        yield commands


def test_the_help_names_every_command(ieum: Commands) -> None:
    output = ieum("--help").out

    assert all(f"  {name}" in output for name in COMMANDS)


def test_the_version_is_that_of_the_distribution(ieum: Commands) -> None:
    said = ieum("--version")

    assert (said.code, said.out) == (0, f"ieum {version('ieum')}\n")


def test_an_unknown_command_is_refused(ieum: Commands) -> None:
    done = ieum("sell")

    assert done.code == 2
    assert "invalid choice: 'sell'" in done.err


def test_every_command_has_a_help_text(ieum: Commands) -> None:
    """Each is loaded alone, so that none lives on a module of ours that another has loaded."""
    wrong = [
        f"{name}: {done}"
        for name in COMMANDS
        if (done := ieum(name, "--help")).code != 0 or not done.out.startswith(f"usage: ieum {name}")
    ]

    assert len(COMMANDS) > 20
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "forbidden"),
    [
        # httpx would load its own command line with the latter two.
        ("gateway", ("ieum.shop", "litestar", "psycopg", "ieum.dev.sandbox", "rich", "pygments")),
        ("sandbox", ("ieum.shop", "psycopg", "ieum.gateway", "rich", "pygments")),
        ("work", ("litestar", "rich", "pygments")),
        ("doctor", ("ieum.shop.server.worker", "ieum.shop.console.actions", "argon2")),
        ("up", ("ieum.shop", "litestar", "psycopg", "httpx")),
    ],
)
def test_a_command_loads_only_its_own_part_of_the_product(name: str, forbidden: tuple[str, ...]) -> None:
    program = f"""
import contextlib, sys
from ieum import cli
with contextlib.suppress(SystemExit):
    cli.main([{name!r}, "--help"])
print("loaded:", [word for word in {forbidden!r} if word in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "loaded: []"


def test_commands_that_answer_nobody_load_no_web_framework() -> None:
    names = sorted(COMMANDS.keys() - {"lab", "openapi", "sandbox", "serve"})
    program = f"""
import sys
from importlib import import_module
from ieum.cli import COMMANDS
for name in {names!r}:
    import_module(COMMANDS[name].module)
    if "litestar" in sys.modules:
        sys.exit(f"{{name}} has loaded litestar")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.stderr, len(names)) == ("", len(COMMANDS) - 4)


def test_the_version_is_printed_without_a_part_of_the_product() -> None:
    """Neither are libraries loaded of those that all parts share."""
    program = """
import contextlib, sys
from ieum import cli
with contextlib.suppress(SystemExit):
    cli.main(["--version"])
print(sorted(name for name in sys.modules if name.startswith(("ieum.", "msgspec", "asyncio", "psycopg"))))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "['ieum.cli', 'ieum.installed']"


@pytest.mark.parametrize("name", ["serve", "work"])
def test_a_missing_database_is_reported_in_one_line(ieum: Commands, name: str, tmp_path: Path) -> None:
    done = ieum(name, IEUM_DATA=str(tmp_path))

    assert done.code == 1
    assert done.err.count("\n") == 1
    assert "no embedded PostgreSQL is running" in done.err


def test_an_unreachable_database_is_reported_in_one_line(ieum: Commands, tmp_path: Path) -> None:
    done = ieum("migrate", IEUM_DATABASE_URL=f"postgresql://nobody@/none?host={tmp_path}")

    assert done.code == 1
    assert done.err.count("\n") == 1
    assert done.err.startswith("ieum migrate: ")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    """As in `ieum openapi | head`."""
    printing = subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "openapi"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert printing.stdout is not None
    printing.stdout.close()

    _, said = printing.communicate(timeout=60)

    assert said == ""
    assert printing.returncode == 128 + signal.SIGPIPE


def test_settings_come_from_the_file(ieum: Commands, tmp_path: Path) -> None:
    (tmp_path / "ieum.env").write_text(
        f"IEUM_DATABASE_URL='postgresql://nobody:secret@/none?host={tmp_path}'\n"
    )

    done = ieum("migrate", CREDENTIALS_DIRECTORY=str(tmp_path))

    assert done.code == 1
    assert str(tmp_path) in done.err
    assert "secret" not in done.err


def test_a_wrong_line_of_the_settings_file_is_one_line(ieum: Commands, tmp_path: Path) -> None:
    (tmp_path / "ieum.env").write_text("IEUM_PORT=80 80\n")

    done = ieum("serve", IEUM_ENV_FILE=str(tmp_path / "ieum.env"))

    assert done.code == 1
    assert done.err.startswith(f"ieum serve: {tmp_path}/ieum.env, line 1: the value of IEUM_PORT")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", sorted(cli.WITHOUT_SETTINGS_FILE))
def test_what_is_not_about_the_shop_of_this_machine_does_not_read_its_file(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ieum demo` beside a production shop would fill that one with a demo."""
    started: list[Mapping[str, str]] = []

    def start(_command: Command, _name: str, _words: Sequence[str], environ: Mapping[str, str]) -> int:
        started.append(environ)
        return 0

    monkeypatch.setenv("IEUM_ENV_FILE", "/nowhere")
    monkeypatch.setitem(COMMANDS, name, Command(start, "", ""))

    assert cli.main([name]) == 0
    assert started == [os.environ]
