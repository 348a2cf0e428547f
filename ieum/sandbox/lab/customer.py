"""A customer's key pair, and the .conf file that the shop's page would make for it."""

from dataclasses import dataclass
from typing import Self

from ieum.sandbox.lab.namespaces import command

# As web/src/services/wireguard.ts writes it.
_CLOSE_IPV6 = """\
PostUp = ip -6 route add unreachable default metric 1 2>/dev/null || true
PreDown = ip -6 route del unreachable default metric 1 2>/dev/null || true
"""


@dataclass(frozen=True)
class Customer:
    private_key: str
    public_key: str
    tunnel_address: str

    @classmethod
    def new(cls, tunnel_address: str) -> Self:
        private_key = command("wg", "genkey").strip()
        return cls(private_key, command("wg", "pubkey", stdin=private_key).strip(), tunnel_address)

    def conf(self, *, server_key: str, endpoint: str, linux: bool = False) -> str:
        """The file for every system, or the one for wg-quick on Linux, which works with and without IPv6 there."""
        networks = "0.0.0.0/0" if linux else "0.0.0.0/0, ::/0"
        return f"""\
[Interface]
PrivateKey = {self.private_key}
Address = {self.tunnel_address}/32
DNS = 1.1.1.1, 1.0.0.1
MTU = 1420
{_CLOSE_IPV6 if linux else ""}
[Peer]
PublicKey = {server_key}
Endpoint = {endpoint}
AllowedIPs = {networks}
PersistentKeepalive = 25
"""
