"""Two boxes and a witness: etcd on all three, Patroni and its PostgreSQL on the boxes, as `deploy/patroni` has them."""

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import TupleRow

from ieum.common import launch
from ieum.dev.postgres import programs
from ieum.operations.postgres.cluster import database_user
from tests.chaos.machines import Machine, Switch
from tests.chaos.resources import Clock, Disk
from tests.waiting import PATIENCE_SECONDS, wait_until

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy" / "patroni"
PATRONI = ROOT / ".patroni"
PASSWORD = "of-these-tests-alone"

DISK = "2G"
# A busy machine is slower than a box of one's own, and stands still at times: only a failure waits for so long.
SLOW = 2.0 * PATIENCE_SECONDS


def why_not() -> str | None:
    """The reason why no boxes can be built on this machine, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "two boxes need root on Linux"
    if not (PATRONI / "bin" / "patroni").exists():
        return "Patroni is not installed (make .patroni/.installed)"
    missing = [
        tool
        for tool in ("ip", "nft", "etcd", "etcdctl", "openssl", "rclone", "zstd")
        if shutil.which(tool) is None
    ]
    return (
        f"not installed: {', '.join(missing)} (Debian: etcd-server, etcd-client, rclone, zstd)"
        if missing
        else None
    )


class Box:
    """A machine with etcd and, if it is no witness, Patroni."""

    def __init__(self, machine: Machine, cluster: "Cluster") -> None:
        self.machine = machine
        self.cluster = cluster
        # What a box of two boxes has on its disk: the database and what etcd keeps.
        self.disk: Disk | None = None
        self.config = machine.folder / "patroni"

    @property
    def name(self) -> str:
        return self.machine.name

    @property
    def _disk_folder(self) -> Path:
        return self.disk.folder if self.disk else self.machine.folder

    @property
    def data(self) -> Path:
        return self._disk_folder / "postgres"

    def start_etcd(self) -> None:
        address, tls = self.machine.address, self.cluster.tls(self.name)
        example = (DEPLOY / "etcd.env.example").read_text()
        environ = dict(re.findall(r"^(ETCD_\w+)=(.*)$", example, re.MULTILINE))
        mine = {
            "ETCD_NAME": self.name,
            "ETCD_DATA_DIR": str(self._disk_folder / "etcd"),
            "ETCD_INITIAL_CLUSTER": ",".join(
                f"{box.name}=https://{box.machine.address}:2380" for box in self.cluster.all
            ),
            # Files on a test's disk need not be safe, and a busy disk would let leaders fall.
            "ETCD_UNSAFE_NO_FSYNC": "true",
        }
        for name, value in environ.items():
            here = value.replace("10.0.0.11", address).replace("/etc/ieum/tls", str(tls))
            mine.setdefault(name, here)
        etcd = shutil.which("etcd") or "etcd"
        self.machine.start("etcd", [etcd], environ=mine, run_as=self.cluster.run_as(etcd))

    def start_patroni(self) -> None:
        self._configure()
        argv = [str(PATRONI / "bin" / "patroni"), str(self.config)]
        reach = (
            argv[0],
            os.path.realpath(PATRONI / "bin" / "python"),
            str(self.cluster.programs / "postgres"),
        )
        self.machine.start("patroni", argv, run_as=self.cluster.run_as(*reach))

    def postmaster(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def signal_postgres(self, number: signal.Signals) -> None:
        """To the server and to every process that it has forked."""
        postmaster = self.postmaster()
        # First of all the one that starts the others.
        for pid in (postmaster, *_children_of(postmaster)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def status(self) -> dict[str, Any]:
        """What Patroni says of its database; nothing where it does not answer."""
        return self._ask("patroni")

    def members(self) -> list[dict[str, Any]]:
        """What Patroni says of all boxes."""
        return self._ask("cluster").get("members", [])

    def _ask(self, path: str) -> dict[str, Any]:
        context = ssl.create_default_context(cafile=str(self.cluster.tls(self.name) / "ca.crt"))
        with suppress(OSError, ValueError), self.cluster.outside.namespace.inside():
            address = f"https://{self.machine.address}:8008/{path}"
            with urllib.request.urlopen(address, timeout=2, context=context) as answer:
                return json.loads(answer.read())
        return {}

    def is_primary(self) -> bool:
        status = self.status()
        return (status.get("role"), status.get("state")) == ("primary", "running")

    def _configure(self) -> None:
        """The files that a box has, with this machine's places in them."""
        self.config.mkdir(exist_ok=True)
        tls = self.cluster.tls(self.name)
        shop = (DEPLOY / "shop.yml").read_text().replace("/etc/ieum/tls", str(tls))
        if not self.cluster.has_tls:
            # The PostgreSQL of the wheel is built without TLS.
            shop = re.sub(
                r'^ +ssl: "on"\n|^ +ssl_\w+:.*\n|^ +ssl(mode|rootcert|cert|key):.*\n',
                "",
                shop,
                flags=re.MULTILINE,
            )
            shop = shop.replace("hostssl", "host").replace(" clientcert=verify-ca", "")
        (self.config / "10-shop.yml").write_text(shop)
        example = (DEPLOY / "box.yml.example").read_text()
        hosts = ", ".join(f"{box.machine.address}:2379" for box in self.cluster.all)
        own = re.sub(r"hosts: \[.*\]", f"hosts: [{hosts}]", example)
        for there, here in {
            "10.0.0.11": self.machine.address,
            "name: box1": f"name: {self.name}",
            "/usr/lib/postgresql/17/bin": str(self.cluster.programs),
            "/var/lib/postgresql/17/ieum": str(self.data),
            "/run/ieum-patroni/pgpass": str(self.machine.folder / "pgpass"),
            "/run/postgresql": str(self.machine.folder),
            "a-password-of-32-characters": PASSWORD,
            "another-password-of-32-characters": PASSWORD,
        }.items():
            assert there in own, there
            own = own.replace(there, here)
        # These machines have no kernel of their own that could be restarted.
        own += "\nwatchdog:\n  mode: 'off'\n"
        (self.config / "50-box.yml").write_text(own)


class Cluster:
    """Brings two boxes and a witness up, and knows how the shop reaches their database."""

    def __init__(
        self, switch: Switch, outside: Machine, *, postgres: Path | None = None, scarce: bool = False
    ) -> None:
        """`scarce`: with disks of their own that can be full, and clocks of their own that can be wrong."""
        self.folder = switch.folder
        self.outside = outside
        self.programs = postgres or programs()
        self.user = database_user(self.folder / "no-cluster-yet")
        self.boxes = [Box(switch.add(f"box{number}", 10 + number), self) for number in (1, 2)]
        self.witness = Box(switch.add("witness", 13), self)
        self.all = [*self.boxes, self.witness]
        if scarce:
            for box in self.boxes:
                box.disk = Disk(box.machine.folder / "disk", DISK)
                box.machine.clock = Clock(box.machine.folder)
        config = subprocess.run(
            [self.programs / "pg_config", "--configure"], capture_output=True, text=True, check=True
        )
        self.has_tls = "openssl" in config.stdout

    def run_as(self, *reach: str) -> launch.RunAs | None:
        return self.user and launch.RunAs(uid=self.user.uid, gid=self.user.gid, reach=reach)

    def tls(self, machine: str) -> Path:
        return self.folder / "tls" / machine

    @property
    def url(self) -> str:
        """As the settings of both boxes have it."""
        return self.url_of("ieum", self.has_tls)

    def url_of(self, user: str, has_tls: bool, *, database: str = "ieum") -> str:
        hosts = ",".join(f"{box.machine.address}:5432" for box in self.boxes)
        tls = self.tls("box1")
        sure = f"&sslmode=verify-ca&sslrootcert={tls}/ca.crt" if has_tls else ""
        if has_tls and user == "postgres":
            sure += f"&sslcert={tls}/box.crt&sslkey={tls}/box.key"
        return f"postgresql://{user}:{PASSWORD}@{hosts}/{database}?target_session_attrs=read-write{sure}"

    def start(self) -> None:
        """From empty folders to a primary, a synchronous standby, and a database that is nobody's yet."""
        self._make_certificates()
        for box in self.all:
            _give(box.machine.folder, self.user)
            box.start_etcd()
        for box in self.boxes:
            box.start_patroni()
        self.wait_until_whole()
        self.let_the_witness_lead()
        with self.as_admin() as conn:
            conn.execute(f"CREATE ROLE ieum LOGIN PASSWORD '{PASSWORD}'")
            conn.execute("GRANT pg_monitor TO ieum")
            conn.execute("CREATE DATABASE ieum OWNER ieum")

    @contextmanager
    def as_admin(self) -> Generator[psycopg.Connection[TupleRow]]:
        admin = self.url_of("postgres", self.has_tls, database="postgres")
        with self.outside.namespace.inside():
            conn = psycopg.connect(admin, autocommit=True)
        with conn:
            yield conn

    def give_disks_back(self) -> None:
        for box in self.boxes:
            if box.disk:
                box.disk.remove()

    def let_the_witness_lead(self) -> None:
        """As its timer does every minute."""
        script = (DEPLOY / "witness-leads").read_text().replace("/etc/ieum/tls", str(self.tls("witness")))
        own = f"https://{self.witness.machine.address}:2379"
        self.witness.machine.namespace.run("sh", "-c", script, "witness-leads", own)

    def primary(self) -> Box:
        found = [box for box in self.boxes if box.is_primary()]
        assert len(found) == 1, f"primaries: {[box.name for box in found]}"
        return found[0]

    def standby(self) -> Box:
        primary = self.primary()
        return next(box for box in self.boxes if box is not primary)

    def is_whole(self) -> bool:
        """There is a primary, and etcd knows that the other box has everything that is confirmed.

        PostgreSQL says so some seconds before: a primary that dies in between is not replaced.
        """
        return all(
            roles == {"leader": "running", "sync_standby": "streaming"} for roles in self._seen().values()
        )

    def _seen(self) -> dict[str, dict[str, str]]:
        """What each box says that there is, by its name: the state of each role."""
        return {box.name: {one["role"]: one["state"] for one in box.members()} for box in self.boxes}

    def wait_until_whole(self) -> None:
        try:
            wait_until(self.is_whole, lambda: f"there are no two boxes, but {self._seen()}", seconds=SLOW)
        except AssertionError as error:
            error.add_note(self.last_words())
            raise

    def last_words(self) -> str:
        return "\n".join(
            f"{box.name} {name}: {box.machine.log(name)[-1500:]}"
            for box in self.all
            for name in ("etcd", "patroni")
        )

    def _make_certificates(self) -> None:
        machines = [f"{box.name}={box.machine.address}" for box in self.all]
        # A day old, as those of a shop that runs are older than its clocks are wrong.
        clock = self.boxes[0].machine.clock
        older = clock.environ() if clock else {}
        if clock:
            clock.put(-86400)
        make = [DEPLOY / "make-certificates", self.folder / "tls", *machines]
        subprocess.run(make, check=True, env={**os.environ, **older})
        if clock:
            clock.put(0)
        _give(self.folder / "tls", self.user)


def _give(folder: Path, user: launch.RunAs | None) -> None:
    if user is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user.uid, user.gid)


def _children_of(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
