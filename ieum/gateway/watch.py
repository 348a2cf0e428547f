"""Notice that somebody else changed the host's firewall, addresses, rules or routes, without reading all of them.

Both ask the kernel by netlink, which takes microseconds; a tool of the host would take milliseconds and list all of it.
"""

import asyncio
import contextlib
import errno
import os
import socket
import struct
import sys
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from ipaddress import IPv4Address

from ieum.gateway.netlink import ATTRIBUTE, HEADER, NETFILTER, NFTABLES, REQUEST
from ieum.gateway.shell import CommandError

# linux/netfilter/nfnetlink.h, nf_tables.h
_GET_GENERATION = NFTABLES << 8 | 16
_GENERATION_ID = 1
_NFTABLES_GROUP = 7  # NFNLGRP_NFTABLES
_NETLINK_OPTIONS, _ADD_MEMBERSHIP = 270, 1  # SOL_NETLINK, NETLINK_ADD_MEMBERSHIP
_NETFILTER_HEADER = struct.Struct("=BBH")
# linux/rtnetlink.h: what is new and what is gone of links, addresses, routes and rules
_LINKS, _ADDRESSES, _ROUTES, _RULES = (16, 17), (20, 21), (24, 25), (32, 33)
_GROUPS = 0x1 | 0x10 | 0x40 | 1 << 7  # RTMGRP_LINK, _IPV4_IFADDR, _IPV4_ROUTE, _IPV4_RULE
_RECEIVE_BUFFER_BEYOND_LIMIT = 33  # SO_RCVBUFFORCE, asm-generic/socket.h
_BUFFER = 16_000_000  # bytes, of which the kernel takes only what waits to be read
_LOCAL = 2  # IFA_LOCAL
_ADDRESS_HEADER = 8  # bytes of struct ifaddrmsg
_DEVICE = 4  # where in it the number of the device is, to its end


def firewall_generation() -> int:
    """The number that the kernel raises by one with each transaction of nftables, whoever makes it."""
    body = _NETFILTER_HEADER.pack(0, 0, 0)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETFILTER) as kernel:
            kernel.settimeout(1)
            kernel.send(HEADER.pack(HEADER.size + len(body), _GET_GENERATION, REQUEST, 1, 0) + body)
            answer = kernel.recv(4096)
    except OSError as failure:
        raise CommandError(f"nftables: {failure}") from failure
    for kind, body in _messages(answer):
        if kind == _GET_GENERATION - 1:  # it answers with NFT_MSG_NEWGEN
            for attribute, value in _attributes(body[_NETFILTER_HEADER.size :]):
                if attribute == _GENERATION_ID:
                    return int.from_bytes(value, "big")
    raise CommandError("nftables: the kernel does not tell its generation")


def events_port() -> int:
    """The kernel's number of the socket of `HostEvents`: none that it would give to anybody by itself."""
    return os.getpid() | 1 << 30


class FirewallNews:
    """Wakes who waits when anybody makes a transaction of nftables. `firewall_generation` counts them."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, NETFILTER)
        self._socket.bind((0, 0))  # the kernel tells nothing to a socket without a number
        self._socket.setsockopt(_NETLINK_OPTIONS, _ADD_MEMBERSHIP, _NFTABLES_GROUP)
        self._waiting: set[asyncio.Event] = set()

    def close(self) -> None:
        self._socket.close()

    async def wait(self, seconds: float) -> None:
        """Until there is news, or for so long."""
        loop, heard = asyncio.get_running_loop(), asyncio.Event()
        self._waiting.add(heard)
        loop.add_reader(self._socket, self._hear)
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(heard.wait(), seconds)
        finally:
            self._waiting.discard(heard)
            if not self._waiting:
                loop.remove_reader(self._socket)

    def _hear(self) -> None:
        for waiting in self._waiting:
            waiting.set()
        while True:
            try:
                self._socket.recv(1 << 16)
            except BlockingIOError:
                return
            except OSError as failure:
                if failure.errno != errno.ENOBUFS:  # more has happened than the kernel keeps for us
                    raise


class HostEvents:
    """Events of links, addresses, routes and rules that the kernel tells from now on."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, 0)
        # Else the events of a thousand addresses would be too many. It takes root, as everything else here.
        with contextlib.suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, _RECEIVE_BUFFER_BEYOND_LIMIT, _BUFFER)
        self._socket.bind((events_port(), _GROUPS))

    def close(self) -> None:
        self._socket.close()

    def concern(self, wanted: AbstractSet[str], devices: AbstractSet[int]) -> bool:
        """Tell whether an event since the last call may have touched what the agent set up.

        Of addresses the loss of a wanted one counts: the agent itself adds them and removes others. A new one that is
        not wanted counts on these devices: by their own addresses it is known which exits belong to which line.
        """
        concerns = False
        come: set[tuple[int, str]] = set()
        while True:
            try:
                told = self._socket.recv(1 << 16)
            except BlockingIOError:
                return concerns or bool(come)
            except OSError as failure:
                if failure.errno != errno.ENOBUFS:
                    raise
                concerns = True  # more has happened than the kernel keeps for us
                continue
            for kind, body in _messages(told):
                if kind not in _ADDRESSES:
                    concerns |= _concerns(kind, body)
                    continue
                device, address = _address(body)
                if address in wanted:
                    concerns |= kind == _ADDRESSES[1]
                elif device in devices:
                    # One that has gone again meanwhile was the agent's own, for a proof.
                    (come.add if kind == _ADDRESSES[0] else come.discard)((device, address))


def _concerns(kind: int, body: bytes) -> bool:
    if kind in _LINKS or kind in _RULES:
        return True
    if kind in _ROUTES:
        return body[1] == 0  # the length of the destination's prefix: a default route
    return False


def _address(body: bytes) -> tuple[int, str]:
    """The number of the device, and the address; empty where it is none of IPv4."""
    local = dict(_attributes(body[_ADDRESS_HEADER:])).get(_LOCAL, b"")
    device = int.from_bytes(body[_DEVICE:_ADDRESS_HEADER], sys.byteorder)
    return device, str(IPv4Address(local)) if len(local) == 4 else ""


def _messages(told: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + HEADER.size <= len(told):
        length, kind, *_ = HEADER.unpack_from(told, at)
        if length < HEADER.size:
            return
        yield kind, told[at + HEADER.size : at + length]
        at += _aligned(length)


def _attributes(told: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + ATTRIBUTE.size <= len(told):
        length, kind = ATTRIBUTE.unpack_from(told, at)
        if length < ATTRIBUTE.size:
            return
        yield kind, told[at + ATTRIBUTE.size : at + length]
        at += _aligned(length)


def _aligned(length: int) -> int:
    return length + 3 & ~3
