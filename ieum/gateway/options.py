"""The agent's command line."""

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

from ieum.gateway.uplinks import Uplink, UplinkError, parse_uplinks

_INTERFACE = re.compile(r"^[A-Za-z0-9_.-]{1,15}$")


class OptionsError(ValueError):
    """The command line or the environment lacks something; the message says what to give."""


@dataclass(frozen=True, kw_only=True)
class Options:
    urls: tuple[str, ...]
    """The shop's, or those of its boxes."""
    reflect_url: str = ""
    """Where the shop is called to prove addresses; empty where that is the first of `urls`."""
    token: str
    state_dir: Path
    interface: str = "ieum0"
    uplinks: tuple[Uplink, ...] = ()
    acknowledge_only: bool = False
    pretend_use: bool = False
    """Only of one that acknowledges."""
    teardown: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--url",
        action="append",
        default=[],
        help="the shop, for example https://shop.example; repeat it where each of its boxes has an address",
    )
    parser.add_argument(
        "--reflect-url",
        default="",
        help="where the shop sees which address a call comes from, if that is not --url",
    )
    parser.add_argument("--token", default="", help="this gateway's token; also IEUM_GATEWAY_TOKEN")
    parser.add_argument("--token-file", type=Path, help="a file that holds the token")
    parser.add_argument(
        "--state-dir", type=Path, default=Path("/var/lib/ieum-gateway"), help="key and last good state"
    )
    parser.add_argument("--interface", default="ieum0", help="name of the WireGuard interface")
    parser.add_argument(
        "--uplink",
        action="append",
        default=[],
        metavar="NAME=DEVICE[:via ADDRESS][:prefix NETWORK]",
        help="a carrier line; repeat it for each. Without it, the default route's device is the only line",
    )
    parser.add_argument(
        "--acknowledge-only",
        action="store_true",
        help="accept every state but carry no traffic; needs no root",
    )
    parser.add_argument(
        "--pretend-use",
        action="store_true",
        help="with --acknowledge-only: report made-up use, marked as such; a shop in production refuses it",
    )
    parser.add_argument(
        "--teardown",
        action="store_true",
        help="remove everything that the agent set up on this host, and end",
    )


def from_namespace(namespace: argparse.Namespace, environ: Mapping[str, str]) -> Options:
    given: dict[str, object] = vars(namespace)
    interface = str(given["interface"])
    teardown = bool(given["teardown"])
    if given["pretend_use"] and not given["acknowledge_only"]:
        raise OptionsError("--pretend-use: only with --acknowledge-only, because real use is counted")
    if not _INTERFACE.match(interface):
        raise OptionsError(f"--interface {interface!r}: letters, digits, '_', '.', '-', at most 15")
    try:
        uplinks = parse_uplinks([str(text) for text in namespace.uplink])
    except UplinkError as wrong:
        raise OptionsError(f"--uplink {wrong}") from wrong
    return Options(
        urls=() if teardown else tuple(_url(str(url)) for url in namespace.url or [""]),
        reflect_url="" if teardown else _reflect_url(str(given["reflect_url"])),
        token="" if teardown else _token(str(given["token"]), given["token_file"], environ),
        state_dir=Path(str(given["state_dir"])),
        interface=interface,
        uplinks=uplinks,
        acknowledge_only=bool(given["acknowledge_only"]),
        pretend_use=bool(given["pretend_use"]),
        teardown=teardown,
    )


def is_unencrypted(url: str) -> bool:
    """Tell whether this is plain http to another machine; http to this host itself never leaves it."""
    parts = urlsplit(url)
    try:
        local = parts.hostname == "localhost" or IPv4Address(parts.hostname or "").is_loopback
    except AddressValueError:
        local = False
    return parts.scheme == "http" and not local


def _reflect_url(text: str) -> str:
    return _url(text, "--reflect-url") if text else ""


def _url(text: str, option: str = "--url") -> str:
    parts = urlsplit(text)
    try:
        is_right = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:  # of the port
        is_right = False
    if not is_right:
        raise OptionsError(f"{option} {text!r}: expected http(s)://HOST[:PORT]")
    return text


def _token(token: str, file: object, environ: Mapping[str, str]) -> str:
    if isinstance(file, Path):
        try:
            token = file.read_text()
        except OSError as unreadable:
            raise OptionsError(f"--token-file {file}: {unreadable.strerror}") from unreadable
    token = (token or environ.get("IEUM_GATEWAY_TOKEN", "")).strip()
    if not token:
        raise OptionsError("the gateway's token is missing: --token-file, --token or IEUM_GATEWAY_TOKEN")
    return token
