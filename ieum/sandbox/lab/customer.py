"""A customer's key pair, and the .conf file that the shop's page would make for it."""

from dataclasses import dataclass
from typing import Self

from ieum.sandbox.lab.namespaces import command


@dataclass(frozen=True)
class Customer:
    private_key: str
    public_key: str
    tunnel_address: str

    @classmethod
    def new(cls, tunnel_address: str) -> Self:
        private_key = command("wg", "genkey").strip()
        return cls(private_key, command("wg", "pubkey", stdin=private_key).strip(), tunnel_address)

    def conf(self, *, server_key: str, endpoint: str) -> str:
        return f"""\
[Interface]
PrivateKey = {self.private_key}
Address = {self.tunnel_address}/32
DNS = 1.1.1.1, 1.0.0.1
MTU = 1420

[Peer]
PublicKey = {server_key}
Endpoint = {endpoint}
AllowedIPs = 0.0.0.0/0, ::/0
PersistentKeepalive = 25
"""
