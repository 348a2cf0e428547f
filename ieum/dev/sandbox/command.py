"""The words after `ieum sandbox`."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from ieum.dev.sandbox import server
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.up import checks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="IEUM_SANDBOX_PORT, else 8001")
    parser.add_argument("--smtp-port", type=int, help="IEUM_SANDBOX_SMTP_PORT, else 8002")
    parser.add_argument(
        "--dns-port", type=int, help="IEUM_SANDBOX_DNS_PORT; answers as DNS block lists do, none without"
    )
    parser.add_argument("--webhook-url", help="where webhooks go until told otherwise; none are sent without")


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    ports = checks.read_ports(environ)
    # Without a folder of the shop's there is no shop whose books would have to agree.
    data = environ.get("IEUM_DATA")
    settings = SandboxSettings(
        smtp_host=options.host,
        smtp_port=options.smtp_port or ports["IEUM_SANDBOX_SMTP_PORT"],
        dns_port=options.dns_port or checks.read_port(environ, "IEUM_SANDBOX_DNS_PORT"),
        kept_in=Path(data) / "sandbox.sqlite3" if data else None,
        webhook_url=options.webhook_url,
    )
    server.run(options.host, options.port or ports["IEUM_SANDBOX_PORT"], settings)
    return 0
