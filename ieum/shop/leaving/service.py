"""Leaving the shop: what it would mean, and doing it (korea.md section 4)."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from ieum.shop.inquiries import service as inquiries
from ieum.shop.invoices import service as invoices
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError, Unauthenticated
from ieum.shop.leaving import queries, rules
from ieum.shop.leaving.types import Leaving
from ieum.shop.ledgers import service as ledgers
from ieum.shop.members import erasure
from ieum.shop.members import rules as member_rules
from ieum.shop.members.profile import queries as profiles
from ieum.shop.members.profile.types import LockedMember
from ieum.shop.members.security import service as security
from ieum.shop.members.types import Identity, MemberId
from ieum.shop.members.verification import service as verification
from ieum.shop.messaging import member_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.orders import service as orders
from ieum.shop.services import service as services
from ieum.shop.site import queries as site
from ieum.shop.subscriptions import methods as billing_methods
from ieum.shop.subscriptions import service as subscriptions

# Times and addresses of logins (CSPA decree 41: at least three months; published as a year).
LOGINS_KEPT = timedelta(days=365)
# For questions about what was sent and when; receipts can be read in the payment history.
MESSAGES_KEPT = timedelta(days=90)
# Five years from the day the tax had to be filed, which is within a year (국세기본법 85-3).
TAX_PAPERS_KEPT = timedelta(days=6 * 366)
BATCH = 500


class Delete(Protocol):
    async def __call__(self, conn: Connection, /, *, limit: int) -> int:
        """Delete no more than so many; how many they were."""
        ...


class ServicesInUse(ShopError):
    code = "services_in_use"
    title = "이용 중인 상품이 있습니다"
    detail = "이용 중인 상품이 있습니다. 환불을 먼저 신청하거나 이용 기간이 끝난 뒤 탈퇴해 주세요."


async def preview(conn: Connection, member: MemberId) -> Leaving:
    """Unpaid orders are no hindrance: they are cancelled."""
    standing = await queries.find_standing(conn, member)
    return Leaving(
        may_leave=not standing.services_in_use and not standing.settling_orders,
        services_in_use=standing.services_in_use,
        point=standing.point,
        ip_ticket=standing.ip_ticket,
        kept=list(rules.KEPT),
        destroyed=list(rules.DESTROYED),
    )


async def leave(db: Database, identity: Identity, password: str, *, key: str, address: str) -> None:
    """Destroy the profile, keep what the law keeps, end every session: all of it or nothing.

    Raises ServicesInUse and OrderInProgress; Unauthenticated for the second of two at once.
    """
    await security.check_password(db, identity.member_id, password, address=address)
    async with db.transaction() as conn:
        member = await _lock(conn, identity)
        standing = await queries.find_standing(conn, member.id)
        # What was ordered or paid before we had the member.
        if standing.unpaid_orders or standing.settling_orders:
            raise orders.OrderInProgress
        if standing.services_in_use:
            raise ServicesInUse
        await _farewell(conn, member)
        await _destroy(conn, member, key=key)


async def destroy_due(db: Database) -> None:
    """Destroy what was kept for as long as the law says, batch by batch, and note that it was."""
    now = datetime.now(UTC)
    deletions: dict[str, Delete] = {
        "left_members": queries.delete_left_members,
        "consents": erasure.delete_consents_of_left,
        "login_sessions": partial(erasure.delete_sessions, before=now - LOGINS_KEPT),
        "messages": partial(messaging.forget_old, before=now - MESSAGES_KEPT),
        "inquiries": inquiries.forget_old,
        "inquiry_actions": inquiries.forget_old_actions,
        "tax_invoice_requests": partial(invoices.forget_old, before=now - TAX_PAPERS_KEPT),
    }
    for what, delete in deletions.items():
        rows = BATCH
        while rows == BATCH:
            async with db.transaction() as conn:
                rows = await delete(conn, limit=BATCH)
                if rows:
                    await queries.note_destruction(conn, what, rows=rows)


async def _lock(conn: Connection, identity: Identity) -> LockedMember:
    """All that is theirs, and the member last: whoever is at an order, a session or a passkey does it in this order."""
    await orders.withdraw(conn, identity.member_id)
    await subscriptions.end_all(conn, identity.member_id)
    if identity.session_id not in await profiles.lock_sessions(conn, identity.member_id):
        raise Unauthenticated
    await security.forget(conn, identity.member_id)
    member = await profiles.lock_leaver(conn, identity.member_id)
    if member is None:
        raise Unauthenticated
    return member


async def _farewell(conn: Connection, member: LockedMember) -> None:
    """While we still know where to."""
    config, gone = await site.get_config(conn), await ledgers.forfeit(conn, member.id)
    text = texts.left(
        site=config.site_name,
        name=member.name,
        points=gone.points,
        tickets=gone.tickets,
        kept=[f"{kept.what}: {kept.how_long} ({kept.basis})" for kept in rules.KEPT],
        at=datetime.now(UTC),
    )
    await messaging.mail(conn, to=member.email, text=text, reference=f"left:{member.id}", member=member.id)


async def _destroy(conn: Connection, member: LockedMember, *, key: str) -> None:
    await queries.keep_by_law(conn, member.id)
    await erasure.destroy_profile(conn, member.id, member_rules.hash_login_id(member.login_id, key=key))
    await profiles.end_sessions(conn, member.id, but=None)
    await erasure.forget_login_devices(conn, member.id)
    # What was added after the first time and before we had the member.
    await security.forget(conn, member.id)
    await verification.forget(conn, member.id)
    await services.forget_device_names(conn, member.id)
    await billing_methods.forget(conn, member.id)
    await inquiries.forget_unused_of(conn, member.id)
    await messaging.forget_sent_to(conn, member.id, [member.email, member.phone])
    await queries.note_destruction(conn, "profile", rows=1, member=member.id)
