"""With several processes behind one port, any of them tells what all have counted, and none that is gone is missed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plain_http import ask
from tests.ports import free_port
from tests.shop.builders.metrics import value
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until

ASKED = 'ieum_requests_total{method="GET",path="/healthz",status="200"}'


@pytest.fixture
def server(database_url: str, web_dist: Path, tmp_path: Path) -> Iterator[str]:
    """`ieum serve` with two processes; its address."""
    port = free_port()
    environ = {
        "IEUM_DATABASE_URL": database_url,
        "IEUM_SECRET_KEY": KEY,
        "IEUM_DATA": str(tmp_path),
        "IEUM_WEB_DIST": str(web_dist),
        "IEUM_PORT": str(port),
        "IEUM_WORKERS": "2",
        "TMPDIR": str(tmp_path),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "serve"], env=os.environ | environ, stderr=subprocess.DEVNULL
    ) as process:
        address = f"http://127.0.0.1:{port}"
        wait_until(
            lambda: len(counting(tmp_path)) == 2 and scrape(address),
            "two processes did not begin",
            seconds=60,
        )
        yield address
        process.terminate()
        process.wait(30)
    assert not [*tmp_path.glob("ieum-metrics-*")]


def counting(folder: Path) -> set[int]:
    """The processes that count in the folder, by their files."""
    files = folder.glob("ieum-metrics-*/gauge_livesum_*.db")
    return {int(path.stem.rpartition("_")[2]) for path in files}


def scrape(address: str) -> str:
    answer = ask(f"{address}/metrics", seconds=10)
    return answer.text if answer else ""


def test_all_processes_are_told_by_any(server: str, tmp_path: Path) -> None:
    def memory() -> float:
        return value(scrape(server), "ieum_memory_bytes") or 0

    # On a connection each, so that either process may answer.
    answered = [ask(f"{server}/healthz", seconds=10) for _ in range(40)]
    # Answers from the cache are entered every few seconds.
    wait_until(
        lambda: {value(scrape(server), ASKED) for _ in range(6)} == {40.0}, "not all are told", seconds=20
    )
    first, second = counting(tmp_path)
    # Each says it every five seconds.
    one = resident(first)
    wait_until(lambda: memory() > 1.2 * one, "the memory of one is told, not of both", seconds=20)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: counting(tmp_path) - {first, second} != set(), "nobody took its place")
    scrape(server)

    assert all(answer and answer.status == 200 for answer in answered)
    assert value(scrape(server), ASKED) == 40.0
    assert first not in counting(tmp_path)


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
