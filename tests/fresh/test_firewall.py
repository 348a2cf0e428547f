"""The firewalls of the handbook let through what the shop needs, and nothing else: they are loaded, and called."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ieum.dev.lab.namespaces import Namespace
from tests.fresh import commands
from tests.fresh.handbook import Chapter
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("nft") is None, reason="root and nftables are needed for a firewall"
)

CALLED, BOX, WITNESS, STRANGER = commands.BOX1, commands.BOX2, commands.WITNESS, "10.0.0.99"
CALLERS = (BOX, WITNESS, STRANGER)
ETCD = {2379, 2380}
OPEN = {22, 80, 443}
PORTS = sorted(OPEN | ETCD | {5432, 8000, 8008, 9101})


@pytest.fixture
def machines() -> Generator[tuple[Namespace, Namespace]]:
    """The one that is called, and one that has the addresses of all who call."""
    called, calling = (Namespace(f"ieum-{name}-{os.getpid()}") for name in ("called", "calling"))
    try:
        called.create()
        calling.create()
        called.ip(
            f"link add eth0 type veth peer name eth0 netns {calling.name}",
            f"address add {CALLED}/24 dev eth0",
            "link set eth0 up",
        )
        calling.ip(*(f"address add {address}/24 dev eth0" for address in CALLERS), "link set eth0 up")
        yield called, calling
    finally:
        called.remove()
        calling.remove()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """What the handbook's commands write, by the machine that has it."""
    chapter = Chapter("operate/set-up.md", "A firewall")
    one, boxes = chapter.take("One box"), chapter.take("Two boxes")
    shortened = chapter.take("The witness")
    loading = chapter.take("Then on each")
    kept = chapter.take("Log in a second time")
    chapter.end()
    assert loading.startswith(
        "nft -c -f /etc/nftables.conf.new && mv --backup=numbered /etc/nftables.conf.new /etc/nftables.conf &&"
    )
    # The one that opens again is the one that is stopped.
    assert "--unit=firewall-back nft delete table inet firewall" in loading
    assert "stop firewall-back.timer" in kept

    written = {name: tmp_path / name for name in ("one", "box", "witness")}
    for name, text in (("one", one), ("box", boxes), ("witness", boxes)):
        found = re.search(r"<<'END'\n(.*)^END$", text, re.MULTILINE | re.DOTALL)
        assert found is not None
        written[name].write_text(found[1])
    in_place = shortened.replace("/etc/nftables.conf.new", str(written["witness"]))
    subprocess.run(["sh", "-e", "-c", in_place], check=True)
    return written


@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("one", {BOX: OPEN, WITNESS: OPEN, STRANGER: OPEN}),
        ("box", {BOX: {*PORTS} - {9101}, WITNESS: OPEN | ETCD, STRANGER: OPEN}),
        ("witness", {BOX: {22} | ETCD, WITNESS: {22} | ETCD, STRANGER: {22}}),
    ],
)
def test_each_reaches_what_is_theirs_and_nothing_else(
    machines: tuple[Namespace, Namespace], files: dict[str, Path], name: str, reached: dict[str, set[int]]
) -> None:
    called, calling = machines
    # Twice, as after a change of the file; beside what a gateway's agent has loaded.
    called.run("nft", "add", "table", "inet", "ieum")
    for _ in range(2):
        called.run("nft", "-c", "-f", str(files[name]))
        called.run("nft", "-f", str(files[name]))

    with ExitStack() as stack:
        with called.inside():
            for port in PORTS:
                stack.enter_context(socket.create_server((CALLED, port)))
        assert {caller: _reach(calling, caller) for caller in CALLERS} == reached

    assert "table inet ieum" in called.run("nft", "list", "tables")


def test_the_machine_itself_calls_out_and_hears_the_answer(
    machines: tuple[Namespace, Namespace], files: dict[str, Path]
) -> None:
    called, calling = machines
    called.run("nft", "-f", str(files["box"]))
    with calling.inside():
        server = socket.create_server((BOX, 8443))

    with server, called.inside(), socket.create_connection((BOX, 8443), timeout=5):
        server.accept()[0].close()
    with called.inside(), socket.create_server((CALLED, 9101)):
        socket.create_connection((CALLED, 9101), timeout=5).close()


def _reach(calling: Namespace, caller: str) -> set[int]:
    """The ports at which somebody answers this address. What is dropped answers nothing, so all are called at once."""
    with ExitStack() as stack:
        calls = dict[int, socket.socket]()
        with calling.inside():
            for port in PORTS:
                call = stack.enter_context(socket.socket())
                call.bind((caller, 0))
                call.setblocking(False)
                call.connect_ex((CALLED, port))
                calls[port] = call
        wait_until(lambda: _answered(calls[22]), "nobody answers at the port that is open to all")
        # sleep: a packet that is dropped gives no sign; the others were called within the same millisecond
        time.sleep(0.3)
        return {port for port, call in calls.items() if _answered(call)}


def _answered(call: socket.socket) -> bool:
    try:
        call.getpeername()
    except OSError:
        return False
    return True
