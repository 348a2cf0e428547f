"""What may be done with a recurring payment now, and what it will do. Pure."""

from datetime import datetime

from ieum.shop.console.subscriptions.types import CardOnFile, SubscriptionFacts, SubscriptionRecord
from ieum.shop.desk.previews import preview
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel import seoul
from ieum.shop.payments.refusals import refusal_brief

STATES = {
    "starting": "시작하는 중",
    "active": "이용 중",
    "past_due": "결제 실패",
    "suspended": "이용 정지",
    "ended": "종료",
}


def why_not_stop(row: SubscriptionRecord) -> str | None:
    if row.state == "ended":
        return "이미 끝난 정기결제입니다."
    if row.state == "starting":
        return "첫 결제가 끝나지 않은 정기결제입니다. 결제되지 않으면 저절로 끝납니다."
    if row.stopping:
        return "이미 해지를 신청한 정기결제입니다. 이용 기간이 끝나면 종료됩니다."
    return None


def why_not_charge(row: SubscriptionRecord) -> str | None:
    if row.state == "ended":
        return "이미 끝난 정기결제입니다."
    if row.stopping:
        return "해지를 신청한 정기결제라 결제하지 않습니다."
    if row.charging:
        return "결제를 요청하고 결과를 기다리는 중입니다. 잠시 후 다시 확인해 주세요."
    if row.state not in {"past_due", "suspended"} or row.open_order is None:
        return "밀린 결제가 없습니다. 다음 결제일에 자동으로 결제됩니다."
    return None


def preview_stop(facts: SubscriptionFacts, *, now: datetime) -> Preview:
    """What stopping does: nothing is charged any more, and what is paid is served."""
    until = facts.paid_until
    at_once = until is None or until <= now
    warnings = ["회원에게 해지 안내 메일이 발송됩니다. 회원이 종료 전에 해지를 취소할 수 있습니다."]
    if facts.charging:
        warnings.append("지금 진행 중인 결제는 멈출 수 없습니다. 결제되면 그 기간까지 이용합니다.")
    elif at_once:
        warnings = [
            "결제된 기간이 이미 끝나 지금 바로 종료되고, 배정된 IP는 회수됩니다. 회원에게 메일이 발송됩니다."
        ]
    return preview(
        f"정기결제 {facts.id} 해지",
        [
            *_what(facts),
            Row(
                "상태", "종료" if at_once and not facts.charging else "해지 신청", before=STATES[facts.state]
            ),
            Row("이용 종료", seoul.minute(until) if until and not at_once else "지금 바로"),
            Row("앞으로의 결제", "없음", before=f"{facts.next_amount:,}원"),
        ],
        warnings=warnings,
        seen=[facts.state, facts.period],
    )


def preview_charge(facts: SubscriptionFacts, card: CardOnFile) -> Preview:
    """What charging now does; the answer of the card company is not known before."""
    warnings = ["카드사에 바로 결제를 요청합니다. 승인되면 회원의 카드로 청구됩니다."]
    if facts.failure is not None:
        warnings.append(
            f"지난 결제는 거절되었습니다({refusal_brief(facts.failure.code)}). 같은 이유로 다시 거절될 수 있습니다."
        )
    return preview(
        f"정기결제 {facts.id} 지금 결제",
        [
            *_what(facts),
            Row("결제 금액", f"{facts.next_amount:,}원"),
            Row("카드", f"{card.issuer} {card.number}"),
            Row("지금까지 시도", f"{facts.tries}회"),
        ],
        warnings=warnings,
        amount=facts.next_amount,
        seen=[facts.state, facts.period],
    )


def _what(facts: SubscriptionFacts) -> list[Row]:
    return [
        Row("회원", f"{facts.payer.name} (번호 {facts.payer.id})"),
        Row("상품", f"{facts.plan_name} {facts.months}개월 × {facts.quantity}"),
    ]
