"""Packets as no program would send them."""

import socket
import struct

from ieum.dev.lab.namespaces import Namespace


def checksum(data: bytes) -> int:
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def send(where: Namespace, segment: bytes, target: str) -> None:
    """Send a packet with an IPv4 header of its own."""
    with where.inside(), socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW) as raw:
        raw.sendto(segment, (target, 0))
