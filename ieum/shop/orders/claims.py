"""Checks, before an order takes addresses, how many its member and its network hold without having paid."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError, TooManyRequests
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.orders import claim_queries
from ieum.shop.orders.types import MemberRoom, Method, NetworkRoom


class TooManyAddresses(ShopError):
    code = "too_many_addresses"
    title = "한 번에 주문할 수 있는 수량을 넘었습니다"

    def __init__(self, of: MemberRoom, *, by_deposit: bool) -> None:
        room = of.room
        if of.resting_until is not None:
            detail = (
                f"환불하신 상품의 IP {of.resting}개가 쉬는 동안에는 한 번에 주문할 수 있는 수량이 줄어, 지금은 "
                + (f"{room}개까지" if room > 0 else "더")
                + (" 주문할 수 있습니다." if room > 0 else " 주문할 수 없습니다.")
                + f" {seoul.minute(of.resting_until)} 뒤에 다시 주문해 주세요."
            )
        elif by_deposit and room > 0:
            detail = (
                f"가상계좌로는 입금 전에 {room}개까지만 주문할 수 있습니다."
                f" 수량을 {room}개로 줄이거나 카드로 결제해 주세요."
            )
        elif by_deposit:
            detail = (
                "입금을 기다리는 주문에 이미 IP를 맡아 두었습니다."
                " 먼저 입금하시거나 취소하신 뒤 다시 주문하거나, 카드로 결제해 주세요."
            )
        elif room > 0:
            detail = (
                f"지금은 한 번에 {room}개까지 주문할 수 있습니다."
                f" {room}개를 먼저 결제하신 뒤 나머지를 다시 주문해 주세요."
            )
        else:
            detail = "결제를 확인하고 있는 주문이 있습니다. 확인이 끝난 뒤 다시 주문해 주세요."
        super().__init__(detail)


class TooManyOfNetwork(TooManyRequests):
    """The members who order from one network hold as many unpaid addresses as a network may."""

    code = "too_many_addresses_of_network"
    title = "같은 인터넷 회선에서 주문이 많습니다"

    def __init__(self, room: int, *, seconds: int, by_card: bool) -> None:
        """`by_card`: whether the same order would pass by card."""
        detail = "같은 인터넷 회선에서 결제하지 않고 맡아 둔 IP가 많아 "
        detail += f"지금은 {room}개까지" if room > 0 else "지금은 더"
        detail += " 주문할 수 있습니다. " if room > 0 else " 주문할 수 없습니다. "
        if by_card:
            detail += "카드로 결제하시거나 "
        elif room > 0:
            detail += f"수량을 {room}개로 줄이시거나 "
        detail += (
            f"{seoul.wait(seconds)} 뒤에 다시 주문해 주세요."
            " 와이파이 대신 휴대폰 데이터처럼 다른 회선에서는 바로 주문하실 수 있습니다."
        )
        super().__init__(detail, retry_after=seconds)


async def claim_addresses(
    conn: Connection, member: MemberId, pool: int, *, quantity: int, method: Method, network: str | None
) -> None:
    """Check the limits of unpaid addresses. Raises TooManyAddresses or TooManyOfNetwork if an order would pass one.

    From here on the orders of a member, and those of a network, take addresses one after the other: together they would
    pass the limit. The member comes before the network.
    """
    await members.lock_row(conn, member)
    by_deposit = method == "virtual_account"
    room = await claim_queries.count_holdable(conn, member, pool, method=method)
    if quantity > room.room:
        raise TooManyAddresses(room, by_deposit=by_deposit)
    if network is not None and await claim_queries.lock_network(conn, network):
        _check_network(
            await claim_queries.count_room_of_network(conn, member, network, pool, method=method),
            quantity,
            by_deposit=by_deposit,
        )


def _check_network(room: NetworkRoom, quantity: int, *, by_deposit: bool) -> None:
    if room.in_all is None or room.by_card is None or room.by_deposit is None:
        return
    if not by_deposit:
        if quantity > room.by_card:
            raise TooManyOfNetwork(room.by_card, seconds=room.seconds, by_card=False)
        return
    if quantity > room.in_all:
        raise TooManyOfNetwork(room.in_all, seconds=room.seconds, by_card=quantity <= room.by_card)
    if quantity > room.by_deposit:
        raise TooManyOfNetwork(room.by_deposit, seconds=room.deposit_seconds, by_card=True)
