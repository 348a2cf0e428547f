"""The agent as a process: options in, logs out, ended by a signal."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from ieum.common import logs
from ieum.common.service_manager import ServiceManager
from ieum.gateway.agent import Agent
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.doors import ShopDoors
from ieum.gateway.keys import ensure_key
from ieum.gateway.options import Options, OptionsError, add_arguments, from_namespace, is_unencrypted
from ieum.gateway.plane import AcknowledgingPlane
from ieum.gateway.pretending import PretendingPlane
from ieum.gateway.proving import HostProver, Origin, Proving, SandboxProver
from ieum.gateway.shell import CommandError, ToolMissingError, missing
from ieum.gateway.shop import ShopClient
from ieum.gateway.store import AlreadyRunningError, Store
from ieum.gateway.teardown import teardown
from ieum.gateway.trying import WayWatch

__all__ = ["add_arguments", "run"]

log = logging.getLogger("ieum.gateway")

_CAP_NET_ADMIN = 12  # capabilities(7)
_TOOLS = ("ip", "nft", "wg", "conntrack")


def run(namespace: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Serve until SIGTERM or SIGINT. The tunnels outlive the agent: only `--teardown` ends them."""
    try:
        options = from_namespace(namespace, environ)
    except OptionsError as wrong:
        parser = argparse.ArgumentParser(prog="ieum gateway")
        add_arguments(parser)
        parser.error(str(wrong))
    _log_to_stderr(logs.form_of(environ))
    store = Store(options.state_dir)
    try:
        if not options.acknowledge_only:
            _check_host()
        store.open()
        if options.teardown:
            if not options.acknowledge_only:
                teardown(store, interface=options.interface)
            log.info("everything is removed; the private key stays in %s", options.state_dir)
            return 0
        asyncio.run(_serve(options, store))
    except (AlreadyRunningError, CommandError, OSError) as failure:
        log.error("%s", failure)  # noqa: TRY400 - one clear line
        return 3 if isinstance(failure, ToolMissingError) else 1
    return 0


async def _serve(options: Options, store: Store) -> None:
    public_key = ensure_key(store)
    shop = ShopClient(options.urls, options.token, pretends=options.pretend_use)
    for url in filter(is_unencrypted, options.urls):
        log.warning("%s is not https: the token and customers' addresses can be read in transit", url)
    doors = ShopDoors([options.reflect_url] if options.reflect_url else options.urls)
    if options.acknowledge_only:
        log.warning("acknowledge-only: every state is accepted and NO TRAFFIC flows through this gateway")
        plane = PretendingPlane() if options.pretend_use else AcknowledgingPlane()
        prover = SandboxProver(shop)
    else:
        plane = DataPlane(
            store,
            public_key=public_key,
            interface=options.interface,
            uplinks=options.uplinks,
            doors=lambda: doors.known,
        )
        prover = HostProver(plane, shop, Origin(options.reflect_url or options.urls[0], options.token))
    looking = asyncio.ensure_future(doors.keep_looking())
    manager = ServiceManager(os.environ)
    agent = Agent(
        shop,
        plane,
        store,
        public_key=public_key,
        proving=Proving(prover),
        trying=WayWatch(shop, plane, url=options.reflect_url or options.urls[0]),
        when_set_up=lambda: manager.ready(f"follows {' '.join(options.urls)}"),
    )
    serving = asyncio.ensure_future(agent.run())

    def stop() -> None:
        manager.stopping()
        serving.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    watched = asyncio.ensure_future(manager.watch_this_loop())
    log.info("gateway %s starts, shop %s", public_key, " ".join(options.urls))
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    watched.cancel()
    looking.cancel()
    log.info("the agent ends; the tunnels and rules stay in place")


def _check_host() -> None:
    """Refuse to start where the data plane could never work."""
    if not _may_set_up_networks():
        raise ToolMissingError(
            "root, or CAP_NET_ADMIN, is needed to set up interfaces, routes and the firewall"
        )
    if tools := missing(_TOOLS):
        raise ToolMissingError(f"not installed: {', '.join(tools)}")


def _may_set_up_networks() -> bool:
    """Tell whether this process has CAP_NET_ADMIN, as whichever user: all that it does needs no other right."""
    status = Path("/proc/self/status").read_text()
    effective = next(line.split()[1] for line in status.splitlines() if line.startswith("CapEff:"))
    return bool(int(effective, 16) >> _CAP_NET_ADMIN & 1)


def _log_to_stderr(form: str) -> None:
    """Lines of text carry no time: systemd's journal adds it. Errors are quoted: a host's tools know no customers."""
    log.handlers[:] = [logs.to_stderr("gateway", form, quiet=False, text="%(levelname)s %(message)s")]
    log.setLevel(logging.INFO)
    log.propagate = False
