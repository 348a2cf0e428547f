"""Makes a database on this machine's own PostgreSQL, by commands that are shown before they run."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from psycopg import sql

from ieum.common.files import DEPLOY

NAME = "ieum"
# The password goes in by standard input: the words of a command are for all users of the machine to read.
_PSQL = ("psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1")
_KNOWN = sql.SQL(
    "SELECT (SELECT count(*) FROM pg_roles WHERE rolname = {}) +"
    " (SELECT count(*) FROM pg_database WHERE datname = {}), current_setting('port');"
)
_HIDDEN = "(새로 만든 비밀번호)"


# Over the unit of Debian's PostgreSQL, in the folder of the machine's own units.
_RESTART = Path("postgresql@.service.d") / "restart.conf"


class NotMadeError(Exception):
    """The database could not be made; the text says why in Korean, and what to do."""


def usual_psql() -> tuple[str, ...]:
    """Return how this machine's own PostgreSQL is reached as its administrator, without a password."""
    user = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ("sudo", "-u", "postgres")
    return (*user, *_PSQL, "--dbname=postgres")


def usual_units() -> Path | None:
    """Return the folder of this machine's own units; None if systemd does not run it, or somebody but root asks."""
    runs = os.geteuid() == 0 and Path("/run/systemd/system").is_dir()
    return Path("/etc/systemd/system") if runs else None


def place_restart(units: Path) -> Path | None:
    """Have systemd start a PostgreSQL again that was killed; None if such a file is there already."""
    file = units / _RESTART
    if file.exists():
        return None
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(DEPLOY / "postgresql" / "restart.conf", file)
    file.chmod(0o644)
    subprocess.run(["systemctl", "daemon-reload"], check=False, capture_output=True)  # noqa: S607 - found on PATH
    return file


def shown(psql: Sequence[str], name: str = NAME) -> str:
    """The commands as they will run, without the password."""
    return "\n".join(
        [f"  {' '.join(psql)} <<'SQL'", *(f"  {line}" for line in _statements(name, _HIDDEN)), "  SQL"]
    )


def make(psql: Sequence[str], name: str = NAME) -> str:
    """Make a role and a database of its own, and return the database's URL. Raises NotMadeError.

    Nothing that is there already is touched, whoever it belongs to.
    """
    if any(shutil.which(word) is None for word in (psql[0], "psql") if word in psql):
        raise NotMadeError(
            "이 기계에 PostgreSQL이 없습니다. `apt install postgresql` 뒤에 다시 실행해 주세요."
        )
    known = _run(psql, _KNOWN.format(sql.Literal(name), sql.Literal(name)).as_string())
    count, _, port = known.strip().partition("|")
    if count != "0":
        raise NotMadeError(
            f"이미 {name}이라는 계정이나 데이터베이스가 있어 손대지 않았습니다. 그 주소를 IEUM_DATABASE_URL에 직접"
            " 적어 주세요. 계정의 비밀번호를 모르면 PostgreSQL에서 새로 정합니다:"
            f" runuser -u postgres -- psql -c '\\password {name}'"
        )
    password = secrets.token_urlsafe(24)
    made: list[str] = []
    try:
        for statement, undo in zip(_statements(name, password), _undoing(name), strict=True):
            _run(psql, statement)
            made.append(undo)
    except BaseException:
        # Left there, half of it would refuse every further run; so it would after Ctrl-C.
        for undo in reversed([undo for undo in made if undo]):
            _run(psql, undo)
        raise
    return f"postgresql://{quote(name)}:{quote(password)}@localhost:{port}/{quote(name)}"


def _statements(name: str, password: str) -> list[str]:
    role = sql.Identifier(name)
    return [
        sql.SQL("CREATE ROLE {} LOGIN PASSWORD {};").format(role, sql.Literal(password)).as_string(),
        sql.SQL("CREATE DATABASE {} OWNER {} ENCODING 'UTF8' TEMPLATE template0;")
        .format(role, role)
        .as_string(),
        # Else its own replication and the sessions of others are hidden from the doctor and from /metrics.
        sql.SQL("GRANT pg_monitor TO {};").format(role).as_string(),
        # Else what is refused is logged with the row that it was about: names, numbers, addresses.
        sql.SQL("ALTER DATABASE {} SET log_error_verbosity = 'terse';").format(role).as_string(),
    ]


def _undoing(name: str) -> list[str]:
    """Return what undoes each of the statements; nothing for a grant, which ends with its role."""
    one = sql.Identifier(name)
    return [
        sql.SQL("DROP ROLE {};").format(one).as_string(),
        sql.SQL("DROP DATABASE {};").format(one).as_string(),
        "",
        "",
    ]


def _run(psql: Sequence[str], statements: str) -> str:
    done = subprocess.run(  # noqa: S603 - the words are ours
        psql, input=statements, capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{psql[0]}: exit code {done.returncode}"]
        raise NotMadeError(f"PostgreSQL이 거절했습니다: {lines[0]}")
    return done.stdout
