"""What systemd is told: signs of life come from the loops that do the work, and from nothing else."""

import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ieum.common.service_manager import ServiceManager
from ieum.shop.kernel.settings_file import line
from tests.conftest import Cluster
from tests.operations.conftest import Supervised
from tests.ports import free_port
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until

type Supervise = Callable[..., Supervised]

IEUM = (sys.executable, "-m", "ieum.cli")


def test_one_worker_that_stands_ends_the_signs_of_life_of_all(
    supervise: Supervise, database_url: str, web_dist: Path, tmp_path: Path
) -> None:
    """The supervising process does not load the app, and goes on as if nothing were.

    All of them read the settings file themselves: what it says is in the environment of none.
    """
    settings = {
        "IEUM_DATABASE_URL": make_conninfo(database_url, application_name="hunter2"),
        "IEUM_WEB_DIST": str(web_dist),
        "IEUM_PORT": str(port := free_port()),
        "IEUM_WORKERS": "2",
        "IEUM_SECRET_KEY": KEY,
    }
    (tmp_path / "ieum.env").write_text("\n".join(line(*setting) for setting in settings.items()))
    serve = supervise(*IEUM, "serve", patience=4, IEUM_ENV_FILE=str(tmp_path / "ieum.env"))
    serve.hears("READY=1")
    assert f"STATUS=answers on port {port}" in serve.told
    serve.hears("WATCHDOG=1")
    workers = children(serve.process.pid)
    environs = [Path("/proc", str(pid), "environ").read_bytes() for pid in (serve.process.pid, *workers)]
    assert not [environ for environ in environs if b"hunter2" in environ or KEY.encode() in environ]

    os.kill(workers[0], signal.SIGSTOP)

    serve.hears("STATUS=1 of 2 workers do not react")
    serve.falls_silent(for_seconds=4)
    os.kill(workers[0], signal.SIGCONT)
    serve.hears("WATCHDOG=1")
    serve.process.terminate()
    serve.hears("STOPPING=1")
    assert serve.process.wait(30) == 0


def test_waiting_for_a_database_that_is_away_is_no_reason_to_be_killed(
    supervise: Supervise, cluster: Cluster, database_url: str
) -> None:
    work = supervise(
        *(*IEUM, "work"),
        patience=4,
        IEUM_DATABASE_URL=database_url,
        IEUM_SECRET_KEY=KEY,
    )
    work.hears("READY=1")
    name = str(conninfo_to_dict(database_url)["dbname"])

    with psycopg.connect(cluster.url, autocommit=True) as conn:
        conn.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(name)))
        conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        wait_until(lambda: "jobs are interrupted" in work.log.read_text(), "the worker did not notice")
        heard = work.listen(4)
        conn.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(sql.Identifier(name)))

    assert heard.count("WATCHDOG=1") >= 2
    work.process.terminate()
    work.hears("STOPPING=1")


# A loop that does not turn for ever after, as a call that should not have been made on it would have it.
STANDING_WORK = """
import sys, time
from ieum import cli
from ieum.shop.server import worker
async def stand(*_, **__):
    await worker.asyncio.sleep(1.5)
    time.sleep(60)
worker.run_worker = stand
cli.main(["work"])
"""
STANDING_AGENT = """
import sys, time
from ieum import cli
from ieum.gateway import agent
async def stand(*_, **__):
    await agent.asyncio.sleep(1.5)
    time.sleep(60)
agent.Agent._acknowledge = stand
cli.main(sys.argv[1:])
"""
WITHOUT_SHOP = ("gateway", "--acknowledge-only", "--url", "http://127.0.0.1:9", "--token", "x", "--state-dir")


def test_work_whose_loop_stands_gives_no_sign_of_life(supervise: Supervise, database_url: str) -> None:
    work = supervise(
        *(sys.executable, "-c", STANDING_WORK),
        patience=2,
        IEUM_DATABASE_URL=database_url,
        IEUM_SECRET_KEY=KEY,
    )
    work.hears("READY=1")
    work.hears("WATCHDOG=1")

    work.falls_silent(for_seconds=2)

    assert work.process.poll() is None


def test_an_agent_whose_loop_stands_gives_no_sign_of_life(supervise: Supervise, tmp_path: Path) -> None:
    agent = supervise(
        sys.executable, "-c", STANDING_AGENT, *WITHOUT_SHOP, str(tmp_path / "state"), patience=2
    )
    agent.hears("READY=1")
    agent.hears("WATCHDOG=1")

    agent.falls_silent(for_seconds=2)

    assert agent.process.poll() is None


def test_an_agent_without_a_shop_lives(supervise: Supervise, tmp_path: Path) -> None:
    agent = supervise(*IEUM, *WITHOUT_SHOP, str(tmp_path / "state"), patience=2)
    agent.hears("READY=1")

    heard = agent.listen(3)

    assert heard.count("WATCHDOG=1") >= 3
    agent.process.terminate()
    agent.hears("STOPPING=1")


@pytest.mark.parametrize(
    ("environ", "patience"),
    [
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "30000000"}, 30),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, 0),
        ({"NOTIFY_SOCKET": "/x"}, 0),
        ({"WATCHDOG_USEC": "30000000"}, 0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"}, 0),
    ],
    ids=["ours", "a parent's", "none", "nobody listens", "nonsense"],
)
def test_the_patience_is_systemds(environ: dict[str, str], patience: float) -> None:
    assert ServiceManager(environ).patience == patience


async def test_an_abstract_address_is_reached_and_a_silent_one_is_no_error() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(b"")
        address = "@" + manager.getsockname()[1:].decode()
        ServiceManager({"NOTIFY_SOCKET": address}).ready("well")
        assert manager.recv(100) == b"READY=1\nSTATUS=well"

    ServiceManager({"NOTIFY_SOCKET": address}).alive()
    ServiceManager({}).ready("well")


def children(pid: int) -> list[int]:
    said = Path("/proc", str(pid), "task", str(pid), "children").read_text()
    return [
        int(child)
        for child in said.split()
        if b"resource_tracker" not in Path("/proc", child, "cmdline").read_bytes()
    ]
