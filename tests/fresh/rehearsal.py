"""The two rehearsals: one box, and two boxes and a witness; each from fresh machines to a customer's traffic."""

# ruff: noqa: T201 - a program that prints

import re
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ieum.dev.lab.namespaces import LabError
from release import wheel
from tests.chaos.ledger import longest_gap, read
from tests.fresh import commands, roots
from tests.fresh.commands import ANSWERS, BOX1, BOX2, SHOP, WITNESS
from tests.fresh.outside import ROOT, Outside, answers
from tests.fresh.roots import Root
from tests.fresh.shop import FOR_SALE, Shop
from tests.waiting import wait_until

# The customer's tunnel goes on while a box dies: asked five times a second. A busy machine answers later; a tunnel that
# needs the shop is away as long as the shop.
TUNNEL_NOTICES_NOTHING = 5.0
# What the doctor finds broken; two boxes have no backups here.
_BROKEN = re.compile(r"^\s*✗ .*$", re.MULTILINE)
_BROKEN_BUT_BACKUPS = re.compile(r"^\s*✗ (?!백업:).*$", re.MULTILINE)
# As often as a person looks.
_LOOK = 0.5


class Rehearsal:
    """What every rehearsal has: the world around the machines, the seconds of each step, what was proven."""

    def __init__(self, title: str, outside: Outside, dist: Path) -> None:
        self.outside, self.dist = outside, dist
        self.seconds = 0.0
        self.broken = _BROKEN
        self.ledger = outside.folder / "ledger"
        self.gateway: Root | None = None
        self.recovery_key = _make_recovery_key(outside.folder / "recovery.key")
        self.shop = Shop(outside.machine.namespace, outside.names, outside.authority)
        print(f"\n## {title}\n\n| step | on | seconds |\n|---|---|---|", flush=True)

    def run(self, step: str, root: Root, block: str) -> None:
        self.note(step, root.name, root.run(block))

    def note(self, step: str, where: str, seconds: float) -> None:
        self.seconds += seconds
        print(f"| {step} | {where} | {seconds:.1f} |", flush=True)

    def sum_up(self) -> None:
        print(f"| **all commands** | | **{self.seconds:.0f}** |\n", flush=True)

    def prove(self, what: str) -> None:
        print(f"- {what}", flush=True)

    def box(self, name: str, address: str, **folders: Path) -> Root:
        """A fresh machine with what is copied to it before: `/root/NAME` for each folder."""
        box = self.outside.box(name, address)
        for into, source in folders.items():
            box.put(source, f"root/{into}")
        return box

    def open_shop(self, box: Root, said: str) -> dict[str, Any]:
        """From the owner's link to a customer whose traffic leaves by the address that was bought; the service."""
        begin = time.monotonic()
        self.shop.come_in(said)
        words = commands.gateway(
            code=self.shop.register_gateway(), recovery_key=self.recovery_key, has_kernel=_has_kernel(box)
        )
        self.note("the owner's login, a gateway's code", "console", time.monotonic() - begin)

        gateway = self.gateway = self.outside.gateway()
        gateway.put(self.dist, "root/dist")
        self.run("gateway: 1. Programs", gateway, _programs(words.programs))
        self.run("gateway: 2. Enrolment", gateway, words.enrolment)
        if not _has_kernel(box):
            self.run("gateway: 3. wireguard-go", gateway, words.without_kernel)
        self.run("gateway: 3. The lines", gateway, words.lines)
        begin = time.monotonic()
        self.shop.open_for_sale()
        self.note("addresses, a plan, its price, the sale", "console", time.monotonic() - begin)
        self.sum_up()

        self.prove(f"TLS: {SHOP} has a certificate of the rehearsal's authority, by ACME")
        seconds = self.shop.seconds_until_on_sale()
        self.prove(
            f"all {FOR_SALE} addresses proven by the gateway's calls, and on sale after {seconds:.1f} s"
        )
        service = self.shop.buy("first_member", self.outside.tunnel.public_key)
        self.prove(f"sign-up, purchase, device: service {service['id']} has {service['address']}")
        self._connect(service)
        self.prove(f"a customer's traffic leaves by {service['address']}")
        self._examine(box)
        return service

    def _connect(self, service: dict[str, Any]) -> None:
        tunnel = service["tunnel"]
        self.outside.tunnel.connect(
            {"at": 0, "kind": "", "tunnel": tunnel["address"], "server": tunnel["serverPublicKey"]},
            self.ledger,
        )
        wait_until(self.carried, lambda: f"nothing is carried: {self._ledger()[-3:]}", seconds=roots.PATIENCE)
        seen = {entry.get("address") for entry in self.carried()}
        assert seen == {service["address"]}, f"traffic leaves by {seen}, not by {service['address']}"

    def carried(self) -> list[Any]:
        return [entry for entry in self._ledger() if entry["kind"] == "carried"]

    def _ledger(self) -> list[Any]:
        return list(read(self.ledger)) if self.ledger.exists() else []

    def _examine(self, box: Root) -> None:
        """Wait until the doctor finds nothing broken in the shop that is open, and print what it lists."""
        said = ""

        def is_well() -> bool:
            nonlocal said
            box.run('ieum doctor || echo "exit code $?"')
            said = box.said()
            return not self.broken.search(said)

        wait_until(
            is_well,
            lambda: f"the doctor finds: {self.broken.findall(said)}",
            seconds=roots.PATIENCE,
            pause=_look,
        )
        code = re.search(r"^exit code (\d+)$", said, re.MULTILINE)
        self.prove(f"`ieum doctor`: exit code {code[1] if code else 0}")
        for line in said.splitlines():
            if line.lstrip().startswith(("✗", "!", "?")):
                print(f"    {line.strip()}", flush=True)


def one(outside: Outside, dist: Path) -> Rehearsal:
    """Docs: operate/set-up.md, “Set up”."""
    words = commands.one_box()
    outside.names[SHOP] = [BOX1]
    this = Rehearsal("One box", outside, dist)
    box = this.box("box", BOX1, dist=dist)
    box.write(ANSWERS[1:], answers(IEUM_PUBLIC_URL=f"https://{SHOP}", MAKE_DATABASE="yes"))
    this.run("1. Programs", box, _programs(words.programs))
    this.run("2. Users and units", box, words.units)
    this.run("3. Settings and database", box, words.asking)
    assert not _BROKEN.search(box.said()), f"the setup ends with a list of faults: {box.said()}"
    this.run("3. Texts and start", box, words.settings)
    this.run("4. Caddy, until the first page by TLS", box, words.caddy)
    this.run("4. The owner, the doctor", box, words.owner)
    said = box.said()
    backups = commands.backups(recovery_key=this.recovery_key)
    this.run("Backups: role and place", box, backups.place)
    with (box.disk / "etc/ieum/ieum.env").open("a") as settings:
        settings.write(backups.settings)
    this.run("Backups: the first copy, restored as a test", box, backups.units)
    this.open_shop(box, said)
    _kill(this, box, "postgresql@17-main" if roots.SUITE == "trixie" else "postgresql@15-main", "PostgreSQL")
    bought = this.shop.buy("second_member", _another_key())
    this.prove(f"sold after that: service {bought['id']} has {bought['address']}")
    _kill(this, box, "caddy", "Caddy")
    _stop(this, box)
    _upgrade(this, box)
    for block in commands.firewall():
        this.run("A firewall", box, block)
    this.shop.wait_until_it_answers()
    this.prove("a firewall: the shop answers")
    if roots.SUITE == "trixie":
        _restore(this, box)
    return this


def _upgrade(this: Rehearsal, box: Root) -> None:
    """Upgrade by the handbook to the version that is there; an older wheel, which is damaged, lies beside it."""
    words = commands.upgrade()
    (old := box.disk / "root/dist/ieum-0.0.9-py3-none-any.whl").write_bytes(b"of another version")
    for step, block in (
        ("a backup", words.backup),
        ("beside the old one", words.beside),
        ("the database", words.database),
        ("the programs", words.programs),
    ):
        this.run(f"Upgrade: {step}", box, block)
    old.unlink()
    this.shop.wait_until_it_answers()
    assert this.gateway is not None, "nothing is upgraded before the shop is open"
    this.run("Upgrade: the gateway", this.gateway, words.gateway)
    carried = len(this.carried())
    wait_until(
        lambda: len(this.carried()) > carried,
        "nothing is carried after the gateway's upgrade",
        seconds=roots.PATIENCE,
        pause=_look,
    )
    this.prove("upgraded with an older wheel lying there: the shop answers, the tunnel goes on")


def _restore(this: Rehearsal, box: Root) -> None:
    """Restore the database from its copies, by the commands for Debian 13; the shop sells on."""
    words = commands.restore()
    this.run("Restore: the database", box, words.database)
    this.run("Restore: the shop, and the next copy", box, words.start)
    this.shop.wait_until_it_answers()
    bought = this.shop.buy("third_member", _another_key())
    this.prove(f"restored from the copies, and sold: service {bought['id']} has {bought['address']}")


def _kill(this: Rehearsal, box: Root, unit: str, name: str) -> None:
    """Kill a service's first process, as the kernel does when memory is short; the shop comes back by itself."""
    before = box.ask("systemctl", "show", "--property=MainPID", "--value", unit).strip()
    ours = _first_processes_of(box)
    begin = time.monotonic()
    box.ask("kill", "-KILL", before)
    wait_until(
        lambda: _is_another(box, unit, before) and this.shop.answers(),
        lambda: f"{name} was killed, and the shop stays away: {box.ask('systemctl', 'status', unit)}",
        seconds=roots.PATIENCE,
        pause=_look,
    )
    this.prove(f"{name} killed: the shop answers again after {time.monotonic() - begin:.1f} s, by itself")
    assert _first_processes_of(box) == ours, "serve or work was started anew"


def _stop(this: Rehearsal, box: Root) -> None:
    """Stop PostgreSQL on purpose: it stays away until somebody starts it, and then the shop is back."""
    box.run("systemctl stop postgresql")
    # sleep: three times as long as its unit waits before a start
    time.sleep(6)
    states = box.ask("systemctl", "show", "--property=ActiveState", "--value", "postgresql@*").split()
    assert "active" not in states, f"PostgreSQL was stopped, and came back: {states}"
    box.run("systemctl start postgresql")
    this.shop.wait_until_it_answers()
    this.prove("PostgreSQL stopped on purpose stays stopped; started again, the shop answers")


def _is_another(box: Root, unit: str, before: str) -> bool:
    said = box.ask("systemctl", "show", "--property=MainPID,ActiveState", unit)
    return "ActiveState=active" in said and f"MainPID={before}\n" not in said


def _first_processes_of(box: Root) -> str:
    return box.ask("systemctl", "show", "--property=Id,MainPID", "ieum-serve", "ieum-work")


def two(outside: Outside, dist: Path) -> Rehearsal:
    """Docs: operate/two-boxes.md, “Two boxes and a witness”."""
    words = commands.two_boxes()
    outside.names[SHOP] = [BOX1]
    this = Rehearsal("Two boxes and a witness", outside, dist)
    this.broken = _BROKEN_BUT_BACKUPS
    (outside.folder / "deploy").symlink_to(ROOT / "deploy")
    begin = time.monotonic()
    subprocess.run(["bash", "-ec", words.certificates], cwd=outside.folder, check=True, capture_output=True)
    this.note("1. Certificates", "elsewhere", time.monotonic() - begin)
    tls, patroni = outside.folder / "tls", ROOT / "deploy/patroni"
    boxes = [
        this.box(name, address, dist=dist, patroni=patroni, tls=tls / name)
        for name, address in (("box1", BOX1), ("box2", BOX2))
    ]
    box1, box2 = boxes
    witness = this.box("witness", WITNESS, patroni=patroni, tls=tls / "witness")
    for box in boxes:
        this.run("2. Programs", box, words.programs)
    this.run("2. Programs", witness, words.witness)
    for machine in (box1, box2, witness):
        this.run("3. etcd", machine, words.etcd[machine.name])
    _wait_noting(this, "3. etcd: until all three are one", lambda: _have_etcd([*boxes, witness]))
    this.run("3. The witness leads", witness, words.leads)
    this.run("4. The database", box1, words.database["box1"])
    _wait_noting(this, "4. until it is the leader", lambda: '"Leader"' in _members(box1))
    this.run("4. The database", box2, words.database["box2"])
    _wait_noting(this, "4. until it is the standby", lambda: '"Sync Standby"' in _members(box1))
    this.run("4. Role and database", box1, words.role)
    box1.write(ANSWERS[1:], answers(IEUM_PUBLIC_URL=f"https://{SHOP}", **words.answers))
    this.run("5. Settings", box1, words.asking)
    this.run("5. Texts", box1, words.settings)
    shutil.copy2(box1.disk / "etc/ieum/ieum.env", box2.disk / "etc/ieum/ieum.env")
    this.run("5. Units and Caddy", box1, words.serving)
    this.note("5. until the first page by TLS", "outside", this.shop.wait_until_it_answers())
    outside.names[SHOP] = [BOX1, BOX2]
    this.run("5. Units and Caddy", box2, words.serving)
    this.run("5. The owner, the doctor", box1, words.owner)
    service = this.open_shop(box1, box1.said())
    _lose_the_primary(this, box1, box2, service)
    return this


def _lose_the_primary(this: Rehearsal, primary: Root, other: Root, service: dict[str, Any]) -> None:
    begin = time.monotonic()
    this.outside.power_off(primary)
    wait_until(
        lambda: not this.shop.answers(),
        "the shop does not notice that a box has died",
        seconds=roots.PATIENCE,
    )
    this.shop.wait_until_it_answers()
    back = time.monotonic()
    this.prove(f"the primary's box without power: the shop answers again after {back - begin:.1f} s")
    bought = this.shop.buy("second_member", _another_key())
    this.prove(f"sold on one box: service {bought['id']} has {bought['address']}")
    again = time.monotonic()
    this.outside.power_on(primary)
    wait_until(
        lambda: _is_standby(primary, other),
        lambda: f"no standby again: {_members(other)}",
        seconds=roots.PATIENCE,
    )
    end = time.monotonic()
    this.prove(f"with power again, it is the synchronous standby after {end - again:.1f} s")
    gap = longest_gap(this.carried(), "carried", begin, end)
    seen = {entry.get("address") for entry in this.carried()}
    assert seen == {service["address"]}, f"traffic left by {seen}"
    this.prove(
        f"the tunnel went on meanwhile: at most {gap:.1f} s between two answers, all by {service['address']}"
    )
    assert gap < max(TUNNEL_NOTICES_NOTHING, (back - begin) / 2)


def _is_standby(box: Root, asked: Root) -> bool:
    return re.search(rf'"{box.name}"[^}}]*"Sync Standby"[^}}]*"streaming"', _members(asked)) is not None


def _members(box: Root) -> str:
    words = "/opt/ieum/patroni/bin/patronictl -c /etc/ieum/patroni list --format json"
    return box.ask(*words.split())


def _have_etcd(machines: list[Root]) -> bool:
    return all(machine.ask("systemctl", "is-active", "etcd").strip() == "active" for machine in machines)


def _wait_noting(this: Rehearsal, step: str, condition: Any) -> None:
    begin = time.monotonic()
    wait_until(condition, step, seconds=roots.PATIENCE, pause=_look)
    this.note(step, "", time.monotonic() - begin)


def _look(_seconds: float) -> None:
    # sleep: each look asks a whole machine
    time.sleep(_LOOK)


def _programs(block: str) -> str:
    is_brought = roots.PYTHON is not None
    return commands.python_of_debian12(block, is_brought=is_brought) if roots.SUITE == "bookworm" else block


def _has_kernel(box: Root) -> bool:
    """Whether the kernel has WireGuard itself."""
    with suppress(LabError):
        box.namespace.ip("link add ieum-try type wireguard", "link del ieum-try")
        return True
    return False


def _make_recovery_key(file: Path) -> str:
    """The public half, which the shop is told; made on the owner's machine."""
    argv = [ROOT / ".venv/bin/ieum", "gateway", "recovery-key", file]
    said = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    [public] = re.findall(r"ieum-recovery-public-\S+", said)
    return public


def _another_key() -> str:
    private = subprocess.run(["wg", "genkey"], capture_output=True, text=True, check=True).stdout
    return subprocess.run(
        ["wg", "pubkey"], input=private, capture_output=True, text=True, check=True
    ).stdout.strip()


def build_wheel(into: Path) -> Path:
    """As `make wheel`, of the pages that are built already."""
    wheel.main(["--out", str(into), "--pages", str(ROOT / "web/dist")])
    return into
