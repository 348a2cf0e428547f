"""A charge by staff of what a recurring payment owes."""

from ieum.shop.checkout import charge_on_file
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Outside, Pressed, Shown
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberId
from ieum.shop.payments.refusals import refusal_brief
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.subscriptions.desk.sheet import SUBSCRIPTION, lock, rows, see
from ieum.shop.subscriptions.desk.types import SubscriptionFacts


def _why_not(facts: SubscriptionFacts, _wish: Nothing) -> str | None:
    if facts.why_not_charge is None and (facts.card is None or facts.card.state != "active"):
        return "등록된 카드가 삭제되어 결제할 수 없습니다. 회원이 새 카드를 등록해야 합니다."
    return facts.why_not_charge


def _preview(facts: SubscriptionFacts, _wish: Nothing) -> Shown:
    """The answer of the card company is not known before."""
    warnings = ["카드사에 바로 결제를 요청합니다. 승인되면 회원의 카드로 청구됩니다."]
    if facts.failure is not None:
        warnings.append(
            f"지난 결제는 거절되었습니다({refusal_brief(facts.failure.code)}). 같은 이유로 다시 거절될 수 있습니다."
        )
    return Shown(
        title=f"정기결제 {facts.id} 지금 결제",
        rows=[
            *rows(facts),
            Row("결제 금액", f"{facts.next_amount:,}원"),
            Row("카드", f"{facts.card.issuer} {facts.card.number}" if facts.card else "없음"),
            Row("지금까지 시도", f"{facts.tries}회"),
        ],
        warnings=warnings,
        amount=facts.next_amount,
        seen=[facts.state, facts.period],
    )


async def _claim(conn: Connection, case: Case[int, SubscriptionFacts, Nothing]) -> Made:
    """Note the charge before the provider is asked, so that no crash hides it."""
    facts = case.sheet
    order = await subscriptions.claim_owed(conn, MemberId(facts.payer.id), case.target)
    return Made(
        before={"state": facts.state, "tries": facts.tries, "failureCode": facts.failure_code},
        facts={"orderId": order, "amount": facts.next_amount},
        answer={"orderId": order},
    )


async def _charge(outside: Outside, pressed: Pressed[int, Nothing]) -> Facts:
    """Charge the claimed order, and return the outcome; a card that refuses is no error of this press.

    A second time charges nothing: the claim is gone with its outcome.
    """
    order = pressed.answer["orderId"]
    await charge_on_file.charge(outside.db, outside.provider, outside.sealer, order)
    await charge_on_file.wait_for_other(outside.db, order)
    async with outside.db.connection() as conn:
        facts = await see(conn, pressed.target)
        if facts.state not in {"past_due", "suspended"}:
            return {"outcome": "paid", "detail": None}
        if facts.failure is None or await charge_on_file.is_under_way(conn, order):
            return {"outcome": "under_way", "detail": None}
    return {"outcome": "refused", "detail": facts.failure.detail}


CHARGE = Change(
    name="subscriptions.charge",
    label="지금 결제",
    done="결제를 요청했습니다.",
    of=SUBSCRIPTION,
    permission="subscriptions.change",
    wish=Nothing,
    lock=lock,
    refuses=_why_not,
    preview=_preview,
    apply=_claim,
    after_commit=_charge,
)
CHANGES = [CHARGE]
