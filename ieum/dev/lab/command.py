"""`ieum lab`: open a lab with a gateway for a running shop, or join an open lab with a .conf file."""

import argparse
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from ieum.dev.lab import addresses
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.gateway import LabGateway
from ieum.dev.lab.host import LabHost, hosts_of
from ieum.dev.lab.namespaces import LabError, remove_stale
from ieum.dev.lab.rotating import TooSoonError, ask_for_change, wait_until_seen
from ieum.dev.lab.world import Lab, running_worlds, why_not, world_of_gateway


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", default="http://localhost:8000", help="the shop, as this machine reaches it")
    parser.add_argument("--token", help="the gateway's token; also IEUM_GATEWAY_TOKEN")
    parser.add_argument("--token-file", type=Path, help="a file that holds the gateway's token")
    parser.add_argument(
        "--state-dir", type=Path, help="keep the gateway's key and state here for the next lab"
    )
    parser.add_argument(
        "--second-token-file", type=Path, help="open a second gateway, with the token that this file holds"
    )
    parser.add_argument("--second-state-dir", type=Path, help="the same for the second gateway")
    parser.add_argument(
        "--block-list-port",
        type=int,
        default=0,
        help="UDP port of the lab's block lists on this machine (default: any that is free)",
    )
    parser.add_argument(
        "--connect", type=Path, metavar="CONF", help="join the running lab of this .conf's gateway"
    )
    parser.add_argument(
        "--rotate", metavar="LINK", help="with --connect: change the address by this link of the shop's"
    )
    parser.add_argument(
        "--every", type=float, default=60, metavar="SECONDS", help="between two changes (default: 60)"
    )
    parser.add_argument(
        "--cut-off", type=int, metavar="N", help="cut gateway N of the running lab off from the shop"
    )
    parser.add_argument("--unplug", type=int, metavar="N", help="take the carrier lines of gateway N from it")
    parser.add_argument("--join", type=int, metavar="N", help="give gateway N back what was taken")


def run(options: argparse.Namespace, _environ: Mapping[str, str]) -> int:
    """Run until Ctrl-C or SIGTERM, then remove everything."""
    reason = why_not()
    if reason:
        return _refuse(reason)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop_once)
    try:
        if any(number is not None for number in (options.cut_off, options.unplug, options.join)):
            _steer(options)
        elif options.connect:
            _join(options.connect, link=options.rotate, every=options.every)
        else:
            _open(options, _token(options))
    except (LabError, OSError) as failure:
        return _refuse(str(failure))
    except KeyboardInterrupt:
        _say("The lab is closed.")
    return 0


def _token(options: argparse.Namespace) -> str:
    token = options.token or os.environ.get("IEUM_GATEWAY_TOKEN", "")
    if options.token_file:
        token = options.token_file.read_text().strip()
    if not token:
        raise LabError("the gateway's token is missing: --token, --token-file or IEUM_GATEWAY_TOKEN")
    return token


def _open(options: argparse.Namespace, token: str) -> None:
    with Lab() as lab:
        lists = lab.start_lists(options.block_list_port)
        gateways = [lab.start_gateway(options.url, token, state_dir=options.state_dir)]
        hosts = [lab.first]
        if options.second_token_file:
            second = options.second_token_file.read_text().strip()
            hosts.append(lab.add_host())
            gateways.append(
                lab.start_gateway(options.url, second, on=hosts[-1], state_dir=options.second_state_dir)
            )
        _say(
            f"The lab is open: {lab.world}",
            f"  shop       {options.url}",
            *(line for host in hosts for line in _lines_of(host)),
            f"  internet   http://{addresses.ECHO_ADDRESS}/ answers with the caller's address",
            f"  lists      for the shop: IEUM_BLOCK_LISTS=bl.ieum.test IEUM_BLOCK_LIST_SERVER=127.0.0.1:{lists.port}",
            f"             they have the addresses in {lists.file}, a line each",
            "Connect with a .conf from the shop, in another terminal: ieum lab --connect FILE.conf",
            "Cut gateway 1 off from the shop, or from everybody: ieum lab --cut-off 1, --unplug 1; and back: --join 1",
            "Ctrl-C closes the lab and removes everything.",
        )
        _follow(gateways)


def _lines_of(host: LabHost) -> list[str]:
    return [
        f"  gateway {host.number}  endpoint {host.endpoint}, interface {host.interface} in {host.namespace.name}",
        *(
            f"    carrier  {line.name}: addresses {line.exit_address(0)} to {line.exit_address(239)}"
            for line in host.carriers
        ),
    ]


def _follow(gateways: list[LabGateway]) -> None:
    """Print what the agents say, until one of them ends."""
    printed = [0] * len(gateways)
    while True:
        running = [gateway.running() for gateway in gateways]
        for number, gateway in enumerate(gateways):
            text = gateway.log()
            sys.stderr.write(text[printed[number] :])
            printed[number] = len(text)
        if not all(running):
            raise LabError(f"gateway {running.index(False) + 1} ended")
        time.sleep(0.5)


def _steer(options: argparse.Namespace) -> None:
    """Cut off or join a gateway of the only lab that runs here."""
    worlds = running_worlds()
    if len(worlds) != 1:
        raise LabError(f"not one lab is open on this machine, but {len(worlds)}")
    hosts = {host.number: host for host in hosts_of(worlds[0])}
    asked = {"cut off": options.cut_off, "unplugged": options.unplug, "joined": options.join}
    for done, number in asked.items():
        if number is None:
            continue
        host = hosts.get(number)
        if host is None:
            raise LabError(f"{worlds[0]} has no gateway {number}")
        {"cut off": host.cut_off, "unplugged": host.unplug, "joined": host.join}[done]()
        _say(f"Gateway {number} of {worlds[0]} is {done}.")


def _join(conf: Path, *, link: str | None, every: float) -> None:
    text = conf.read_text()
    remove_stale()
    world = _world_of(conf, text)
    client = LabClient(world, conf.stem)
    try:
        client.create()
        before = client.fetch_echo()
        client.up(text)
        _say(
            f"Joined the lab {world}: it has the gateway of {conf.name}.",
            f"The internet sees {before} without the tunnel and {client.fetch_echo()} through it.",
            f"Run any command on this client: ip netns exec {client.namespace.name} COMMAND",
            "Ctrl-C removes the client.",
        )
        wait = 0.5
        while world in running_worlds():
            if link:
                wait = _rotate(client, link, every)
            time.sleep(wait)
        raise LabError("the lab was closed")
    finally:
        client.remove()


def _rotate(client: LabClient, link: str, every: float) -> float:
    """Change the address and say what the internet sees; returns the seconds until the next change."""
    try:
        change = ask_for_change(link)
    except TooSoonError as wait:
        _say(f"Too soon: {wait}.")
        return wait.seconds
    seconds = wait_until_seen(client, change.new)
    _say(f"{change.old} -> {change.new}: the internet saw it after {seconds:.2f} s.")
    return every


def _world_of(conf: Path, text: str) -> str:
    """The running lab that has the file's gateway. Raises LabError, which says what is open instead."""
    keys = re.findall(r"^\s*PublicKey\s*=\s*(\S+)\s*$", text, re.MULTILINE | re.IGNORECASE)
    if len(keys) != 1:
        raise LabError(f"{conf}: a .conf from the shop has one PublicKey, this file has {len(keys)}")
    worlds = running_worlds()
    if not worlds:
        raise LabError("no lab is open on this machine; start one with: ieum lab --url … --token-file …")
    world = world_of_gateway(keys[0])
    if world is None:
        raise LabError(
            f"no open lab has the gateway of {conf.name} (key {keys[0][:8]}…). Open: {', '.join(worlds)}. "
            "Is the file from another shop, or was the lab opened without its --state-dir?"
        )
    return world


def _stop_once(_number: int, _frame: object) -> None:
    """End the lab. Another signal meanwhile, such as an impatient second Ctrl-C, must not stop the cleaning up."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _refuse(reason: str) -> int:
    sys.stderr.write(f"ieum lab: {reason}\n")
    return 1
