"""Shows recurring payments to staff, stops them, and charges what is owed now."""

from datetime import UTC, datetime

from ieum.shop.checkout import charge_on_file
from ieum.shop.checkout import subscription as checkout
from ieum.shop.console.subscriptions import queries, rules
from ieum.shop.console.subscriptions.refusals import CannotCharge, CannotStop, NoSuchSubscription
from ieum.shop.console.subscriptions.types import (
    CardOnFile,
    ChargedNow,
    ChargePress,
    SubscriptionChange,
    SubscriptionFacts,
    SubscriptionHappening,
    SubscriptionLine,
    SubscriptionRecord,
)
from ieum.shop.desk import presses
from ieum.shop.desk.access import Act, Actor
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.masking import mask_card, mask_name
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.structs import build
from ieum.shop.members.types import MemberId
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.refusals import Failure, failure, refusal_brief, refusal_text
from ieum.shop.subscriptions import method_queries, views
from ieum.shop.subscriptions import queries as running
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.subscriptions.issuers import issuer_name
from ieum.shop.subscriptions.types import BillingMethodId


def masked_line[T: SubscriptionLine](line: T) -> T:
    line.payer.name = mask_name(line.payer.name) if line.payer.name else ""
    return line


async def see(conn: Connection, subscription: int) -> SubscriptionFacts:
    """Raises NoSuchSubscription."""
    row = await queries.find(conn, subscription)
    if row is None:
        raise NoSuchSubscription
    masked_line(row)
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
        why_not_stop=rules.why_not_stop(row),
        why_not_charge=rules.why_not_charge(row),
    )


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


async def preview_stop(conn: Connection, subscription: int) -> Preview:
    """Raises NoSuchSubscription, CannotStop."""
    facts = await see(conn, subscription)
    if facts.why_not_stop is not None:
        raise CannotStop(facts.why_not_stop)
    return rules.preview_stop(facts, now=datetime.now(UTC))


async def stop(act: Act, subscription: int, change: SubscriptionChange) -> SubscriptionFacts:
    """Stop it as its member could. Raises what the preview raises, and PreviewChanged."""
    await _lock(act.conn, subscription)
    shown = await preview_stop(act.conn, subscription)
    if shown.digest != change.digest:
        raise PreviewChanged
    before = await see(act.conn, subscription)
    await subscriptions.stop(act.conn, MemberId(before.payer.id), subscription)
    after = await see(act.conn, subscription)
    act.note(
        "subscriptions.stop",
        "subscription",
        subscription,
        before={"state": before.state, "stopping": before.stopping},
        after={"state": after.state, "stopping": after.stopping},
        reason=change.reason,
    )
    return after


async def preview_charge(conn: Connection, subscription: int) -> Preview:
    """Raises NoSuchSubscription, CannotCharge."""
    facts = await see(conn, subscription)
    if facts.why_not_charge is not None:
        raise CannotCharge(facts.why_not_charge)
    if facts.card is None or facts.card.state != "active":
        raise CannotCharge("등록된 카드가 삭제되어 결제할 수 없습니다. 회원이 새 카드를 등록해야 합니다.")
    return rules.preview_charge(facts, facts.card)


async def charge_now(
    actor: Actor,
    db: Database,
    provider: Provider,
    sealer: Sealer,
    *,
    subscription: int,
    change: ChargePress,
) -> ChargedNow:
    """Charge what is owed, once by the key. It is recorded before the provider is asked, so that no crash hides it."""
    press = presses.press(change.key, "subscriptions.charge", subscription)
    async with actor.transaction() as act:
        if (made := await presses.begin(act, press)) is not None:
            facts = await see(act.conn, subscription)
            return await _came_of(act.conn, facts.state, facts.failure, made["orderId"])
        await _lock(act.conn, subscription)
        if (await preview_charge(act.conn, subscription)).digest != change.digest:
            raise PreviewChanged
        facts = await see(act.conn, subscription)
        member = MemberId(facts.payer.id)
        order = await subscriptions.claim_owed(act.conn, member, subscription)
        act.note(
            "subscriptions.charge",
            "subscription",
            subscription,
            before={"state": facts.state, "tries": facts.tries, "failureCode": facts.failure_code},
            after={"orderId": order, "amount": facts.next_amount},
            reason=change.reason,
        )
        await presses.end(act, press, {"orderId": order})
    after = await checkout.charge_now(db, provider, sealer, member, subscription, order)
    async with db.connection() as conn:
        return await _came_of(conn, after.state, after.failure, order)


async def _came_of(conn: Connection, state: str, failure: Failure | None, order: str) -> ChargedNow:
    if state not in {"past_due", "suspended"}:
        return ChargedNow("paid", None)
    if await charge_on_file.is_under_way(conn, order) or failure is None:
        return ChargedNow("under_way", None)
    return ChargedNow("refused", failure.detail)


async def _lock(conn: Connection, subscription: int) -> None:
    """In the order in which everything that changes one locks it, so that two at once see each other's work."""
    await running.lock_open_orders(conn, subscription)
    await running.lock(conn, subscription)
