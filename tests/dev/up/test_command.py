"""`ieum up` reports in one line whatever keeps it from starting, before it starts anything."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from ieum.common import launch
from ieum.shop.server.baseline import REFUSAL
from tests.conftest import Cluster
from tests.ports import free_port

ROOT = Path(__file__).parents[3]
NOBODY = 65534
Refused = Callable[..., str]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def refused(tmp_path: Path, data: Path) -> Refused:
    """Run `ieum up`, which has to refuse, and return its one line of output."""
    dist = tmp_path / "dist"
    for built in (dist / "client" / "index.html", dist / "server" / "render.js"):
        built.parent.mkdir(parents=True)
        built.touch()

    def start(*, uid: int | None = None, said_before: str = "", **settings: str) -> str:
        ports = ("IEUM_PORT", "IEUM_SANDBOX_PORT", "IEUM_SANDBOX_SMTP_PORT")
        usual = {"IEUM_DATA": str(data), "IEUM_WEB_DIST": str(dist)}
        usual |= {name: str(free_port()) for name in ports}
        run_as = launch.RunAs(uid=uid, gid=uid, reach=(str(ROOT), str(tmp_path))) if uid else None
        argv = [sys.executable, "-m", "ieum.cli", "up"]
        done = subprocess.run(
            launch.command(argv, on_parent_death=signal.SIGTERM, run_as=run_as),
            cwd=ROOT,
            env={**os.environ, "IEUM_ENV": "development", **usual, **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 1
        assert done.stdout == said_before
        assert done.stderr.count("\n") == (2 if said_before else 1)
        return done.stderr

    return start


@pytest.mark.parametrize("name", ["IEUM_PORT", "IEUM_SANDBOX_PORT", "IEUM_SANDBOX_SMTP_PORT"])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - as other programs listen
def test_a_port_in_use_is_refused(refused: Refused, data: Path, name: str, host: str) -> None:
    with socket.socket() as taken:
        taken.bind((host, 0))
        taken.listen()
        port = str(taken.getsockname()[1])

        line = refused(**{name: port})

    assert f"port {port} is taken" in line
    assert name in line
    assert not (data / "postgres").exists()


def test_all_ports_in_use_are_named_at_once(refused: Refused) -> None:
    with socket.socket() as one, socket.socket() as other:
        for taken in (one, other):
            taken.bind(("127.0.0.1", 0))
            taken.listen()
        ports = [str(taken.getsockname()[1]) for taken in (one, other)]

        line = refused(IEUM_PORT=ports[0], IEUM_SANDBOX_SMTP_PORT=ports[1])

    assert f"port {ports[0]} is taken" in line
    assert f"port {ports[1]} is taken" in line


@pytest.mark.parametrize("port", ["zero", "0", "65536", "-1", "８０００"])
def test_an_invalid_port_is_refused(refused: Refused, port: str) -> None:
    assert "IEUM_PORT is" in refused(IEUM_PORT=port)


def test_the_same_port_for_two_services_is_refused(refused: Refused) -> None:
    port = str(free_port())
    assert "are both" in refused(IEUM_PORT=port, IEUM_SANDBOX_PORT=port)


def test_a_data_folder_that_cannot_be_created_is_refused(refused: Refused) -> None:
    line = refused(IEUM_DATA="/proc/ieum")

    assert "/proc/ieum cannot be written" in line
    assert "IEUM_DATA" in line


@pytest.mark.skipif(os.geteuid() != 0, reason="root may write everywhere, becoming another user takes root")
def test_a_data_folder_of_another_user_is_refused(refused: Refused, data: Path) -> None:
    data.mkdir(mode=0o755)

    line = refused(uid=NOBODY)

    assert f"{data} cannot be written: Permission denied" in line


def test_a_data_folder_in_use_is_refused(refused: Refused, data: Path) -> None:
    data.mkdir()
    with (data / "up.lock").open("w") as lock:
        lock.write("4242\n")
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)

        assert "runs already as process 4242" in refused()


def test_missing_pages_are_reported_with_the_command_that_builds_them(
    refused: Refused, tmp_path: Path
) -> None:
    assert "make web" in refused(IEUM_WEB_DIST=str(tmp_path / "nowhere"))


def test_a_production_environment_is_refused(refused: Refused) -> None:
    assert "production" in refused(IEUM_ENV="production")


def test_the_data_of_an_older_release_is_refused_with_what_to_do(refused: Refused, cluster: Cluster) -> None:
    name, url = cluster.copy()
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("UPDATE _yoyo_migration SET migration_id = '0228_codes_by_mailbox'")

    said = refused(said_before="  ✓ database\n", IEUM_DATABASE_URL=url)
    cluster.drop(name)

    assert said.endswith(f"ieum migrate: {REFUSAL}\n")
