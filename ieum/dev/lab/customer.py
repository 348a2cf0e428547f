"""A customer's key pair, and the .conf file that the shop's page would make for it."""

from dataclasses import dataclass
from typing import Self

from ieum.dev.lab.namespaces import command

_DNS = ("1.1.1.1", "8.8.8.8")


@dataclass(frozen=True)
class Customer:
    private_key: str
    public_key: str
    tunnel_address: str

    @classmethod
    def new(cls, tunnel_address: str) -> Self:
        private_key = command("wg", "genkey").strip()
        return cls(private_key, command("wg", "pubkey", stdin=private_key).strip(), tunnel_address)

    def conf(self, *, server_key: str, endpoint: str, linux: bool = False, mtu: int = 1420) -> str:
        """The file for every system, or the one for wg-quick on Linux, which works with and without IPv6 there."""
        networks = "0.0.0.0/0" if linux else "0.0.0.0/0, ::/0"
        return f"""\
[Interface]
PrivateKey = {self.private_key}
Address = {self.tunnel_address}/32
MTU = {mtu}
{_for_linux() if linux else f"DNS = {', '.join(_DNS)}"}

[Peer]
PublicKey = {server_key}
Endpoint = {endpoint}
AllowedIPs = {networks}
PersistentKeepalive = 25
"""


def _for_linux() -> str:
    """Close IPv6 and set DNS, as web/src/services/wireguard.ts writes it."""
    mark = "fwmark $(wg show %i fwmark) lookup main priority 0 2>/dev/null || true"
    lines = [f"PostUp = ip -6 rule add {mark}", f"PreDown = ip -6 rule del {mark}"]
    for packets in ("to 2000::/3", "iif lo to 64:ff9b::/32"):
        rule = f"{packets} unreachable priority 0"
        gone = f"ip -6 rule del {rule} 2>/dev/null || true"
        lines += [
            f"PostUp = {gone}; ip -6 rule add {rule} || [ ! -e /proc/net/if_inet6 ]",
            f"PreDown = {gone}",
        ]
    named = '"$([ ! -e /etc/resolvconf/interface-order ] || echo tun.)%i"'
    ways = (
        f"({'; '.join(f'echo nameserver {server}' for server in _DNS)}) | resolvconf -a {named} -m 0 -x 2>/dev/null",
        f"(resolvectl dns %i {' '.join(_DNS)} && resolvectl domain %i '~.') 2>/dev/null",
        'echo "DNS is left as it is: neither resolvconf nor systemd-resolved is here" >&2',
    )
    return "\n".join(
        (
            *lines,
            f"PostUp = {' || '.join(ways)}",
            f"PreDown = resolvconf -d {named} -f 2>/dev/null || true",
            "PreDown = resolvectl revert %i 2>/dev/null || true",
        )
    )
