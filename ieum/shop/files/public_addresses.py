"""Reaches public addresses only, so that no setting makes our servers ask what is beside them (SSRF)."""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import override

import httpx

# Translated to IPv4 on the way, by whoever runs the network: what lies behind is not known here.
_TRANSLATED = IPv6Network("64:ff9b::/96")


class PublicAddresses(httpx.AsyncHTTPTransport):
    """Looks a name up once and connects to what it has found, so that one that points elsewhere later is no way in."""

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Connect to public addresses alone. Raises httpx.ConnectError if the name leads to none, or to any other."""
        host = request.url.host
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, request.url.port, type=socket.SOCK_STREAM
            )
        except OSError as error:
            raise httpx.ConnectError(f"{host} has no address", request=request) from error
        addresses = [ip_address(one[4][0]) for one in found]
        if not addresses or not all(is_public(address) for address in addresses):
            raise httpx.ConnectError(f"{host} is no public address", request=request)
        # The certificate is checked for the name all the same; the header with it was written before.
        request.extensions = {**request.extensions, "sni_hostname": host}
        request.url = request.url.copy_with(host=str(addresses[0]))
        return await super().handle_async_request(request)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast
