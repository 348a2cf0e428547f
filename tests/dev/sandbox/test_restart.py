"""A sandbox that is killed knows everything that it has answered when it is started again."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.dev.sandbox.builders import Shop
from tests.dev.sandbox.processes import wait_for_answer
from tests.plain_http import CERTIFICATES
from tests.ports import free_port

Restart = Callable[[], httpx.Client]


@pytest.fixture
def restart(tmp_path: Path) -> Iterator[Restart]:
    """Start the sandbox on one folder; the second time, kill it first."""
    processes: list[subprocess.Popen[bytes]] = []

    def start() -> httpx.Client:
        for process in processes:
            process.send_signal(signal.SIGKILL)
            process.wait(10)
        port = free_port()
        words = ["sandbox", "--port", str(port), "--smtp-port", str(free_port())]
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "ieum.cli", *words], env={**os.environ, "IEUM_DATA": str(tmp_path)}
            )
        )
        wait_for_answer(f"http://127.0.0.1:{port}")
        return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10, verify=CERTIFICATES)

    yield start
    for process in processes:
        process.kill()
        process.wait(10)


def test_payments_their_books_and_their_cancels_outlive_a_kill(restart: Restart) -> None:
    with restart() as client:
        shop = Shop(client)
        returned = shop.pay()
        paid = shop.confirm(returned).json()
        given_back = shop.cancel(shop.buy(orderId="order-to-give-back")).json()
        before = client.get("/control/payments").json()

    with restart() as client:
        shop = Shop(client)
        after = client.get("/control/payments").json()
        known = [shop.order(payment["orderId"]).json() for payment in (paid, given_back)]

    assert after == before
    assert before["totals"]["kept"] == paid["totalAmount"]
    assert known == [paid, given_back]


def test_a_file_that_cannot_be_read_is_put_aside(restart: Restart, tmp_path: Path) -> None:
    (tmp_path / "sandbox.sqlite3").write_bytes(b"no database at all" * 100)

    with restart() as client:
        payments = client.get("/control/payments").json()["payments"]

    assert payments == []
    assert (tmp_path / "sandbox.sqlite3.broken").exists()


def test_a_second_sandbox_leaves_the_file_of_the_first_alone(restart: Restart, tmp_path: Path) -> None:
    ports = ("--port", str(free_port()), "--smtp-port", str(free_port()))
    with restart() as client:
        Shop(client).buy()
        second = subprocess.run(
            [sys.executable, "-m", "ieum.cli", "sandbox", *ports],
            env={**os.environ, "IEUM_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    with restart() as client:
        payments = client.get("/control/payments").json()["payments"]

    assert (second.returncode, second.stderr) == (
        1,
        f"ieum sandbox: {tmp_path / 'sandbox.sqlite3'}: database is locked\n",
    )
    assert len(payments) == 1
