"""The command `ieum up`: database, migrations, demo data, then the programs until somebody stops it."""

import argparse
import fcntl
import os
import secrets
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ieum.common.files import WEB_DIST
from ieum.dev.postgres import EmbeddedPostgres
from ieum.dev.up import checks, shop
from ieum.dev.up.programs import rotate
from ieum.dev.up.signals import StopRequests
from ieum.dev.up.supervisor import StartError, StopRequestedError, Supervisor
from ieum.operations.postgres.cluster import PostgresError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--gateway",
        choices=shop.GATEWAYS,
        default="acknowledge",
        help="acknowledge: accepts everything but carries no traffic (default); "
        "lab: real tunnels in network namespaces (root, Linux); none: you run one yourself",
    )


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Start everything and run it until somebody stops it; the exit code is 0 only in that case."""
    try:
        if environ.get("IEUM_ENV") == "production":
            raise StartError("up runs the demo shop; for production see docs/operate/set-up.md")  # noqa: TRY301
        ports = checks.read_ports(environ)
        data = Path(environ.get("IEUM_DATA") or "var").resolve()
        checks.check_web_built(Path(environ.get("IEUM_WEB_DIST") or WEB_DIST))
        checks.check_data_folder(data)
        with StopRequests() as stop, _only_instance(data):
            checks.check_ports_free(ports)
            for log in (data / "logs").glob("*.log"):
                rotate(log)
            with suppress(StopRequestedError):
                _run(options.gateway, data=data, environ=environ, stop=stop)
            _say(f"모두 멈췄습니다. 데이터는 {data} 에 남아 있습니다. (All stopped; the data stays.)")
    except (StartError, PostgresError) as refused:
        with suppress(OSError):
            sys.stderr.write(f"ieum up: {refused}\n")
        return 1
    return 0


def _run(gateway: str, *, data: Path, environ: Mapping[str, str], stop: StopRequests) -> None:
    begin = time.monotonic()
    with _database(data, environ) as (url, database):
        _say("  ✓ database")
        supervisor = Supervisor(
            environ={
                **environ,
                # What a production shop on this machine is set to is nothing to the demo.
                "IEUM_ENV_FILE": "",
                **shop.trusted_proxies(gateway, environ),
                **shop.environment(data=data, database_url=url, secret_key=_secret(data, environ)),
            },
            logs=data / "logs",
            stop=stop,
            say=_say,
            database=database,
        )
        supervisor.complete(shop.MIGRATE)
        # The last line of `ieum demo` is the login of the demo member.
        member = supervisor.complete(shop.DEMO)[-1]
        if shop.needs_new_token(gateway, data):
            _renew_token(supervisor, data)
        ports = checks.read_ports(environ)
        supervisor.run(
            shop.programs_to_run(ports=ports, data=data, gateway=gateway),
            stop_order=shop.STOP_ORDER,
            when_ready=lambda: _say(
                shop.welcome(
                    ports=ports,
                    data=data,
                    environ=environ,
                    gateway=gateway,
                    member=member,
                    took=time.monotonic() - begin,
                )
            ),
        )


def _renew_token(supervisor: Supervisor, data: Path) -> None:
    """Let a gateway with a new key connect: the shop refuses an unknown key until the token is renewed."""
    token = supervisor.complete(shop.NEW_TOKEN)[-1]
    (data / "logs" / f"{shop.NEW_TOKEN.name}.log").unlink()
    path = shop.token_file(data)
    path.unlink(missing_ok=True)
    _write_secret(path, token)


@contextmanager
def _database(data: Path, environ: Mapping[str, str]) -> Generator[tuple[str, EmbeddedPostgres | None]]:
    """The database's URL, and the server where it is ours to watch."""
    if url := environ.get("IEUM_DATABASE_URL"):
        yield url, None
        return
    with EmbeddedPostgres(data, share=False) as database:
        yield database.url, database


@contextmanager
def _only_instance(data: Path) -> Generator[None]:
    """Refuse a second `ieum up` on this data folder: the two would stop each other's programs."""
    with (data / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise StartError(f"it runs already as process {lock.read().strip()} on {data}") from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _secret(data: Path, environ: Mapping[str, str]) -> str:
    """The secret key from the environment, else one that is made once, so that logins survive a restart."""
    if given := environ.get("IEUM_SECRET_KEY"):
        return given
    path = data / "secret.key"
    with suppress(FileExistsError):
        _write_secret(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def _write_secret(path: Path, secret: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{secret}\n")


def _say(text: str) -> None:
    """Print a text. Where the terminal is gone this fails, and stopping the programs must go on all the same."""
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
