"""The lab's address plan. Every lab uses the same addresses, because each has an internet of its own.

They are from the TEST-NET and benchmarking ranges, and are routed only inside the lab's namespaces.
"""

from typing import NamedTuple


class Carrier(NamedTuple):
    """A telecom line of the gateway host."""

    name: str
    device: str
    router: str
    """Address of the carrier's side of the line."""
    host: str
    """The gateway host's own address on this line."""
    network: str

    def exit_address(self, number: int) -> str:
        """The address for sale with this number on the line, counting from 0."""
        return f"{self.host.rpartition('.')[0]}.{10 + number}"


KT = Carrier("kt", "kt0", "203.0.113.1", "203.0.113.2", "203.0.113.0/24")
SKB = Carrier("skb", "skb0", "198.51.100.1", "198.51.100.2", "198.51.100.0/24")
CARRIERS = (KT, SKB)
"""The lines of the first gateway."""
SECOND_KT = Carrier("kt", "kt1", "192.0.2.1", "192.0.2.2", "192.0.2.0/24")
LGU = Carrier("lgu", "lgu1", "198.19.7.1", "198.19.7.2", "198.19.7.0/24")
SECOND_CARRIERS = (SECOND_KT, LGU)
"""The lines of the second: one of a carrier that the first has, too."""

LISTEN_PORT = 51820
ENDPOINT = f"{KT.host}:{LISTEN_PORT}"
ECHO_ADDRESS = "198.18.0.80"
ECHO_PORT = 80
# Where the internet's side has the shop: a proxy that says where a call came from.
SHOP_ADDRESS = "198.18.0.90"
