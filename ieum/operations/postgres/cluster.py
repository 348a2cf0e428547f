"""The database folder: which process serves it, at which socket, as which user, and how it is created."""

import fcntl
import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from ieum.common import launch

ROLE = "ieum"
# PostgreSQL refuses to run as root; this user is created when root starts a database for the first time.
SYSTEM_USER = "ieum-db"
# In a folder that only root can write to.
USER_LOCK = Path("/run/ieum-db.lock")
# A socket's path may have 108 bytes on Linux and 104 on macOS, with the closing zero.
LONGEST_SOCKET_PATH = 103


class PostgresError(Exception):
    """The message says in one line why the embedded database cannot be used."""


class Postmaster(NamedTuple):
    pid: int
    socket_dir: str
    ready: bool

    @property
    def url(self) -> str:
        return f"postgresql://{ROLE}@/postgres?host={quote(self.socket_dir, safe='')}"


def running_url(data_dir: Path) -> str | None:
    """The URL of this data folder's embedded database, or `None` if it is not running."""
    try:
        postmaster = find_postmaster(data_dir.resolve() / "postgres")
    except PermissionError as error:
        raise PostgresError(f"{error.filename} belongs to another user") from error
    return postmaster.url if postmaster and postmaster.ready else None


def find_postmaster(cluster: Path) -> Postmaster | None:
    """Read `postmaster.pid`; `None` unless that process is alive and serves this cluster."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(lines) < 5 or not _serves(int(lines[0]), cluster):
        return None
    return Postmaster(int(lines[0]), lines[4], ready=len(lines) > 7 and lines[7].strip() == "ready")


def _serves(pid: int, cluster: Path) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    if not Path("/proc/self/cmdline").exists():
        return True
    # After a SIGKILL or a reboot another process may have got this pid.
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return words[1:3] == [b"-D", os.fsencode(cluster)]
    return False


def forget_postmaster(cluster: Path) -> None:
    """Remove a killed server's lock files: PostgreSQL refuses to start if another process has its pid."""
    for stale in (cluster / "postmaster.pid", socket_dir(cluster) / ".s.PGSQL.5432.lock"):
        stale.unlink(missing_ok=True)


def socket_dir(cluster: Path) -> Path:
    """The cluster's folder, or a short path if that one is too long or has a comma, which separates lists."""
    if _fits(cluster):
        return cluster
    name = hashlib.sha256(os.fsencode(cluster)).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"ieum-{name}"
    if not _fits(short):
        raise PostgresError(
            f"{cluster} and {short} are too long for a socket; IEUM_DATA can name another folder"
        )
    return short


def remove_socket_dir(cluster: Path) -> None:
    """Remove the socket folder if it is not the cluster's own; after a crash it stays and is used again."""
    folder = socket_dir(cluster)
    if folder != cluster:
        with suppress(OSError):
            folder.rmdir()


def _fits(folder: Path) -> bool:
    name = os.fsencode(folder / ".s.PGSQL.5432")
    return len(name) <= LONGEST_SOCKET_PATH and not any(sign in name for sign in b',"')


def make_private(folder: Path, user: launch.RunAs | None) -> None:
    """Create a private folder, and refuse one that another user put there: everybody may write to /tmp."""
    owner = user.uid if user else os.geteuid()
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        change_owner(folder, user)
    status = folder.lstat()
    if status.st_uid != owner or status.st_mode & 0o170777 != 0o040700:
        raise PostgresError(f"{folder} exists and is not ours; please remove it")


def change_owner(folder: Path, user: launch.RunAs | None) -> None:
    if user is not None:
        os.chown(folder, user.uid, user.gid)


def database_user(cluster: Path) -> launch.RunAs | None:
    """The user to run the server as; `None` means the current one. Root runs a database as its folder's owner."""
    if os.geteuid() != 0:
        return None
    if cluster.exists() and cluster.stat().st_uid != 0:
        return launch.RunAs(uid=cluster.stat().st_uid, gid=cluster.stat().st_gid)
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        # useradd checks the name before it locks: two at once would create the user with two different ids.
        with USER_LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _make_system_user()
            entry = pwd.getpwnam(SYSTEM_USER)
    return launch.RunAs(uid=entry.pw_uid, gid=entry.pw_gid)


def _make_system_user() -> None:
    useradd = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if useradd is None:
        raise PostgresError("PostgreSQL does not run as root and useradd is missing; start as another user")
    made = subprocess.run(  # noqa: S603 - no outside input
        [
            useradd,
            "--system",
            "--user-group",
            "--no-create-home",
            "--shell",
            "/usr/sbin/nologin",
            SYSTEM_USER,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode not in (0, 9):  # 9: the user exists, created by somebody else just now
        raise PostgresError(f"the user {SYSTEM_USER} could not be created: {made.stderr.strip()}")


def command(
    program: Path, *arguments: str, cluster: Path, user: launch.RunAs | None, on_parent_death: signal.Signals
) -> list[str]:
    """Build the words that run one of PostgreSQL's programs on the cluster; as `user` it can open both."""
    if user is not None:
        home = program.parents[1]
        reach = (program, home / "lib", home / "share", cluster)
        user = launch.RunAs(
            uid=user.uid, gid=user.gid, reach=tuple(str(path) for path in reach if path.exists())
        )
    return launch.command(
        [str(program), "-D", str(cluster), *arguments], on_parent_death=on_parent_death, run_as=user
    )


def initialise(
    cluster: Path, bin_dir: Path, user: launch.RunAs | None, *, locale: Sequence[str], volatile: bool
) -> None:
    """Create the cluster for the role `ieum`; `locale` are the words for initdb that say how text sorts."""
    # Created under another name and renamed when complete, so that an interruption leaves no half database.
    fresh = cluster.with_name(f"{cluster.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    change_owner(fresh, user)
    words = ["--encoding=UTF8", *locale]
    words += ["--username", ROLE, "--auth=trust", "--no-instructions", *(["--no-sync"] if volatile else [])]
    # In a session of its own, so that Ctrl-C in the terminal reaches only us.
    done = subprocess.run(  # noqa: S603 - no outside input
        command(bin_dir / "initdb", *words, cluster=fresh, user=user, on_parent_death=signal.SIGTERM),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        output = done.stderr.strip() or done.stdout.strip() or "no reason given"
        raise PostgresError(f"the database could not be created in {cluster}: {output.splitlines()[-1]}")
    fresh.rename(cluster)
