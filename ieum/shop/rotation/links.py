"""Links that change the address of one service and can do nothing else."""

import hashlib
import secrets
from ipaddress import IPv4Network, IPv6Network, ip_network

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound, ShopError, TooManyRequests
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.rotation import link_queries, queries, running
from ieum.shop.rotation.types import LINKS_A_DAY, MOST_LINKS, NewRotationLink, RotationLinkWithPath

# IPv4 addresses inside IPv6 are in ::ffff:0:0/96.
MAPPED_PREFIX = 96


class TooManyLinks(ShopError):
    code = "too_many_links"
    title = "링크를 더 만들 수 없습니다"
    detail = f"변경 링크는 상품마다 {MOST_LINKS}개까지 만들 수 있습니다. 쓰지 않는 링크를 삭제한 뒤 다시 만들어 주세요."


class TooManyLinksToday(TooManyRequests):
    code = "too_many_links_today"
    title = "오늘은 링크를 더 만들 수 없습니다"

    def __init__(self, seconds: int) -> None:
        most = f"변경 링크는 상품마다 하루에 {LINKS_A_DAY}개까지 만들 수 있습니다."
        super().__init__(f"{most} {seoul.wait(seconds)} 뒤에 다시 시도해 주세요.", retry_after=seconds)


class LinkNotFound(NotFound):
    code = "rotation_link_not_found"
    detail = "변경 링크를 찾을 수 없습니다. 삭제되었거나 이 네트워크에서는 쓸 수 없는 링크입니다."


async def add_link(
    conn: Connection, member: MemberId, service: int, new: NewRotationLink
) -> RotationLinkWithPath:
    turning = await running.lock(conn, Viewer(member), service)
    networks = _networks(new.networks)
    links = await link_queries.count_links(conn, service, a_day=LINKS_A_DAY)
    if links.in_use >= MOST_LINKS:
        raise TooManyLinks
    if links.wait is not None:
        raise TooManyLinksToday(links.wait)
    token = secrets.token_hex(32)
    link = await link_queries.insert_link(
        conn, turning.service_id, token_hash=hash_token(token), name=new.name.strip(), networks=networks
    )
    return RotationLinkWithPath(link, f"/r/{token}")


async def revoke_link(conn: Connection, member: MemberId, service: int, link: int) -> None:
    if not await queries.is_members(conn, service, member) or not await link_queries.revoke_link(
        conn, service, link
    ):
        raise LinkNotFound


def hash_token(token: str) -> bytes:
    return hashlib.sha256(b"rotation:" + token.encode()).digest()


def _networks(texts: list[str]) -> list[str]:
    try:
        return [str(_network(text.strip())) for text in texts]
    except ValueError as wrong:
        detail = "IP나 네트워크를 203.0.113.7 또는 203.0.113.0/24처럼 적어 주세요."
        raise InvalidFields(Field("networks", "bad_network", detail)) from wrong


def _network(text: str) -> IPv4Network | IPv6Network:
    """Read a network as callers are known: IPv4 inside IPv6 is IPv4. A network of one host's device is refused."""
    if "%" in text:
        raise ValueError(text)
    network = ip_network(text, strict=False)
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    if mapped is None or network.prefixlen < MAPPED_PREFIX:
        return network
    return IPv4Network((mapped, network.prefixlen - MAPPED_PREFIX))
