"""The stop of a recurring payment by staff. Charging it now is `checkout/desk`, whose room can."""

from ieum.shop.desk.changes import Case, Change, Nothing, Shown
from ieum.shop.desk.types import Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberId
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.subscriptions.desk.sheet import SUBSCRIPTION, lock, rows
from ieum.shop.subscriptions.desk.types import SubscriptionFacts
from ieum.shop.subscriptions.words import STATES


def _preview_stop(facts: SubscriptionFacts, _wish: Nothing) -> Shown:
    """Show that no charge follows, and that the paid time is served."""
    until = facts.paid_until if facts.is_paid_up else None
    ends_now = until is None and not facts.charging
    warnings = ["회원에게 해지 안내 메일이 발송됩니다. 회원이 종료 전에 해지를 취소할 수 있습니다."]
    if facts.charging:
        warnings.append("지금 진행 중인 결제는 멈출 수 없습니다. 결제되면 그 기간까지 이용합니다.")
    elif ends_now:
        warnings = [
            "결제된 기간이 이미 끝나 지금 바로 종료되고, 배정된 IP는 회수됩니다. 회원에게 메일이 발송됩니다."
        ]
    return Shown(
        title=f"정기결제 {facts.id} 해지",
        rows=[
            *rows(facts),
            Row("상태", STATES["ended"] if ends_now else "해지 신청", before=STATES[facts.state]),
            Row("이용 종료", seoul.minute(until) if until else "지금 바로"),
            Row("앞으로의 결제", "없음", before=f"{facts.next_amount:,}원"),
        ],
        warnings=warnings,
        seen=[facts.state, facts.period],
    )


async def _stop(conn: Connection, case: Case[int, SubscriptionFacts, Nothing]) -> None:
    await subscriptions.stop(conn, MemberId(case.sheet.payer.id), case.target)


STOP = Change(
    name="subscriptions.stop",
    label="정기결제 해지",
    done="정기결제를 해지했습니다.",
    of=SUBSCRIPTION,
    permission="subscriptions.change",
    wish=Nothing,
    lock=lock,
    refuses=lambda facts, _wish: facts.why_not_stop,
    preview=_preview_stop,
    apply=_stop,
)
CHANGES = [STOP]
