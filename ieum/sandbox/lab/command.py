"""`ieum lab`: open a lab with a gateway for a running shop, or join an open lab with a .conf file."""

import argparse
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from ieum.sandbox.lab import addresses
from ieum.sandbox.lab.client import LabClient
from ieum.sandbox.lab.namespaces import LabError, remove_stale
from ieum.sandbox.lab.world import Lab, running_worlds, why_not, world_of_gateway


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", default="http://localhost:8000", help="the shop, as this machine reaches it")
    parser.add_argument("--token", help="the gateway's token; also IEUM_GATEWAY_TOKEN")
    parser.add_argument("--token-file", type=Path, help="a file that holds the gateway's token")
    parser.add_argument(
        "--state-dir", type=Path, help="keep the gateway's key and state here for the next lab"
    )
    parser.add_argument(
        "--connect", type=Path, metavar="CONF", help="join the running lab of this .conf's gateway"
    )


def run(options: argparse.Namespace, _environ: Mapping[str, str]) -> int:
    """Run until Ctrl-C or SIGTERM, then remove everything."""
    reason = why_not()
    if reason:
        return _refuse(reason)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop_once)
    try:
        if options.connect:
            _join(options.connect)
        else:
            token = options.token or os.environ.get("IEUM_GATEWAY_TOKEN", "")
            if options.token_file:
                token = options.token_file.read_text().strip()
            if not token:
                return _refuse("the gateway's token is missing: --token, --token-file or IEUM_GATEWAY_TOKEN")
            _open(options.url, token, options.state_dir)
    except (LabError, OSError) as failure:
        return _refuse(str(failure))
    except KeyboardInterrupt:
        _say("The lab is closed.")
    return 0


def _open(url: str, token: str, state_dir: Path | None) -> None:
    with Lab() as lab:
        gateway = lab.start_gateway(url, token, state_dir=state_dir)
        _say(
            f"The lab is open: {lab.world}",
            f"  shop       {url}",
            f"  gateway    endpoint {lab.endpoint}, interface {lab.interface} in {lab.host.name}",
            *(
                f"  carrier    {line.name}: addresses {line.exit_address(0)} to {line.exit_address(239)}"
                for line in addresses.CARRIERS
            ),
            f"  internet   http://{addresses.ECHO_ADDRESS}/ answers with the caller's address",
            "Connect with a .conf from the shop, in another terminal: ieum lab --connect FILE.conf",
            "Ctrl-C closes the lab and removes everything.",
        )
        printed = 0
        while gateway.running():
            text = gateway.log()
            sys.stderr.write(text[printed:])
            printed = len(text)
            time.sleep(0.5)
        raise LabError(f"the gateway ended: {gateway.log()[printed:].strip()}")


def _join(conf: Path) -> None:
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
        while world in running_worlds():
            time.sleep(0.5)
        raise LabError("the lab was closed")
    finally:
        client.remove()


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
