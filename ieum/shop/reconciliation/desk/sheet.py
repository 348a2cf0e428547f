"""Shows alarms with what they mean, and asks the provider for its side."""

from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import Facts
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound
from ieum.shop.payments.provider import Provider, ProviderPayment, ProviderUnavailableError
from ieum.shop.reconciliation import rules
from ieum.shop.reconciliation.desk import queries
from ieum.shop.reconciliation.desk.types import AlarmLine, BookSides, OurSide, TheirSide
from ieum.shop.reconciliation.types import OurPayment


class AlarmNotFound(NotFound):
    code = "alarm_not_found"
    title = "알람을 찾을 수 없습니다"
    detail = "없는 알람입니다. 목록을 새로 고쳐 주세요."


async def see(conn: Connection, alarm: int) -> AlarmLine:
    """See one alarm. Raises AlarmNotFound."""
    line = await queries.find(conn, alarm)
    if line is None:
        raise AlarmNotFound
    return line


async def compare(db: Database, provider: Provider, alarm: int) -> list[BookSides]:
    """Our payments that an alarm is about, beside what the provider says of each now. Raises AlarmNotFound."""
    async with db.connection() as conn:
        line = await see(conn, alarm)
        ours = await queries.list_payments(conn, line.reference)
    return [await _compare(provider, our) for our in ours]


async def _compare(provider: Provider, our: OurSide) -> BookSides:
    try:
        their = await provider.find(our.provider_order_id, channel=our.channel, payment_key=our.payment_key)
    except ProviderUnavailableError:
        return BookSides(our, None, is_reached=False, difference=None)
    difference = rules.compare_payment(their, _as_compared(our), reference=our.order_id)
    return BookSides(
        our,
        _their_side(their) if their else None,
        is_reached=True,
        difference=difference.detail if difference else None,
    )


def _as_compared(our: OurSide) -> OurPayment:
    return OurPayment(
        payment_key=our.payment_key,
        order_id=our.order_id,
        provider_order_id=our.provider_order_id,
        channel=our.channel,
        state=our.state,
        amount=our.amount,
        cancelled_amount=our.cancelled_amount,
        approved_at=our.approved_at,
        reversed=our.reversed_at is not None,
    )


def _their_side(their: ProviderPayment) -> TheirSide:
    return TheirSide(
        status=their.status,
        amount=their.amount,
        balance=their.balance,
        approved_at=their.approved_at,
        failure_code=their.failure_code,
    )


def _facts(line: AlarmLine) -> Facts:
    return {"state": "open" if line.cleared_at is None else "cleared"}


ALARM = Thing[int, AlarmLine](
    name="alarm", label="알람", screen="alarms", find=queries.find, missing=AlarmNotFound, facts=_facts
)
