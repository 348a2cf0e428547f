import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ieum.cli import COMMANDS, WITHOUT_SETTINGS_FILE

ROOT = Path(__file__).parents[1]


def ieum(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ieum.cli", *words],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_help_names_every_command() -> None:
    output = ieum("--help").stdout

    assert all(f"  {name}" in output for name in COMMANDS)


def test_an_unknown_command_is_refused() -> None:
    done = ieum("sell")

    assert done.returncode == 2
    assert "invalid choice: 'sell'" in done.stderr


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_a_help_text(name: str) -> None:
    done = ieum(name, "--help")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: ieum {name}")


@pytest.mark.parametrize(
    ("name", "forbidden"),
    [
        # httpx would load its own command line with the latter two.
        ("gateway", ("ieum.shop", "litestar", "psycopg", "ieum.sandbox", "rich", "pygments")),
        ("sandbox", ("ieum.shop", "psycopg", "ieum.gateway", "rich", "pygments")),
        ("work", ("rich", "pygments")),
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


@pytest.mark.parametrize("name", ["serve", "work"])
def test_a_missing_database_is_reported_in_one_line(name: str, tmp_path: Path) -> None:
    done = ieum(name, IEUM_DATA=str(tmp_path))

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no embedded PostgreSQL is running" in done.stderr


def test_an_unreachable_database_is_reported_in_one_line(tmp_path: Path) -> None:
    done = ieum("migrate", IEUM_DATABASE_URL=f"postgresql://nobody@/none?host={tmp_path}")

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("ieum migrate: ")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    """As in `ieum openapi | head`."""
    printing = subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "openapi"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert printing.stdout is not None
    printing.stdout.close()

    _, said = printing.communicate(timeout=60)

    assert said == ""
    assert printing.returncode == 128 + signal.SIGPIPE


def test_settings_come_from_the_file(tmp_path: Path) -> None:
    (tmp_path / "ieum.env").write_text(
        f"IEUM_DATABASE_URL='postgresql://nobody:secret@/none?host={tmp_path}'\n"
    )

    done = ieum("migrate", CREDENTIALS_DIRECTORY=str(tmp_path))

    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert "secret" not in done.stderr


def test_a_wrong_line_of_the_settings_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "ieum.env").write_text("IEUM_PORT=80 80\n")

    done = ieum("serve", IEUM_ENV_FILE=str(tmp_path / "ieum.env"))

    assert done.returncode == 1
    assert done.stderr.startswith(f"ieum serve: {tmp_path}/ieum.env, line 1: the value of IEUM_PORT")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", sorted(WITHOUT_SETTINGS_FILE))
def test_what_is_not_about_the_shop_of_this_machine_does_not_read_its_file(name: str) -> None:
    """`ieum demo` beside a production shop would fill that one with a demo."""
    program = f"""
import os
from ieum import cli
os.environ["IEUM_ENV_FILE"] = "/nowhere"
cli.COMMANDS[{name!r}] = cli.Command(lambda *given: print("started") or 0, "", "")
cli.main([{name!r}])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == "started\n"
