"""A server that is told to stop says so to whoever asks, goes on answering for a while, and then ends in good order."""

import http.client
import signal
import time
from pathlib import Path

import httpx

from tests.journey.running import RunningShop
from tests.waiting import wait_until


def test_a_server_that_stops_is_not_ready_first_and_takes_its_time_with_its_streams(tmp_path: Path) -> None:
    with RunningShop(tmp_path) as shop:
        shop.environ["IEUM_DRAIN_SECONDS"] = "3"
        shop.start("serve")
        token = shop.gateway_token.read_text().strip()
        stream = http.client.HTTPConnection("localhost", shop.port, timeout=30)
        stream.request("GET", "/gateway/v1/stream?protocol=2", headers={"authorization": f"Bearer {token}"})
        lines = stream.getresponse()
        assert lines.readline()

        shop._children["serve"].ask_to_stop()
        began = time.monotonic()
        wait_until(lambda: status_of(shop, "/readyz") == 503, "it is ready still", seconds=3)
        assert status_of(shop, "/api/v1/config/info") == 200
        assert time.monotonic() - began < 3

        while lines.readline():
            pass
        assert time.monotonic() - began > 2.5
        lines.close()
        stream.close()
        assert shop.stop("serve") == 0


def status_of(shop: RunningShop, path: str) -> int:
    with httpx.Client() as client:
        return client.get(shop.url + path).status_code


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with RunningShop(tmp_path, demo=False) as shop:
        shop.environ["IEUM_DRAIN_SECONDS"] = "60"
        shop.start("serve")
        child = shop._children["serve"]

        child.ask_to_stop()
        wait_until(lambda: status_of(shop, "/readyz") == 503, "it is ready still")
        assert child._process is not None
        child._process.send_signal(signal.SIGTERM)

        wait_until(lambda: child.exit_code is not None, "it waits")
        assert child.exit_code == 0
        shop._running.discard("serve")
