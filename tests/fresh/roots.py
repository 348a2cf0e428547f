"""Fresh Debian machines: roots with systemd as their first process, each in a network namespace that others make."""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from ieum.common import launch
from ieum.dev.lab.namespaces import Namespace
from tests.fresh.shell import login_shell, script, wait_while_it_goes_on
from tests.waiting import wait_until

SUITE = os.environ.get("IEUM_FRESH_DEBIAN") or "trixie"
# A folder as `uv python install` makes it, for machines that do not reach what it downloads.
PYTHON = os.environ.get("IEUM_FRESH_PYTHON")
TOOLS = ("debootstrap", "systemd-nspawn", "nsenter", "ip", "nft", "caddy", "wg", "wg-quick")
# Nothing of a shop: what makes a root a machine, and the names of packages.
PACKAGES = "systemd,systemd-sysv,dbus,iproute2"
TUN = Path("/dev/net/tun")
PREFIX = "ieum-fresh-"
AUTHORITIES = Path("usr/local/share/ca-certificates")
# A machine with other work takes longer; only something that never comes about waits for so long.
PATIENCE = 900.0
_SOURCES = Path("/etc/apt/sources.list.d")
# Where packages come from, and not what lies on the disk of this machine.
_BARE = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8")
_PIP = re.compile(r"^(?:global|install)\.((?:extra-)?index-url|cert|trusted-host|timeout)='(.*)'$")


def why_not() -> str | None:
    """The reason why no machines can be made here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "fresh machines need root on Linux"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"not installed: {', '.join(missing)} (Debian: debootstrap, systemd-container, wireguard-tools, caddy)"
    return None


def folder() -> Path:
    """Return the folder of the machines' disks; `IEUM_FRESH_ROOTS`, which a rehearsal sets if nobody has."""
    return Path(os.environ["IEUM_FRESH_ROOTS"])


def remove_stale() -> None:
    """Remove the files of rehearsals that were killed."""
    for file in _of_rehearsals():
        if not Path("/proc", _owner(file)).exists():
            shutil.rmtree(file) if file.is_dir() else file.unlink()


def left_over() -> list[str]:
    """Return what this rehearsal has left, beside the folder that somebody has named."""
    own = [file for file in _of_rehearsals() if _owner(file) == str(os.getpid())]
    return [str(file) for file in (*own, *Path("/run/netns").glob(f"ieum-{os.getpid()}-*"))]


def _of_rehearsals() -> list[Path]:
    """Return files that are named after the process of a rehearsal, in the places where it makes any."""
    kept = os.environ.get("IEUM_FRESH_ROOTS")
    patterns = [(Path(tempfile.gettempdir()), f"{PREFIX}*"), (Path("/etc/netns"), "ieum-*")]
    patterns += [(Path(kept), "ieum-*")] if kept else []
    return [file for place, pattern in patterns for file in place.glob(pattern) if _owner(file)]


def _owner(file: Path) -> str:
    found = re.match(rf"(?:{PREFIX}|ieum-)(\d+)-", file.name)
    return found[1] if found else ""


def base() -> Path:
    """Make the Debian with which every machine begins, unless it lies there from an earlier rehearsal."""
    made = folder() / SUITE
    if not made.exists():
        half = folder() / f"{SUITE}.{os.getpid()}"
        half.parent.mkdir(parents=True, exist_ok=True)
        print(f"making a Debian {SUITE} in {made}", flush=True)  # noqa: T201
        try:
            argv = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, half, _mirror()]
            with (folder() / "debootstrap.log").open("w") as log:
                subprocess.run(argv, check=True, stdout=log, stderr=log)
            half.rename(made)
        finally:
            # An interrupted debootstrap leaves them mounted.
            for mounted in (half / "proc", half / "sys"):
                subprocess.run(["umount", "--quiet", "--lazy", mounted], check=False, capture_output=True)
            shutil.rmtree(half, ignore_errors=True)
    return made


class Root:
    """A machine: its disk, its power, and whoever types on it as root."""

    def __init__(
        self, name: str, namespace: Namespace, *, resolver: str, proxy: str, authority: Path
    ) -> None:
        self.name = name
        self.namespace = namespace
        self.disk = folder() / namespace.name
        self._console = self.disk.with_suffix(".log")
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._shell: subprocess.Popen[bytes] | None = None
        self._steps = 0
        subprocess.run(["cp", "-a", "--reflink=auto", base(), self.disk], check=True)
        self.write("etc/hostname", f"{name}\n")
        self.write("etc/hosts", f"127.0.0.1 localhost\n127.0.1.1 {name}\n")
        (self.disk / "etc/resolv.conf").unlink(missing_ok=True)
        self.write("etc/resolv.conf", f"nameserver {resolver}\n")
        self._find_packages_as_this_machine_does(proxy)
        self.put(authority, AUTHORITIES)
        if PYTHON:
            shutil.copytree(PYTHON, self.disk / "opt/python/cpython-3.13-brought", symlinks=True)

    def write(self, path: str, text: str) -> None:
        file = self.disk / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def put(self, source: Path, into: Path | str) -> None:
        """Copy a file, or what is in a folder, as if it had been brought there."""
        target = self.disk / into
        target.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy2(source, target)

    def _tun(self) -> Path:
        """The device as udev makes it on every machine, open to all users; here it may be root's alone."""
        node = self.disk.with_suffix(".tun")
        if not node.exists():
            os.mknod(node, 0o600 | stat.S_IFCHR, TUN.stat().st_rdev)
            node.chmod(0o666)
        return node

    def power_on(self) -> None:
        argv = [
            *("systemd-nspawn", "--boot", f"--directory={self.disk}", f"--machine={self.namespace.name}"),
            # There may be no systemd here that would have to know of it.
            *("--register=no", "--keep-unit", "--console=pipe", "--resolv-conf=off", "--timezone=off"),
            *(f"--network-namespace-path=/run/netns/{self.namespace.name}", "--capability=CAP_NET_ADMIN"),
            *([f"--bind={self._tun()}:/dev/net/tun"] if TUN.exists() else []),
        ]
        environ = {
            **os.environ,
            "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1",
            "SYSTEMD_NSPAWN_API_VFS_WRITABLE": "network",
        }
        with self._console.open("ab") as log:
            self._nspawn = subprocess.Popen(
                launch.command(argv, on_parent_death=signal.SIGKILL),
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(self._is_up, f"{self.name} does not boot", seconds=PATIENCE, pause=_patiently)

    def run(self, commands: str) -> float:
        """Type these as root does who has just logged in and is somewhere else; return the seconds that they took.

        Raises RuntimeError at the first command that fails, and if files are left where the shell happened to be.
        """
        self._steps += 1
        step = f"root/rehearsal/{self._steps:02}"
        self.write(step, script(commands))
        elsewhere = self.disk / f"srv/elsewhere-{self._steps:02}"
        elsewhere.mkdir()
        log = self.disk / f"{step}.log"
        begin = time.monotonic()
        with log.open("wb") as written:
            self._shell = subprocess.Popen(
                [*self._enter(), *login_shell(f"/srv/{elsewhere.name}", f"/{step}")],
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                start_new_session=True,
            )
        try:
            code = wait_while_it_goes_on(self._shell, log)
        except TimeoutError as error:
            raise self._stopped(commands, str(error)) from None
        seconds = time.monotonic() - begin
        if code:
            raise self._stopped(commands, f"exit code {code}")
        if left := sorted(file.name for file in elsewhere.iterdir()):
            raise self._stopped(commands, f"left where the shell happened to be: {', '.join(left)}")
        elsewhere.rmdir()
        self._shell = None
        return seconds

    def _stopped(self, commands: str, why: str) -> RuntimeError:
        journal = self.ask("journalctl", "--no-pager", "--lines=60")
        return RuntimeError(f"{self.name}: {why} in\n{commands}\n{self.said()[-3000:]}\n{journal}")

    def said(self) -> str:
        """What the last commands have printed."""
        return (self.disk / f"root/rehearsal/{self._steps:02}.log").read_text(errors="replace")

    def ask(self, *argv: str) -> str:
        """Return what a command prints, beside the shell; nothing if it fails."""
        done = subprocess.run([*self._enter(), *_BARE, *argv], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    def power_off(self) -> None:
        """As a plug that is pulled: nothing on it has time for anything."""
        for process in (self._shell, self._nspawn):
            # The shell is part of the machine, too, and what the first process had started ends with it.
            for pid in (*self._first_processes(), *self.namespace.pids()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if process is not None:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    # It had not come so far as to have a first process.
                    process.kill()
                    process.wait()
        wait_until(lambda: not self.namespace.pids(), f"{self.name} goes on without power", seconds=PATIENCE)
        self._shell = self._nspawn = None

    def remove(self) -> None:
        self.power_off()
        shutil.rmtree(self.disk)
        for beside in (self._console, self.disk.with_suffix(".tun")):
            beside.unlink(missing_ok=True)

    def _is_up(self) -> bool:
        if self._nspawn is None or self._nspawn.poll() is not None:
            said = self._console.read_text(errors="replace")
            raise RuntimeError(f"{self.name} does not boot: {said[-2000:]}")
        # "degraded" has come up, too: a root has no hardware.
        return bool(self._first_processes()) and self._state() in {"running", "degraded"}

    def _state(self) -> str:
        argv = [*self._enter(), *_BARE, "systemctl", "is-system-running"]
        return subprocess.run(argv, capture_output=True, text=True, check=False).stdout.strip()

    def _enter(self) -> list[str]:
        [first] = self._first_processes()
        return ["nsenter", "--all", f"--target={first}"]

    def _first_processes(self) -> list[int]:
        """Return the process that the machine itself knows as number 1, if it runs."""
        found: list[int] = []
        for pid in self.namespace.pids():
            with suppress(OSError):
                status = Path(f"/proc/{pid}/status").read_text()
                seen = re.search(r"^NSpid:\t(.*)$", status, re.MULTILINE)
                if seen and seen[1].split()[1:] == ["1"]:
                    found.append(pid)
        return found

    def _find_packages_as_this_machine_does(self, proxy: str) -> None:
        (self.disk / "etc/apt/sources.list").unlink(missing_ok=True)
        for file in _debian_sources():
            text = file.read_text().replace(_codename(), SUITE)
            self.write(f"etc/apt/sources.list.d/{file.name}", text)
        # One request on one connection, which is what the proxy has.
        self.write(
            "etc/apt/apt.conf.d/90rehearsal",
            f'Acquire::http::Proxy "{proxy}";\nAcquire::https::Proxy "{proxy}";\nAcquire::http::Pipeline-Depth "0";\n',
        )
        pip = [sys.executable, "-m", "pip", "config", "list"]
        known = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
        found = [one for line in known.splitlines() if (one := _PIP.match(line)) and "file:" not in one[2]]
        self.write(
            "etc/pip.conf",
            f"[global]\nproxy = {proxy}\n" + "".join(f"{one[1]} = {one[2]}\n" for one in found),
        )
        for certificate in Path("/", AUTHORITIES).glob("**/*.crt"):
            self.put(certificate, AUTHORITIES)


def _patiently(_seconds: float) -> None:
    # sleep: to look is more work for a machine that boots
    time.sleep(0.3)


def _codename() -> str:
    found = re.search(r"^VERSION_CODENAME=(\w+)$", Path("/etc/os-release").read_text(), re.MULTILINE)
    assert found, "this machine is no Debian"
    return found[1]


def _debian_sources() -> list[Path]:
    """Where this machine has its own Debian from."""
    listed = [
        Path("/etc/apt/sources.list"),
        *sorted(_SOURCES.glob("*.sources")),
        *sorted(_SOURCES.glob("*.list")),
    ]
    return [file for file in listed if file.exists() and _codename() in file.read_text()]


def _mirror() -> str:
    for file in _debian_sources():
        if found := re.search(r"(?:^URIs:\s*|^deb\s+(?:\[.*\]\s+)?)(\S+)", file.read_text(), re.MULTILINE):
            return found[1]
    raise RuntimeError("no Debian mirror in this machine's sources of apt")
