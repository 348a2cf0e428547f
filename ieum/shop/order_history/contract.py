"""The contract of an order, which its buyer can read and print (전자상거래법 13②, 시행령 6②)."""

from datetime import UTC, datetime

from ieum.shop.kernel import masking
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import queries, service
from ieum.shop.order_history.receipt import refund_rule
from ieum.shop.order_history.types import Contract, ContractBuyer
from ieum.shop.orders.service import OrderNotFound


class NoContract(ShopError):
    code = "no_contract"
    title = "계약서가 없습니다"
    detail = "결제가 완료되지 않은 주문이라 계약서가 없습니다. 결제내역에서 주문 상태를 확인해 주세요."


async def draw_up(conn: Connection, member: MemberId, order_id: str) -> Contract:
    """Draw up the contract. Raises OrderNotFound, and NoContract for an order never paid: payment concludes it."""
    row = await queries.find_order(conn, order_id, member)
    if row is None:
        raise OrderNotFound
    if row.paid_at is None:
        raise NoContract
    return Contract(
        shop=await queries.get_seller(conn, row.id),
        buyer=_masked(await queries.get_buyer(conn, member)),
        order=service.to_view(row),
        agreements=await queries.list_agreed_texts(conn, row.id),
        refund_rule=refund_rule(row),
        printed_at=datetime.now(UTC).replace(microsecond=0),
    )


def _masked(person: ContractBuyer) -> ContractBuyer:
    return ContractBuyer(
        name=person.name,
        login_id=masking.mask_login_id(person.login_id),
        email=masking.mask_email(person.email),
        phone=masking.mask_phone(person.phone),
    )
