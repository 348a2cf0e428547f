"""A whole network on one machine: customers, a gateway host with two carriers, and an internet that answers."""

import contextlib
import itertools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from ieum.dev.lab import addresses
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.gateway import LabGateway
from ieum.dev.lab.host import LabHost, hosts_of
from ieum.dev.lab.lists import LabLists
from ieum.dev.lab.namespaces import LabError, Namespace, names, remove_stale
from ieum.dev.lab.ownership import Claim
from ieum.dev.lab.relay import Relay

_TOOLS = ("ip", "nft", "wg", "wg-quick", "conntrack")
_numbers = itertools.count(1)


class Lab:
    """Built on entry and completely removed on exit, even after an error. Several labs may run side by side."""

    def __init__(self) -> None:
        self.world = f"ieum-{os.getpid()}-{next(_numbers)}"
        self.inet = Namespace(f"{self.world}-inet")
        self.first = LabHost(self.world)
        self.host = self.first.namespace
        self.interface = self.first.interface
        self.endpoint = self.first.endpoint
        self.clients: list[LabClient] = []
        self._cleanup = contextlib.ExitStack()
        self._relays: dict[tuple[str, int], tuple[str, int]] = {}
        self._fronts: set[int] = set()

    def __enter__(self) -> Self:
        reason = why_not()
        if reason:
            raise LabError(reason)
        remove_stale()
        claim = Claim.take(self.world)
        if claim is None:
            raise LabError(f"{self.world} is open already")
        try:
            self._cleanup.callback(remove_stale)
            self._cleanup.callback(claim.release)
            self._cleanup.callback(remove_world, self.world)
            self.folder = Path(tempfile.mkdtemp(prefix=f"{self.world}-"))
            self._cleanup.callback(shutil.rmtree, self.folder, ignore_errors=True)
            self._build()
            self._start_echo()
        except BaseException:
            self._cleanup.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with self._cleanup:
            for client in self.clients:
                client.remove()

    def add_client(self, name: str) -> LabClient:
        client = LabClient(self.world, name)
        client.create()
        self.clients.append(client)
        return client

    def add_host(self) -> LabHost:
        """The host of a second gateway, with lines of its own."""
        host = LabHost(self.world, 2)
        host.create()
        return host

    def start_lists(self, port: int = 0) -> LabLists:
        """A server of DNS block lists on this machine's loopback, where the shop is, too."""
        lists = LabLists(self.folder / "listed", port=port)
        self._cleanup.callback(lists.close)
        return lists

    def start_gateway(
        self,
        url: str,
        token: str,
        *,
        on: LabHost | None = None,
        state_dir: Path | None = None,
        options: Sequence[str] = (),
    ) -> LabGateway:
        """Run the real agent on a gateway host, the first by default; it reaches the shop at `url` through a relay.

        With a `state_dir` of its own it keeps its key and is the same gateway in the next lab.
        """
        host = on or self.first
        folder = self.folder / host.namespace.name
        folder.mkdir(exist_ok=True)
        gateway = LabGateway(
            host,
            folder=folder,
            url=self.inside_url(url, host),
            token=token,
            state_dir=state_dir,
            options=[f"--reflect-url={self._outside_url(url)}", *options],
        )
        self._cleanup.callback(gateway.kill)
        gateway.start()
        return gateway

    def _build(self) -> None:
        self.inet.create()
        self.inet.ip(
            f"addr add {addresses.ECHO_ADDRESS}/32 dev lo", f"addr add {addresses.SHOP_ADDRESS}/32 dev lo"
        )
        self.inet.sysctl(ipv4__ip_forward=1)
        self.first.create()

    def _start_echo(self) -> None:
        host, port = addresses.ECHO_ADDRESS, addresses.ECHO_PORT
        log = self.folder / "echo.log"
        argv = [sys.executable, "-m", "ieum.dev.sandbox.echo", "--host", host, "--port", str(port)]
        process = self.inet.spawn(argv, log=log)
        self._cleanup.callback(_end, process)
        end = time.monotonic() + 10
        while time.monotonic() < end and process.poll() is None:
            with self.inet.inside(), contextlib.suppress(OSError), socket.create_connection((host, port), 1):
                return
            time.sleep(0.02)
        raise LabError(f"the echo server did not start: {log.read_text()[-500:]}")

    def _outside_url(self, url: str) -> str:
        """The shop's URL as the internet has it, at a proxy that names callers. The shop has to trust 127.0.0.1."""
        parts = urlsplit(url)
        port = parts.port or 80
        if port not in self._fronts:
            front = Relay(
                self.inet,
                host=addresses.SHOP_ADDRESS,
                port=port,
                target=(parts.hostname or "", port),
                names_callers=True,
            )
            self._cleanup.callback(front.close)
            self._fronts.add(port)
        return f"http://{addresses.SHOP_ADDRESS}:{port}{parts.path}"

    def inside_url(self, url: str, host: LabHost) -> str:
        """The shop's URL on a gateway host, where a relay listens on the same port as the shop does outside."""
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.hostname is None:
            raise LabError(
                f"{url}: the lab reaches a shop over plain http, for example http://localhost:8000"
            )
        port = parts.port or 80
        target = (parts.hostname, port)
        listening = (host.namespace.name, port)
        if listening not in self._relays:
            self._cleanup.callback(Relay(host.namespace, port=port, target=target).close)
            self._relays[listening] = target
        elif self._relays[listening] != target:
            raise LabError(f"port {port} already leads to {self._relays[listening][0]} in this lab")
        return f"http://127.0.0.1:{port}{parts.path}"


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def why_not() -> str | None:
    """The reason why no lab can be built on this machine, or None."""
    if sys.platform != "linux":
        return "the lab needs Linux"
    if os.geteuid() != 0:
        return "the lab needs root"
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        return f"the lab needs {', '.join(missing)}"
    return None


def running_worlds() -> list[str]:
    return [name.removesuffix("-inet") for name in names("ieum-") if name.endswith("-inet")]


def world_of_gateway(public_key: str) -> str | None:
    """The running lab whose gateway has this WireGuard key."""
    for world in running_worlds():
        for host in hosts_of(world):
            # A lab that is just being opened or closed has no gateway's namespace, or no interface in it. By the
            # interface, because wireguard-go shows those of all labs in each.
            with contextlib.suppress(LabError):
                if host.namespace.run("wg", "show", host.interface, "public-key").strip() == public_key:
                    return world
    return None


def remove_world(world: str) -> None:
    for name in names(f"{world}-"):
        Namespace(name).remove()
