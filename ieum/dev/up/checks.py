"""Checks before anything starts; each failure is one line that says what to change."""

import errno
import socket
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ieum.dev.up.supervisor import StartError

PORTS = {"IEUM_PORT": 8000, "IEUM_SANDBOX_PORT": 8001, "IEUM_SANDBOX_SMTP_PORT": 8002}


def read_ports(environ: Mapping[str, str]) -> dict[str, int]:
    ports: dict[str, int] = {}
    for name, usual in PORTS.items():
        port = read_port(environ, name) or usual
        same = next((other for other, taken in ports.items() if taken == port), None)
        if same is not None:
            raise StartError(f"{same} and {name} are both {port}; every service needs a port of its own")
        ports[name] = port
    return ports


def read_port(environ: Mapping[str, str], name: str) -> int | None:
    """None where it is not set."""
    text = environ.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise StartError(f"{name} is {text!r}; it must be a number from 1 to 65535")
    return int(text)


def check_ports_free(ports: Mapping[str, int]) -> None:
    """Name all that cannot be used at once, so that nobody has to start again for each."""
    problems = [problem for name, port in ports.items() if (problem := _problem_of(name, port))]
    if problems:
        raise StartError("; ".join(problems))


def _problem_of(name: str, port: int) -> str | None:
    for family, host in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::1")):  # noqa: S104 - looks only
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"port {port} is taken; {name} chooses another, say {name}={port + 1000}"
            if error.errno == errno.EACCES:
                return f"port {port} is for root alone; {name} chooses another"
            # A machine without IPv6 is fine.
            if family == socket.AF_INET:
                return f"port {port} cannot be used: {error.strerror}; {name} chooses another"
    return None


def check_data_folder(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
        (data / "logs").mkdir(exist_ok=True)
        for folder in (data, data / "logs"):
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError as error:
        raise StartError(
            f"the data folder {data} cannot be written: {error.strerror}; IEUM_DATA chooses another"
        ) from None


def check_web_built(dist: Path) -> None:
    for needed in (dist / "client" / "index.html", dist / "server" / "render.js"):
        if not needed.is_file():
            raise StartError(f"the pages are not built ({needed} is missing); `make web` builds them")
