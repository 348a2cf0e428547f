"""The agent as an operator starts it: a process of its own."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ieum.dev.lab.shop import LabShop
from tests.gateway.builders import KEYS


@pytest.fixture
def shop() -> Iterator[LabShop]:
    with LabShop() as shop:
        yield shop


def start(*words: str, path: str | None = None) -> subprocess.Popen[str]:
    environment = {**os.environ, "PATH": os.environ["PATH"] if path is None else path}
    return subprocess.Popen(
        [sys.executable, "-m", "ieum.gateway", *words],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize("path", [None, ""], ids=["with-wireguard-tools", "without-any-tool"])
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT], ids=["sigterm", "sigint"])
def test_an_acknowledging_agent_needs_no_tool_and_warns_that_no_traffic_flows(
    shop: LabShop, tmp_path: Path, path: str | None, ending: signal.Signals
) -> None:
    newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")

    agent = start(
        *("--acknowledge-only", "--url", shop.url, "--token", shop.token, "--state-dir", str(tmp_path)),
        path=path,
    )
    ack = shop.wait_for_ack(newest)
    agent.send_signal(ending)
    _, log = agent.communicate(timeout=60)

    assert agent.returncode == 0
    assert len(str(ack["publicKey"])) == 44
    assert log.count("NO TRAFFIC") == 1
    key_file = tmp_path / "private.key"
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert key_file.read_text().strip() not in log
    assert shop.token not in log


def test_a_second_agent_or_a_teardown_is_refused_while_an_agent_runs(shop: LabShop, tmp_path: Path) -> None:
    words = ("--acknowledge-only", "--url", shop.url, "--token", "x", "--state-dir", str(tmp_path))
    shop.token = "x"
    first = start(*words)
    shop.wait_for_ack(0)

    others = [start(*words), start(*words, "--teardown")]
    answers = [(other.communicate(timeout=60)[1], other.returncode) for other in others]
    first.terminate()
    first.communicate(timeout=60)

    assert all("already running" in log and code == 1 for log, code in answers)


def test_a_missing_tool_is_reported_in_one_line(shop: LabShop, tmp_path: Path) -> None:
    agent = start("--url", shop.url, "--token", "x", "--state-dir", str(tmp_path / "state"), path="")
    _, log = agent.communicate(timeout=60)

    assert agent.returncode == 3
    assert log.count("\n") == 1
    assert "not installed: ip, nft, wg, conntrack" in log or "CAP_NET_ADMIN, is needed" in log


def test_a_bad_option_is_reported_in_one_line() -> None:
    agent = start("--url", "http://shop", "--token", "x", "--uplink", "nonsense")
    _, log = agent.communicate(timeout=60)

    assert agent.returncode == 2
    assert "expected NAME=DEVICE" in log.splitlines()[-1]
