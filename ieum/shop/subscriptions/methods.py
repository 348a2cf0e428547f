"""Cards at the provider: registered once however often the browser asks, removed there when they are here."""

import hashlib
import logging
from collections.abc import Iterable

from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound, ShopError
from ieum.shop.kernel.masking import mask_card
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import SealBrokenError, Sealer
from ieum.shop.kernel.waiting import wait_for
from ieum.shop.members.types import MemberId
from ieum.shop.payments.provider import BillingCard, Provider, Refused, Remedy, Unknown
from ieum.shop.subscriptions import method_queries, tasks
from ieum.shop.subscriptions.issuers import issuer_name, registration_text
from ieum.shop.subscriptions.types import BillingMethod, BillingMethodId, MethodRow, NewBillingMethod

log = logging.getLogger(__name__)

# As long as a browser waits for another window that registers the same card.
WAIT_SECONDS = 5


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


class KeyNotDeletedError(Exception):
    """The provider has not deleted a billing key; the job tries again."""


async def register(
    db: Database, provider: Provider, sealer: Sealer, member: MemberId, request: NewBillingMethod
) -> BillingMethod:
    """Turn what the window brought back into a card that can be charged; the same answer however often it is sent.

    The intention is on record before the provider is asked, and its idempotency key comes from the same `authKey`:
    whoever asks again, after a crash or beside us, is given the same card.
    """
    asked = hashlib.sha256(request.auth_key.encode()).digest()
    async with db.transaction() as conn:
        if request.customer_key != str(await method_queries.customer_key_of(conn, member)):
            raise _not_yours("customerKey")
        is_ours = await method_queries.begin(conn, member, asked) is not None
    # Another call is at it, or was when its process died: after a while this one asks the provider itself.
    row = await wait_for(
        db,
        lambda conn: method_queries.find_by_auth(conn, asked),
        lambda found: is_ours or found is None or found.state != "issuing",
        seconds=WAIT_SECONDS,
    )
    if row is None or row.member_id != member:
        raise _not_yours("authKey")
    if row.state == "issuing":
        issued = await provider.issue_billing_key(
            auth_key=request.auth_key, customer_key=request.customer_key
        )
        row = await _apply(db, sealer, asked, issued) or row
    return _answer(row)


async def list_of(conn: Connection, member: MemberId) -> list[BillingMethod]:
    return [view(row) for row in await method_queries.list_active(conn, member)]


async def remove(conn: Connection, member: MemberId, method: int) -> None:
    """Never charged again from here on; a job has the provider forget it. A second time does nothing."""
    row = await method_queries.lock_own(conn, method, member)
    if row is None or row.state in {"issuing", "refused"}:
        raise BillingMethodNotFound
    # In a statement after the lock: who took it meanwhile is seen.
    if await method_queries.is_in_use(conn, row.id):
        raise BillingMethodInUse
    if row.state == "active":
        await _give_up(conn, [row.id])


async def forget(conn: Connection, member: MemberId) -> None:
    """Of who leaves, every card. Their subscriptions have ended before."""
    await _give_up(conn, await method_queries.lock_all(conn, member))


async def note_deleted(conn: Connection, billing_key: str) -> None:
    """The provider has deleted it, for us or for the card's company: who names the key need prove nothing else.

    What is charged to it is refused the next time, and its member is then asked for another card.
    """
    method = await method_queries.set_deleted(conn, billing_key)
    if method is not None:
        log.info("the provider has deleted the key of billing method %s", method)


async def delete_at_provider(
    db: Database, provider: Provider, sealer: Sealer, *, method: int | None = None
) -> None:
    """What was given up; deleting twice does no harm. Raises KeyNotDeletedError where one is left."""
    async with db.connection() as conn:
        removing = await method_queries.list_removing(conn, method=method)
    left = 0
    for card in removing:
        billing_key = await open_billing_key(db, sealer, card.id, card.sealed_key)
        if billing_key is not None and await provider.delete_billing_key(billing_key):
            async with db.transaction() as conn:
                await method_queries.set_removed(conn, card.id)
        else:
            left += 1
    if left:
        raise KeyNotDeletedError(f"{left} of {len(removing)} billing keys are not deleted yet")


async def open_billing_key(db: Database, sealer: Sealer, method: int | None, sealed_key: bytes) -> str | None:
    """The billing key in plain text. None, with an alarm, where no sealing key of the settings opens it."""
    try:
        return sealer.open(sealed_key)
    except SealBrokenError:
        async with db.transaction() as conn:
            await raise_alarm(
                conn,
                "seal_broken",
                reference=f"billing_method:{method}",
                detail="no sealing key of the settings opens this billing key: put the old key back",
            )
        return None


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
    db: Database, sealer: Sealer, asked: bytes, issued: BillingCard | Refused | Unknown
) -> MethodRow | None:
    if isinstance(issued, Unknown):
        log.warning("a billing key's outcome is unknown (%s)", issued.reason)
        return None
    async with db.transaction() as conn:
        row = await method_queries.find_by_auth(conn, asked, lock=True)
        if row is None or row.state != "issuing":
            return row
        if isinstance(issued, Refused):
            await method_queries.set_refused(conn, row.id, issued.code)
            if issued.remedy is Remedy.OUR_FAULT:
                await raise_alarm(
                    conn,
                    "card_not_issued",
                    reference=issued.code,
                    detail=f"the provider issued no billing key for method {row.id}",
                )
        else:
            await method_queries.set_issued(conn, row.id, issued, sealer.seal(issued.billing_key))
        return await method_queries.find_by_auth(conn, asked)


async def _give_up(conn: Connection, methods: Iterable[BillingMethodId]) -> None:
    given_up = list(methods)
    if given_up:
        await method_queries.set_removing(conn, given_up)
    for method in given_up:
        await defer(conn, tasks.DELETE_BILLING_KEY, method=method)


def _not_yours(field: str) -> InvalidFields:
    return InvalidFields(
        Field(field, "not_yours", "카드 등록 정보가 올바르지 않습니다. 처음부터 다시 등록해 주세요.")
    )
