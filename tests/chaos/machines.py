"""Machines as network namespaces on one switch: processes that can be killed, links that can be cut."""

import contextlib
import itertools
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from ieum.common import launch
from ieum.dev.lab.namespaces import Namespace, names, remove_stale
from ieum.dev.lab.ownership import Claim
from tests.chaos.resources import Clock

# Outside of the network of tunnels, which a gateway takes for its customers.
NETWORK = "10.177.0"
_numbers = itertools.count(800)


class Machine:
    """A namespace with an address and a folder, and the programs that run in it by their names."""

    def __init__(self, world: str, name: str, host: int, folder: Path) -> None:
        self.name = name
        self.address = f"{NETWORK}.{host}"
        self.folder = folder
        self.namespace = Namespace(f"{world}-{name}")
        self._plug = f"p{host}"
        self._switch = Namespace(f"{world}-switch")
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.clock: Clock | None = None
        """A clock of its own, which what is started from then on has."""

    def create(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.namespace.create()
        self._switch.ip(
            f"link add {self._plug} type veth peer name eth0 netns {self.namespace.name}",
            f"link set {self._plug} master lan up",
        )
        self.namespace.ip(f"addr add {self.address}/16 dev eth0", "link set eth0 up")

    def start(
        self,
        name: str,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str] | None = None,
        run_as: launch.RunAs | None = None,
    ) -> None:
        # Last of all, as the user of the program: nothing else is to have this clock.
        clock = (
            ("/usr/bin/env", *(f"{name}={value}" for name, value in self.clock.environ().items()))
            if self.clock
            else ()
        )
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [
                    *("ip", "netns", "exec", self.namespace.name),
                    *launch.command([*clock, *argv], on_parent_death=signal.SIGKILL, run_as=run_as),
                ],
                env={**os.environ, **(environ or {})},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def send(self, name: str, number: signal.Signals) -> None:
        """To the program and every process of its session; what it has put into a session of its own is left."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._processes[name].pid, number)

    def kill(self, name: str) -> None:
        self.send(name, signal.SIGKILL)
        self._processes.pop(name).wait()

    def stop(self, name: str, *, seconds: float = 80) -> int:
        """Ask it to end, as a service manager would, and return its exit code."""
        process = self._processes.pop(name)
        process.terminate()
        return process.wait(seconds)

    def is_running(self, name: str) -> bool:
        return name in self._processes and self._processes[name].poll() is None

    def processes(self, name: str) -> list[int]:
        """Those of a program and of what it has started, which are all of one session."""
        session = self._processes[name].pid if name in self._processes else -1
        found: list[int] = []
        for pid in self.namespace.pids():
            with contextlib.suppress(ProcessLookupError):
                if os.getsid(pid) == session:
                    found.append(pid)
        return found

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def unplug(self) -> None:
        """From now on nothing leaves or reaches it, and nobody is told that connections have ended."""
        self._switch.ip(f"link set {self._plug} down")

    def plug_in(self) -> None:
        self._switch.ip(f"link set {self._plug} up")

    def power_off(self) -> None:
        """The network first, so that no kernel says goodbye for its processes."""
        self.unplug()
        self.end_all()

    def end_all(self) -> None:
        for pid in self.namespace.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in self._processes.values():
            process.wait()
        self._processes.clear()

    def send_to_all(self, number: signal.Signals) -> None:
        for pid in self.namespace.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def cut_off_from(self, *others: "Machine") -> None:
        """Drop what comes from and goes to these machines, without a word."""
        addresses = ", ".join(other.address for other in others)
        self.namespace.run(
            *("nft", "-f", "-"),
            stdin=f"""
            table inet cut {{
                chain in {{ type filter hook input priority 0; ip saddr {{ {addresses} }} drop; }}
                chain out {{ type filter hook output priority 0; ip daddr {{ {addresses} }} drop; }}
            }}
            """,
        )

    def join_again(self) -> None:
        self.namespace.run("nft", "delete", "table", "inet", "cut")

    def lose_ports(self, *ports: int) -> None:
        """Drop what it sends to these ports of anybody, without a word."""
        listed = ", ".join(str(port) for port in ports)
        self.namespace.run(
            *("nft", "-f", "-"),
            stdin=f"""
            table inet lost {{
                chain out {{ type filter hook output priority 0; tcp dport {{ {listed} }} drop; }}
            }}
            """,
        )

    def find_ports(self) -> None:
        self.namespace.run("nft", "delete", "table", "inet", "lost")

    def offer_loopback(self, port: int) -> None:
        """Let others reach a port of 127.0.0.1, as a proxy on the machine would."""
        self.namespace.sysctl(ipv4__conf__all__route_localnet=1)
        self.namespace.run(
            *("nft", "-f", "-"),
            stdin=f"""
            table ip front {{
                chain in {{ type nat hook prerouting priority -100; tcp dport {port} dnat to 127.0.0.1; }}
            }}
            """,
        )


class Switch:
    """Connects machines; all of them and what runs in them ends with it."""

    def __init__(self, folder: Path) -> None:
        self.world = f"ieum-{os.getpid()}-{next(_numbers)}"
        self.folder = folder
        self.machines: list[Machine] = []
        self._claim: Claim | None = None
        self._removing: list[Callable[[], None]] = []

    def __enter__(self) -> Self:
        remove_stale()
        self._claim = Claim.take(self.world)
        switch = Namespace(f"{self.world}-switch")
        switch.create()
        switch.ip("link add lan type bridge", "link set lan up")
        return self

    def __exit__(self, *_: object) -> None:
        for machine in self.machines:
            machine.end_all()
        for remove in self._removing:
            remove()
        for name in names(f"{self.world}-"):
            Namespace(name).remove()
        if self._claim is not None:
            self._claim.release()

    def add(self, name: str, host: int) -> Machine:
        machine = Machine(self.world, name, host, self.folder / name)
        machine.create()
        self.machines.append(machine)
        return machine

    def add_wired(
        self, name: str, create: Callable[[], None], remove: Callable[[], None] | None = None
    ) -> Machine:
        """A machine whose namespace, with other lines than the switch's, others make and remove."""
        machine = Machine(self.world, name, 0, self.folder / name)
        create()
        machine.folder.mkdir()
        if remove:
            self._removing.append(remove)
        self.machines.append(machine)
        return machine
