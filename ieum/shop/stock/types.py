"""Exit addresses, and the leases on them."""

from ipaddress import IPv4Address
from typing import Literal, NewType

import msgspec

AddressId = NewType("AddressId", int)
LeaseId = NewType("LeaseId", int)

# The word for each address, in the order of its life (docs/glossary.md).
type AddressState = Literal["new", "proven", "free", "held", "leased", "resting", "flagged", "withdrawn"]
type LeaseState = Literal["held", "coming", "active", "leaving", "tail", "ended"]
# What is wrong with an address: no proof came, a block list has it, it is another carrier's.
type Flag = Literal["unproven", "listed", "other_carrier"]
# What an address was proven by: a call from it, or the word of a gateway that carries no traffic.
type Proof = Literal["call", "sandbox"]


class NewAddress(msgspec.Struct):
    """A good row of a file of addresses, with its line number."""

    gateway: str
    address: str
    pool: str
    carrier: str
    region: str
    line: int = 0


def is_ipv4(address: str) -> bool:
    try:
        return str(IPv4Address(address)) == address
    except ValueError:
        return False
