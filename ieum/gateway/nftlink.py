"""Messages of nftables' netlink interface (linux/netfilter/nf_tables.h), as far as the guard needs them.

The program `nft` cannot be used for it: an owned table belongs to the socket that made it, and is gone with that.
"""

import contextlib
import os
import socket
import struct
from collections.abc import Iterable, Sequence
from itertools import batched
from typing import NamedTuple

from ieum.gateway.netlink import ATTRIBUTE, HEADER, NFTABLES, REQUEST
from ieum.gateway.shell import CommandError

_FAMILY_HEADER = struct.Struct("!BBH")  # struct nfgenmsg: family, version, resource
_ERROR_NUMBER = struct.Struct("=i")
_IPV4 = 2
_NESTED = 0x8000
_ACKNOWLEDGE, _CREATE, _APPEND = 0x4, 0x400, 0x800
_ERROR, _BATCH_BEGIN, _BATCH_END = 2, 0x10, 0x11
_NEW_TABLE, _DELETE_TABLE, _NEW_CHAIN, _NEW_RULE, _NEW_SET = 0, 2, 3, 6, 9
_NEW_ELEMENTS, _DELETE_ELEMENTS = 12, 14
_OWNED = 2  # NFT_TABLE_F_OWNER, Linux 5.12
_ADDRESS_TYPE = 7  # what `nft list` shows as ipv4_addr
_HOOKS = {"prerouting": 0, "input": 1, "forward": 2}
_ACCEPT, _DROP = 1, 0
_VERDICT_REGISTER, _REGISTER = 0, 1
_ELEMENTS_AT_ONCE = 2_000  # an attribute is at most 65,535 bytes long
_SEND_BUFFER_BEYOND_LIMIT = 32  # SO_SNDBUFFORCE, asm-generic/socket.h
_PATIENCE = 30.0  # seconds


class Order(NamedTuple):
    kind: int
    flags: int
    body: bytes


class Table:
    """Orders about one owned table of IPv4."""

    def __init__(self, name: str) -> None:
        self._name = _text(1, name)

    def create(self) -> Order:
        return Order(_NEW_TABLE, _CREATE, self._name + _number(2, _OWNED))

    def delete(self) -> Order:
        return Order(_DELETE_TABLE, 0, self._name)

    def add_set(self, name: str) -> Order:
        key = _number(3, 0) + _number(4, _ADDRESS_TYPE) + _number(5, 4)
        return Order(_NEW_SET, _CREATE, self._name + _text(2, name) + key + _number(10, 1))

    def add_chain(self, name: str, *, priority: int) -> Order:
        """`name`: that of its hook."""
        hook = _nested(4, _number(1, _HOOKS[name]), _attribute(2, struct.pack("!i", priority)))
        kind = _number(5, _ACCEPT) + _text(7, "filter")
        return Order(_NEW_CHAIN, _CREATE, self._name + _text(3, name) + hook + kind)

    def add_rule(self, chain: str, *expressions: bytes) -> Order:
        return Order(_NEW_RULE, _CREATE | _APPEND, self._name + _text(2, chain) + _nested(4, *expressions))

    def add_elements(self, name: str, addresses: Iterable[str]) -> list[Order]:
        return [Order(_NEW_ELEMENTS, _CREATE, body) for body in self._elements(name, addresses)]

    def delete_elements(self, name: str, addresses: Iterable[str]) -> list[Order]:
        return [Order(_DELETE_ELEMENTS, 0, body) for body in self._elements(name, addresses)]

    def _elements(self, name: str, addresses: Iterable[str]) -> Iterable[bytes]:
        for part in batched(addresses, _ELEMENTS_AT_ONCE):
            yield self._name + _text(2, name) + _nested(3, *map(_element, part))


def arrives_by(interface: str) -> bytes:
    return _meta(6) + _equals(interface.encode().ljust(16, b"\0"))  # NFT_META_IIFNAME


def leaves_by(interface: str) -> bytes:
    return _meta(7) + _equals(interface.encode().ljust(16, b"\0"))  # NFT_META_OIFNAME


def has_mark(mark: int) -> bytes:
    return _meta(3) + _equals(struct.pack("=I", mark))  # NFT_META_MARK


def is_marked_otherwise(mark: int, *, mask: int = 0xFFFFFFFF) -> bytes:
    """Match packets whose mark, as far as the mask goes, is a different one."""
    return _meta(3) + _masked(mask) + _equals(struct.pack("=I", mark), equal=False)  # NFT_META_MARK


def is_protocol(protocol: int, *, equal: bool = True) -> bytes:
    return _meta(16) + _equals(bytes([protocol]), equal=equal)  # NFT_META_L4PROTO


def goes_to(address: str) -> bytes:
    return _payload(base=1, offset=16, length=4) + _equals(socket.inet_aton(address))


def goes_to_port(port: int) -> bytes:
    return _payload(base=2, offset=2, length=2) + _equals(struct.pack("!H", port))


def goes_to_one_of(name: str) -> bytes:
    found = _expression("lookup", _text(1, name), _number(2, _REGISTER))
    return _payload(base=1, offset=16, length=4) + found


def is_echo_request() -> bytes:
    return _payload(base=2, offset=0, length=1) + _equals(b"\x08")


def is_not_established() -> bytes:
    state = _expression("ct", _number(1, _REGISTER), _number(2, 0))  # NFT_CT_STATE
    established = 1 << 1  # NF_CT_STATE_BIT(IP_CT_ESTABLISHED)
    return state + _masked(established) + _equals(bytes(4))


def accept() -> bytes:
    return _verdict(_ACCEPT)


def drop() -> bytes:
    return _verdict(_DROP)


def send(kernel: socket.socket, orders: Sequence[Order]) -> None:
    """Carry out all orders in one transaction, or none; CommandError with the kernel's reason."""
    everything = [_packed(Order(_BATCH_BEGIN, 0, b""), 0, family=0, resource=NFTABLES)]
    for number, order in enumerate(orders, 1):
        last = _ACKNOWLEDGE if number == len(orders) else 0
        everything.append(_packed(Order(NFTABLES << 8 | order.kind, order.flags | last, order.body), number))
    end = len(orders) + 1
    everything.append(_packed(Order(_BATCH_END, 0, b""), end, family=0, resource=NFTABLES))
    batch = b"".join(everything)
    try:
        kernel.settimeout(_PATIENCE)
        kernel.setsockopt(socket.SOL_SOCKET, _SEND_BUFFER_BEYOND_LIMIT, max(2 * len(batch), 1 << 18))
        kernel.send(batch)
        refusals = [_refusal(kernel.recv(1 << 16))]
        kernel.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                refusals.append(_refusal(kernel.recv(1 << 16)))
    except OSError as failure:
        raise CommandError(f"nftables: {failure}") from failure
    if refused := next(filter(None, refusals), 0):
        raise CommandError(f"nftables: {os.strerror(refused)}")


def _refusal(answer: bytes) -> int:
    """The error number in an answer, 0 for an acknowledgement."""
    _, kind, *_ = HEADER.unpack_from(answer)
    if kind != _ERROR:
        raise CommandError(f"nftables: an answer of type {kind}")
    (number,) = _ERROR_NUMBER.unpack_from(answer, HEADER.size)
    return -number


def _packed(order: Order, sequence: int, *, family: int = _IPV4, resource: int = 0) -> bytes:
    content = _FAMILY_HEADER.pack(family, 0, resource) + order.body
    length = HEADER.size + len(content)
    return HEADER.pack(length, order.kind, order.flags | REQUEST, sequence, 0) + content


def _meta(key: int) -> bytes:
    return _expression("meta", _number(1, _REGISTER), _number(2, key))


def _payload(*, base: int, offset: int, length: int) -> bytes:
    """`base`: 1 for the header of IP, 2 for that of the protocol in it."""
    where = _number(2, base) + _number(3, offset) + _number(4, length)
    return _expression("payload", _number(1, _REGISTER), where)


def _masked(mask: int) -> bytes:
    registers = _number(1, _REGISTER) + _number(2, _REGISTER)
    kept = _nested(4, _attribute(1, struct.pack("=I", mask))) + _nested(5, _attribute(1, bytes(4)))
    return _expression("bitwise", registers, _number(3, 4), kept)


def _equals(value: bytes, *, equal: bool = True) -> bytes:
    operation = _number(2, int(not equal))
    return _expression("cmp", _number(1, _REGISTER), operation, _nested(3, _attribute(1, value)))


def _verdict(code: int) -> bytes:
    data = _nested(2, _nested(2, _number(1, code)))
    return _expression("immediate", _number(1, _VERDICT_REGISTER), data)


def _expression(name: str, *attributes: bytes) -> bytes:
    return _nested(1, _text(1, name), _nested(2, *attributes))


def _element(address: str) -> bytes:
    return _nested(1, _nested(1, _attribute(1, socket.inet_aton(address))))


def _text(kind: int, value: str) -> bytes:
    return _attribute(kind, value.encode() + b"\0")


def _number(kind: int, value: int) -> bytes:
    return _attribute(kind, struct.pack("!I", value))


def _nested(kind: int, *parts: bytes) -> bytes:
    return _attribute(kind | _NESTED, b"".join(parts))


def _attribute(kind: int, value: bytes) -> bytes:
    return ATTRIBUTE.pack(ATTRIBUTE.size + len(value), kind) + value + bytes(-len(value) % 4)
