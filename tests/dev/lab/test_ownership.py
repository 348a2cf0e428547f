"""What a lab or a client that was killed leaves behind goes with the next one; what runs is left alone."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ieum.dev.lab.addresses import KT
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.namespaces import Namespace, names, remove_stale
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab, running_worlds, why_not, world_of_gateway
from tests.waiting import wait_until

pytestmark = [pytest.mark.tunnels, pytest.mark.skipif(why_not() is not None, reason=str(why_not()))]

A_LAB = """
import time
from ieum.dev.lab.world import Lab
with Lab() as lab:
    lab.add_client("kim")
    print(lab.world, flush=True)
    time.sleep(600)
"""
A_CLIENT = """
import sys, time
from ieum.dev.lab.client import LabClient
client = LabClient(sys.argv[1], "lee")
client.create()
print(client.namespace.name, flush=True)
time.sleep(600)
"""


@contextmanager
def killed(program: str, *arguments: str) -> Generator[str]:
    """Kill a program once it has printed its line. It stays a zombie, so that its process id is still taken."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        name = process.stdout.readline().strip()
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        yield name


def lives(pid: int) -> bool:
    """Whether a process is there and is not a zombie, whose parent has not asked for its end yet."""
    try:
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def running() -> Iterator[Lab]:
    with Lab() as lab:
        yield lab


def test_the_next_lab_removes_what_a_killed_one_left_although_its_process_id_is_taken(running: Lab) -> None:
    with killed(A_LAB) as dead:
        left = names(dead)
        pids = [pid for name in left for pid in Namespace(name).pids()]
        with Lab():
            after = names(dead)

    assert len(left) == 3
    assert pids
    assert after == []
    assert not any(lives(pid) for pid in pids)
    assert list(Path(tempfile.gettempdir()).glob(f"{dead}-*")) == []
    assert len(names(running.world)) == 2


def test_the_end_of_a_lab_removes_what_a_killed_one_left(running: Lab) -> None:
    with Lab(), killed(A_LAB) as dead:
        assert names(dead)

    assert names(dead) == []
    assert len(names(running.world)) == 2


def test_a_killed_client_is_removed_and_its_lab_and_other_clients_stay(running: Lab) -> None:
    own = running.add_client("kim").namespace.name
    with killed(A_CLIENT, running.world) as dead:
        assert dead in names(running.world)
        removed = remove_stale()

    assert dead in removed
    assert dead not in names(running.world)
    assert own in names(running.world)


@contextmanager
def program(*arguments: str) -> Generator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "ieum.cli", "lab", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


def read_until(process: "subprocess.Popen[str]", word: str) -> str:
    assert process.stdout is not None
    text = ""
    for line in process.stdout:
        text += line
        if word in line:
            return text
    raise AssertionError(f"{word!r} was not said: {text}")


def test_a_client_joins_the_lab_of_its_own_gateway_and_says_so(running: Lab, tmp_path: Path) -> None:
    """The later lab is another shop's."""
    kim, conf = Customer.new("10.64.0.2"), tmp_path / "kim.conf"
    with LabShop() as shop, LabShop() as another, Lab() as later:
        running.start_gateway(shop.url, shop.token)
        later.start_gateway(another.url, another.token)
        server_key = str(shop.wait_for_ack(0)["publicKey"])
        later_key = str(another.wait_for_ack(0)["publicKey"])
        shop.put(kim.public_key, kim.tunnel_address, KT.exit_address(3))
        shop.wait_for_ack()
        conf.write_text(kim.conf(server_key=server_key, endpoint=running.endpoint))

        with program("--connect", str(conf)) as client:
            said = read_until(client, "through it")
        found = world_of_gateway(later_key)

    assert found == later.world
    assert f"Joined the lab {running.world}" in said
    assert f"{KT.exit_address(3)} through it" in said


def test_a_file_of_no_open_lab_is_refused_and_the_open_ones_are_named(running: Lab, tmp_path: Path) -> None:
    kim, conf = Customer.new("10.64.0.2"), tmp_path / "kim.conf"
    conf.write_text(kim.conf(server_key=Customer.new("").public_key, endpoint=running.endpoint))

    with program("--connect", str(conf)) as client:
        _, complaint = client.communicate(timeout=60)

    assert client.returncode == 1
    assert "no open lab has the gateway of kim.conf" in complaint
    assert running.world in complaint
    assert len(names(running.world)) == 2


def test_a_second_signal_does_not_stop_the_cleaning_up(tmp_path: Path) -> None:
    token = tmp_path / "token"
    before = set(running_worlds())
    with LabShop() as shop:
        token.write_text(shop.token)
        with program("--url", shop.url, "--token-file", str(token)) as lab:
            read_until(lab, "The lab is open")
            (world,) = {one for one in running_worlds() if one.startswith(f"ieum-{lab.pid}-")} - before
            lab.terminate()
            wait_until(
                lambda: len(names(world)) < 2 or lab.poll() is not None, "the lab did not begin to close"
            )
            lab.send_signal(signal.SIGINT)
            lab.wait(timeout=60)

    assert names(world) == []
