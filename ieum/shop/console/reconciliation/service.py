"""Shows alarms with what they mean, asks the provider for its side, and settles them."""

from ieum.shop.console.reconciliation import queries, words
from ieum.shop.console.reconciliation.types import AlarmLine, AlarmSettled, BookSides, OurSide, TheirSide
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.previews import preview
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel import alarms, seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.payments.provider import Provider, ProviderPayment, ProviderUnavailableError
from ieum.shop.reconciliation import rules
from ieum.shop.reconciliation.types import OurPayment


class AlarmNotFound(NotFound):
    code = "alarm_not_found"
    title = "알람을 찾을 수 없습니다"
    detail = "없는 알람입니다. 목록을 새로 고쳐 주세요."


class AlarmOver(ShopError):
    code = "alarm_over"
    title = "이미 처리한 알람입니다"
    detail = "다른 사람이 먼저 처리했거나 저절로 해결된 알람입니다. 목록을 새로 고쳐 주세요."


def in_words(line: AlarmLine) -> AlarmLine:
    line.title, line.means, line.todo = words.meaning_of(line.kind, line.reference)
    line.about = words.about(line.kind, line.reference)
    line.cleared_by = words.cleared_by(line.cleared_by)
    return line


async def see(conn: Connection, alarm: int) -> AlarmLine:
    """Raises AlarmNotFound."""
    line = await queries.find(conn, alarm)
    if line is None:
        raise AlarmNotFound
    return in_words(line)


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


async def preview_settling(conn: Connection, alarm: int) -> Preview:
    """Raises AlarmNotFound, AlarmOver."""
    line = await see(conn, alarm)
    if line.cleared_at is not None:
        raise AlarmOver
    return preview(
        "알람 처리 완료",
        [
            Row("알람", line.title),
            Row("참조", line.about or "–"),
            Row("내용", line.detail),
            Row("생긴 때", seoul.minute(line.raised_at)),
            Row("상태", "처리 완료", before="처리 전"),
        ],
        warnings=[f"돈이나 서비스는 바뀌지 않습니다. {words.after_settling(line.kind, line.reference)}"],
        seen=line.id,
    )


async def settle(act: Act, alarm: int, data: AlarmSettled) -> AlarmLine:
    """Raises AlarmNotFound, AlarmOver, PreviewChanged. Of two at once, one settles it."""
    if (await preview_settling(act.conn, alarm)).digest != data.digest:
        raise PreviewChanged
    if not await alarms.clear(act.conn, alarm, by=act.staff.name):
        raise AlarmOver
    line = await see(act.conn, alarm)
    act.note(
        "reconciliation.settle",
        "alarm",
        alarm,
        before={"state": "open", "kind": line.kind, "reference": line.reference},
        after={"state": "cleared"},
        reason=data.reason,
    )
    return line
