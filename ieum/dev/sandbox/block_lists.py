"""A stand-in for DNS block lists: any name answers as a list does, and lists what `/control/block-lists` was told."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from ipaddress import IPv4Address
from typing import Annotated, Literal, Protocol

from dns.exception import DNSException
from dns.flags import AA
from dns.message import Message, QueryMessage, from_wire, make_response
from dns.rcode import NXDOMAIN
from dns.rdatatype import A
from dns.rrset import from_text
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ieum.dev.sandbox.world import World

# Every list has this address, so that whoever asks can tell that it works (RFC 5782).
ALWAYS_LISTED = "127.0.0.2"


class Listed(Struct):
    """Listed addresses, and how the lists behave: as lists do, not at all, or as a list that lists everything."""

    addresses: list[str]
    mood: Literal["works", "silent", "lists-all"] = "works"


class NewListed(Struct, forbid_unknown_fields=True):
    addresses: Annotated[list[Annotated[str, Meta(pattern=r"^[0-9.]{7,15}$")]], Meta(max_length=10_000)]
    mood: Literal["works", "silent", "lists-all"] = "works"


class Lists(Protocol):
    """Contents of the lists, and how they behave."""

    @property
    def listed(self) -> Collection[str]: ...
    @property
    def lists_mood(self) -> Literal["works", "silent", "lists-all"]: ...


class BlockListProtocol(asyncio.DatagramProtocol):
    def __init__(self, world: Lists) -> None:
        self._world = world
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.DatagramTransport):
            self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        try:
            query = from_wire(data)
        except DNSException:
            return
        answer = self._answer(query)
        if answer is not None and self._transport is not None:
            self._transport.sendto(answer.to_wire(), addr)

    def _answer(self, query: Message) -> Message | None:
        if self._world.lists_mood == "silent" or not isinstance(query, QueryMessage) or not query.question:
            return None
        answer = make_response(query)
        answer.flags |= AA
        name = query.question[0].name
        if query.question[0].rdtype == A and self._has(name.to_text()):
            answer.answer.append(from_text(name, 60, "IN", "A", ALWAYS_LISTED))
        else:
            answer.set_rcode(NXDOMAIN)
        return answer

    def _has(self, name: str) -> bool:
        try:
            address = str(IPv4Address(".".join(reversed(name.split(".")[:4]))))
        except ValueError:
            return False
        all_of_them = self._world.lists_mood == "lists-all"
        return all_of_them or address == ALWAYS_LISTED or address in self._world.listed


@asynccontextmanager
async def block_list_listener(world: Lists, host: str, port: int) -> AsyncGenerator[int]:
    """Answer queries on this UDP port; 0 takes any, and yields it."""
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: BlockListProtocol(world), local_addr=(host, port)
    )
    try:
        yield transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


@get("/control/block-lists")
async def show_listed(world: NamedDependency[World]) -> Listed:
    return Listed(sorted(world.listed), world.lists_mood)


@post("/control/block-lists", status_code=200)
async def set_listed(world: NamedDependency[World], data: JSONBody[NewListed]) -> Listed:
    """List exactly these addresses from now on."""
    world.listed, world.lists_mood = set(data.addresses), data.mood
    return Listed(sorted(world.listed), world.lists_mood)
