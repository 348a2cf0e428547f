"""Proofs that traffic leaves by an exit address, and what is known of addresses."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.gateways.types import WITHOUT_NUL, GatewayId
from ieum.shop.stock.types import AddressId, Flag

# 128 bits, as the shop sent them.
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}(?!\n)$")]

# What staff read of each, before a word such as 동안 or 상태.
WORDS: dict[Flag, str] = {
    "unproven": "게이트웨이가 쓸 수 없는",
    "listed": "차단 목록에 있는",
    "other_carrier": "다른 통신사 네트워크에 있는",
}
# What a look-up of its reputation finds.
type Finding = Literal["listed", "other_carrier"]


class Reflection(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A gateway's call from an address. `sandbox`: from a gateway without any, which only says that it would."""

    nonce: Nonce
    sandbox: bool = False


class Unreachable(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A gateway could not call from an address; it says so from its own."""

    nonce: Nonce
    reason: Annotated[str, Meta(max_length=200, pattern=WITHOUT_NUL)]


class Reflected(msgspec.Struct, rename="camel"):
    """Address that the shop saw. `address` is what it asked for."""

    address: str
    seen: str
    proven: bool


class Asked(msgspec.Struct):
    """An address whose question was answered just now. `failures` counts the bad answers before.

    `is_new`: it was not proven and cleared yet, so it was never sold.
    """

    address_id: AddressId
    gateway_id: GatewayId
    address: str
    failures: int
    flags: list[Flag]
    is_new: bool


class Failing(msgspec.Struct):
    """With how many of a gateway's addresses something is wrong: of those looked at just now, and of all."""

    gateway: str
    lately_failing: int
    lately_tried: int
    failing: int
    tried: int


class Tried(msgspec.Struct):
    """Number of a gateway's addresses that were looked at, and of those with which something was wrong."""

    gateway: str
    failing: int
    tried: int


class Watched(msgspec.Struct):
    """An address whose reputation is due."""

    address_id: AddressId
    gateway_id: GatewayId
    address: str
    carrier: str
    flags: list[Flag]
    # Of the last look-up.
    findings: list[Finding]
    is_new: bool
