import signal
import subprocess
import sys
import threading
from contextlib import suppress

import httpx
import pytest

from tests.dev.sandbox.builders import Shop
from tests.dev.sandbox.processes import wait_for_answer
from tests.plain_http import CERTIFICATES
from tests.ports import free_port
from tests.waiting import wait_until


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_signal_ends_it_at_once_without_output_even_during_a_delayed_answer(
    ending: signal.Signals,
) -> None:
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "ieum.cli",
        "sandbox",
        "--port",
        str(port),
        "--smtp-port",
        str(free_port()),
    ]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, verify=CERTIFICATES) as client,
    ):
        try:
            wait_for_answer(f"http://127.0.0.1:{port}")
            shop = Shop(client)
            returned = shop.pay(fault="delay_but_approve")
            waiting = threading.Thread(target=confirm_without_answer, args=[shop, returned])
            waiting.start()
            wait_until(
                lambda: client.get("/control/payments").json()["totals"]["approved"], "nothing was approved"
            )

            process.send_signal(ending)

            assert process.wait(timeout=10) == 0
            waiting.join(timeout=10)
            assert process.stdout is not None
            assert process.stdout.read() == b""
        finally:
            process.kill()


def confirm_without_answer(shop: Shop, returned: dict[str, str]) -> None:
    with suppress(httpx.TransportError):
        shop.confirm(returned)


def test_a_port_in_use_is_reported_and_ends_it(running: str) -> None:
    port = running.rpartition(":")[2]
    command = [sys.executable, "-m", "ieum.cli", "sandbox", "--port", port, "--smtp-port", str(free_port())]

    ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)

    assert ended.returncode == 1
    assert ended.stderr == f"ieum sandbox: 127.0.0.1:{port}: Address already in use\n"
