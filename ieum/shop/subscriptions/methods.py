"""Cards on file: registers each card once, however often the browser asks, and removes it here and at the provider."""

import hashlib
import logging

from ieum.shop.kernel import seoul
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound, ShopError, TooManyRequests
from ieum.shop.kernel.limits import count_request, member_key, network_of
from ieum.shop.kernel.masking import mask_card
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.unsealing import unseal_or_alarm
from ieum.shop.kernel.waiting import wait_for
from ieum.shop.members.types import MemberId
from ieum.shop.payments.provider import BillingCard, Provider, Refused, Remedy, Unknown
from ieum.shop.subscriptions import method_queries, tasks
from ieum.shop.subscriptions.issuers import issuer_name, registration_text
from ieum.shop.subscriptions.types import BillingMethod, BillingMethodId, MethodRow, NewBillingMethod

log = logging.getLogger(__name__)

# How long a request waits for another one that registers the same card.
WAIT_SECONDS = 5
# Each costs the provider a request. Whoever mistypes a card needs a few; a mobile carrier's members share a network.
CARDS_AN_HOUR, CARDS_A_MINUTE_OF_NETWORK = 10, 20


class BillingMethodNotFound(NotFound):
    code = "billing_method_not_found"
    detail = "등록된 카드를 찾을 수 없습니다. 결제수단 관리에서 다시 확인해 주세요."


class BillingMethodInUse(ShopError):
    code = "billing_method_in_use"
    title = "사용 중인 카드입니다"
    detail = "정기결제에 사용 중인 카드입니다. 정기결제의 카드를 바꾸거나 해지한 뒤 삭제해 주세요."


class CardRefused(ShopError):
    code = "card_refused"
    title = "카드를 등록하지 못했습니다"


class CardUnconfirmed(ShopError):
    code = "card_unconfirmed"
    title = "카드 등록을 확인하지 못했습니다"
    detail = "카드 등록 결과를 확인하지 못했습니다. 잠시 후 새로고침해 주세요. 계속되면 처음부터 다시 등록해 주세요."


class TooManyCards(TooManyRequests):
    code = "too_many_cards"
    title = "카드 등록을 잠시 멈췄습니다"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(
            "카드 등록을 너무 여러 번 시도하여 잠시 멈췄습니다. 등록된 카드는 그대로이며 청구된 금액도 없습니다."
            f" {seoul.wait(retry_after)} 뒤에 처음부터 다시 등록해 주세요.",
            retry_after=retry_after,
        )


class KeyNotDeletedError(Exception):
    """The provider has not deleted a billing key yet; the job tries again."""


async def register(
    db: Database,
    provider: Provider,
    sealer: Sealer,
    member: MemberId,
    request: NewBillingMethod,
    *,
    address: str,
) -> BillingMethod:
    """Register the card that the provider's window has verified. Repeating the call gives the same answer.

    The registration is recorded before the provider is called, and the idempotency key is derived from the `authKey`:
    a call repeated after a crash, or a parallel one, gets the same card. Whatever is asked of the provider is counted
    first: a browser can make up any `authKey`. Raises TooManyCards, CardRefused, CardUnconfirmed, InvalidFields.
    """
    auth_key_hash = hashlib.sha256(request.auth_key.encode()).digest()
    async with db.transaction() as conn:
        customer = await method_queries.get_customer(conn, member)
        if request.customer_key != str(customer.customer_key):
            raise _not_yours("customerKey")
        is_ours = await method_queries.begin(conn, member, auth_key_hash) is not None
        if is_ours:
            await _count(conn, member, address)
    # Another call registers it, or died doing so: after a while this call asks the provider itself.
    row = await wait_for(
        db,
        lambda conn: method_queries.find_by_auth(conn, auth_key_hash),
        lambda current: is_ours or current is None or current.state != "issuing",
        seconds=WAIT_SECONDS,
    )
    if row is None or row.member_id != member:
        raise _not_yours("authKey")
    if row.state == "issuing":
        if not is_ours:
            async with db.connection() as conn:
                await _count(conn, member, address)
        issued = await provider.issue_billing_key(
            auth_key=request.auth_key, customer_key=request.customer_key
        )
        row = await _apply(db, sealer, auth_key_hash, issued) or row
    return _answer(row)


async def _count(conn: Connection, member: MemberId, address: str) -> None:
    """Count a try. The network's limit is one by the minute: its other members are not kept out for long.

    Raises TooManyCards.
    """
    await count_request(
        conn, "card", who=member_key(member), most=CARDS_AN_HOUR, per="hour", refusal=TooManyCards
    )
    await count_request(
        conn, "card-network", who=network_of(address), most=CARDS_A_MINUTE_OF_NETWORK, refusal=TooManyCards
    )


async def list_of(conn: Connection, member: MemberId) -> list[BillingMethod]:
    return [view(row) for row in await method_queries.list_active(conn, member)]


async def remove(conn: Connection, member: MemberId, method: int) -> None:
    """Stop charging a card for good; a job deletes its key at the provider. A second time does nothing."""
    row = await method_queries.lock_own(conn, method, member)
    if row is None or row.state in {"issuing", "refused"}:
        raise BillingMethodNotFound
    # Checked in a statement after the lock, so that a subscription begun meanwhile is seen.
    if await method_queries.is_in_use(conn, row.id):
        raise BillingMethodInUse
    if row.state == "active":
        await _remove(conn, [row.id])


async def forget(conn: Connection, member: MemberId) -> None:
    """Remove every card of a member who leaves. Their subscriptions have ended before."""
    await _remove(conn, await method_queries.lock_all(conn, member))


async def note_deleted(conn: Connection, billing_key: str) -> None:
    """Mark a card as removed because the provider says that it has deleted its billing key.

    Nothing else is verified: only the provider and we know the key. The next charge to the card is refused, and its
    member is then asked for another one.
    """
    method = await method_queries.set_deleted(conn, billing_key)
    if method is not None:
        log.info("the provider has deleted the key of billing method %s", method)


async def delete_at_provider(
    db: Database, provider: Provider, sealer: Sealer, *, method: int | None = None
) -> None:
    """Delete the billing keys of removed cards; twice does no harm. Raises KeyNotDeletedError where one is left."""
    async with db.connection() as conn:
        removing = await method_queries.list_removing(conn, method=method)
    left = 0
    for card in removing:
        billing_key = await open_billing_key(db, sealer, card.id, card.member_id, card.sealed_key)
        if billing_key is not None and await provider.delete_billing_key(billing_key):
            async with db.transaction() as conn:
                await method_queries.set_removed(conn, card.id)
        else:
            left += 1
    if left:
        raise KeyNotDeletedError(f"{left} of {len(removing)} billing keys are not deleted yet")


async def open_billing_key(
    db: Database, sealer: Sealer, method: int | None, member: MemberId, sealed_key: bytes
) -> str | None:
    """Open the billing key of the member's card. None, with an alarm, if it does not open."""
    return await unseal_or_alarm(
        db,
        sealer,
        sealed_key,
        of=method_queries.place_of(method, member),
        reference=f"billing_method:{method}",
        what="이 카드의 빌링키가",
    )


def view(row: MethodRow) -> BillingMethod:
    return BillingMethod(
        id=row.id,
        issuer=issuer_name(row.issuer_code),
        number=mask_card(row.card_number or ""),
        card_type=row.card_type or "",
        registered_at=row.created_at,
        in_use=row.in_use,
    )


def _answer(row: MethodRow) -> BillingMethod:
    if row.state == "refused":
        raise CardRefused(registration_text(row.refusal_code or ""))
    if row.state == "issuing":
        raise CardUnconfirmed
    if row.state != "active":
        raise BillingMethodNotFound
    return view(row)


async def _apply(
    db: Database, sealer: Sealer, auth_key_hash: bytes, issued: BillingCard | Refused | Unknown
) -> MethodRow | None:
    if isinstance(issued, Unknown):
        log.warning("it is unknown whether a billing key was issued (%s)", issued.reason)
        return None
    async with db.transaction() as conn:
        row = await method_queries.find_by_auth(conn, auth_key_hash, lock=True)
        if row is None or row.state != "issuing":
            return row
        if isinstance(issued, Refused):
            await method_queries.set_refused(conn, row.id, issued.code)
            if issued.remedy is Remedy.OUR_FAULT:
                await raise_alarm(
                    conn,
                    "card_not_issued",
                    reference=issued.code,
                    detail=f"결제대행사가 {row.id}번 결제수단의 빌링키를 발급하지 않았습니다.",
                )
        else:
            sealed = sealer.seal(issued.billing_key, of=method_queries.place_of(row.id, row.member_id))
            await method_queries.set_issued(conn, row.id, issued, sealed)
        return await method_queries.find_by_auth(conn, auth_key_hash)


async def _remove(conn: Connection, methods: list[BillingMethodId]) -> None:
    if methods:
        await method_queries.set_removing(conn, methods)
    for method in methods:
        await defer(conn, tasks.DELETE_BILLING_KEY, method=method)


def _not_yours(field: str) -> InvalidFields:
    return InvalidFields(
        Field(field, "not_yours", "카드 등록 정보가 올바르지 않습니다. 처음부터 다시 등록해 주세요.")
    )
