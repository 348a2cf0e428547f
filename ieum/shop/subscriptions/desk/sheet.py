"""Shows one recurring payment, and what can be done with it now."""

from datetime import UTC, datetime

from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_card
from ieum.shop.kernel.structs import build
from ieum.shop.members.types import MemberId
from ieum.shop.payments.refusals import failure, refusal_brief, refusal_text
from ieum.shop.subscriptions import method_queries, views
from ieum.shop.subscriptions import queries as running
from ieum.shop.subscriptions.desk import queries
from ieum.shop.subscriptions.desk.refusals import NoSuchSubscription
from ieum.shop.subscriptions.desk.types import (
    CardOnFile,
    SubscriptionFacts,
    SubscriptionHappening,
    SubscriptionRecord,
)
from ieum.shop.subscriptions.issuers import issuer_name
from ieum.shop.subscriptions.types import BillingMethodId


async def see(conn: Connection, subscription: int) -> SubscriptionFacts:
    """See one recurring payment. Raises NoSuchSubscription."""
    facts = await find(conn, subscription)
    if facts is None:
        raise NoSuchSubscription
    return facts


async def find(conn: Connection, subscription: int) -> SubscriptionFacts | None:
    row = await queries.find(conn, subscription)
    if row is None:
        return None
    is_begun = row.state != "starting" and row.paid_until is not None
    shown = await views.get(conn, MemberId(row.payer.id), row.id) if is_begun else None
    charges = await queries.list_charges(conn, subscription)
    for charge in charges:
        charge.detail = refusal_text(charge.code) if charge.code else None
    return build(
        SubscriptionFacts,
        row,
        next_amount=shown.next_amount if shown else row.amount,
        grace_until=shown.grace_until if shown else None,
        release_at=shown.release_at if shown else None,
        failure=failure(row.failure_code),
        card=await _card(conn, row),
        services=shown.services if shown else [],
        charges=charges,
        rises=await queries.list_rises(conn, subscription),
        timeline=[_in_words(one) for one in await queries.list_happenings(conn, subscription)],
        is_paid_up=row.paid_until is not None and row.paid_until > datetime.now(UTC),
        why_not_stop=why_not_stop(row),
        why_not_charge=why_not_charge(row),
    )


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


def _in_words(happened: SubscriptionHappening) -> SubscriptionHappening:
    if happened.detail and happened.what in {"refused", "suspended"}:
        happened.detail = refusal_brief(happened.detail)
    return happened


async def _card(conn: Connection, row: SubscriptionRecord) -> CardOnFile | None:
    cards = await method_queries.list_some(conn, [BillingMethodId(row.billing_method_id)])
    if not cards:
        return None
    card = cards[0]
    return CardOnFile(
        issuer=issuer_name(card.issuer_code),
        number=mask_card(card.card_number or ""),
        card_type=card.card_type or "",
        state=card.state,
        registered_at=card.created_at,
    )


async def lock(conn: Connection, subscription: int) -> None:
    """Lock in the order of everything that changes one, so that two at once see each other's work."""
    await running.lock_open_orders(conn, subscription)
    await running.lock(conn, subscription)


def rows(facts: SubscriptionFacts) -> list[Row]:
    return [
        Row("회원", f"{facts.payer.name} (번호 {facts.payer.id})"),
        Row("상품", f"{facts.plan_name} {facts.months}개월 × {facts.quantity}"),
    ]


def _facts(facts: SubscriptionFacts) -> Facts:
    return {"state": facts.state, "stopping": facts.stopping}


SUBSCRIPTION = Thing[int, SubscriptionFacts](
    name="subscription",
    label="정기결제",
    screen="subscriptions",
    find=find,
    missing=NoSuchSubscription,
    facts=_facts,
)
