"""Leaving the shop: the preview, leaving itself, and the destruction of old records."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from psycopg.errors import LockNotAvailable

from ieum.shop.address_log import queries as address_log
from ieum.shop.address_log.rules import day_of
from ieum.shop.certificates import queries as certificates
from ieum.shop.inquiries import answering_queries, image_queries
from ieum.shop.invoices import queries as invoices
from ieum.shop.ip_change import queries as ip_changes
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError, Unauthenticated
from ieum.shop.leaving import queries, rules
from ieum.shop.leaving.types import Leaving
from ieum.shop.ledgers import service as ledgers
from ieum.shop.members import erasure
from ieum.shop.members import queries as members
from ieum.shop.members import rules as member_rules
from ieum.shop.members.profile import queries as profiles
from ieum.shop.members.security import service as security
from ieum.shop.members.types import Identity, MemberId, MemberRow
from ieum.shop.messaging import member_templates as texts
from ieum.shop.messaging import queries as messages
from ieum.shop.messaging import service as messaging
from ieum.shop.orders import service as orders
from ieum.shop.rotation import link_queries as rotation_links
from ieum.shop.services import device_link_queries as device_links
from ieum.shop.services import queries as services
from ieum.shop.services import service as running
from ieum.shop.site import queries as site
from ieum.shop.stock import leases
from ieum.shop.sub_ids import service as sub_ids
from ieum.shop.subscriptions import methods as billing_methods
from ieum.shop.subscriptions import service as subscriptions
from ieum.shop.usage import months as usage_months
from ieum.shop.usage import queries as usage
from ieum.shop.usage.types import OldMonth

log = logging.getLogger(__name__)

# The law wants times and addresses of logins for three months (CSPA decree 41); our terms say a year.
LOGIN_RETENTION = timedelta(days=365)
# Who had an address is a record of supply (ECA decree 6).
LEASE_RETENTION = timedelta(days=queries.CONTRACT_YEARS * 365 + 2)
# Connections are kept for twelve months (CSPA decree 41).
USAGE_RETENTION = timedelta(days=366)
# Long enough to answer questions about what was sent and when; receipts stay in the payment history.
MESSAGE_RETENTION = timedelta(days=90)
# Complaints and disputes are kept for three years from the last message (ECA decree 6).
INQUIRY_RETENTION = timedelta(days=queries.INQUIRY_YEARS * 365 + 1)
# Five years from the day the tax had to be filed, which is within a year of the request (국세기본법 85-3).
TAX_INVOICE_RETENTION = timedelta(days=6 * 366)
# What members wrote about why they wanted another address; the addresses themselves are records of supply.
WORDS_RETENTION = timedelta(days=365)
# A link that is over counts for a day in the limit of new ones, and one for a device says so to whoever opens it.
LINK_RETENTION = timedelta(days=1)
BATCH = 500
# Seconds between the tries to drop a month that somebody reads.
PAUSES = (5, 30)


class ServicesInUse(ShopError):
    code = "services_in_use"
    title = "이용 중인 상품이 있습니다"
    detail = "이용 중인 상품이 있습니다. 환불을 먼저 신청하거나 이용 기간이 끝난 뒤 탈퇴해 주세요."


async def preview(conn: Connection, member: MemberId) -> Leaving:
    """Unpaid orders do not stand in the way: leaving cancels them."""
    holdings = await queries.get_holdings(conn, member)
    return Leaving(
        may_leave=not holdings.services_in_use and not holdings.settling_orders,
        services_in_use=holdings.services_in_use,
        point=holdings.point,
        ip_ticket=holdings.ip_ticket,
        kept=rules.kept(usage_months=holdings.usage_months, session_months=holdings.session_months),
        destroyed=list(rules.DESTROYED),
    )


async def leave(db: Database, identity: Identity, password: str, *, key: str, address: str) -> None:
    """Destroy the profile, archive what the law keeps and end every session, in one transaction.

    Raises ServicesInUse and OrderInProgress; Unauthenticated for the second of two requests at once.
    """
    await security.check_password(db, identity.member_id, password, address=address)
    async with db.transaction() as conn:
        member = await _lock(conn, identity)
        holdings = await queries.get_holdings(conn, member.id)
        # An order may have been placed or paid after the withdrawal and before the member's row was locked.
        if holdings.unpaid_orders or holdings.settling_orders:
            raise orders.OrderInProgress
        if holdings.services_in_use:
            raise ServicesInUse
        await _send_farewell(conn, member)
        await _destroy(conn, member, key=key)


def deletions(now: datetime) -> dict[str, Callable[..., Awaitable[int]]]:
    """Return the deletion of each kind of outdated record, by the name under which it is recorded; in this order."""
    return {
        "left_members": queries.delete_left_members,
        "consents": erasure.delete_consents_of_left,
        "device_usage": partial(usage.delete_old_usage, before=now - USAGE_RETENTION),
        "certificates": partial(certificates.delete_forgotten, before=now - LEASE_RETENTION),
        "leases": partial(leases.delete_ended, before=now - LEASE_RETENTION),
        # After the leases, without which it names nobody.
        "address_log_services": address_log.forget_services,
        "login_sessions": partial(erasure.delete_sessions, before=now - LOGIN_RETENTION),
        "ip_change_words": partial(ip_changes.delete_words, before=now - WORDS_RETENTION),
        "sub_ids": sub_ids.destroy_removed,
        "rotation_links": partial(rotation_links.delete_revoked_links, before=now - LINK_RETENTION),
        "device_links": partial(device_links.delete_expired, before=now - LINK_RETENTION),
        "messages": partial(messages.forget_old, before=now - MESSAGE_RETENTION),
        "inquiries": partial(answering_queries.delete_inquiries, before=now - INQUIRY_RETENTION),
        "inquiry_actions": partial(answering_queries.delete_actions, before=now - INQUIRY_RETENTION),
        "tax_invoice_requests": partial(invoices.delete_old_requests, before=now - TAX_INVOICE_RETENTION),
    }


async def destroy_due(db: Database) -> None:
    """Delete every kind of record whose retention period is over, batch by batch, and record each deletion."""
    now = datetime.now(UTC)
    for what, delete in deletions(now).items():
        rows = BATCH
        while rows == BATCH:
            async with db.transaction() as conn:
                rows = await delete(conn, limit=BATCH)
                if rows:
                    await queries.record_destruction(conn, what, rows=rows)
    async with db.connection() as conn:
        days = await address_log.list_spent_days(conn, before=day_of(now - LEASE_RETENTION))
        months = await usage_months.list_old_months(conn)
    for day in days:
        async with db.transaction() as conn:
            if rows := await address_log.destroy_day(conn, day):
                await queries.record_destruction(conn, "address_log_entries", rows=rows)
    for month in months:
        await _drop_month(db, month)


async def _drop_month(db: Database, month: OldMonth) -> None:
    """Drop a month of use, which gives way to whoever reads for long: it is tried again, and then on the next day."""
    for pause in (*PAUSES, None):
        try:
            async with db.transaction() as conn:
                await usage_months.drop_month(conn, month)
                if month.rows:
                    await queries.record_destruction(conn, month.name, rows=month.rows)
        except LockNotAvailable:
            if pause is None:
                log.warning(
                    "%s is being read and could not be dropped; tomorrow's run tries again", month.name
                )
                return
            await asyncio.sleep(pause)
        else:
            return


async def _lock(conn: Connection, identity: Identity) -> MemberRow:
    """Lock orders, subscriptions, services, sessions, login factors and then the member, as everybody does.

    Withdraws unpaid orders and ends subscriptions on the way. Raises Unauthenticated.
    """
    await orders.withdraw(conn, identity.member_id)
    await subscriptions.end_all(conn, identity.member_id)
    # What sub-ids have of them is taken away below.
    await services.hold_services(conn, identity.member_id)
    await running.end_waits_of(conn, identity.member_id)
    if identity.session_id not in await profiles.lock_sessions(conn, identity.member_id):
        raise Unauthenticated
    await erasure.delete_login_factors(conn, identity.member_id)
    member = await members.lock_leaver(conn, identity.member_id)
    if member is None:
        raise Unauthenticated
    return member


async def _send_farewell(conn: Connection, member: MemberRow) -> None:
    """Forfeit points and tickets, and confirm the leaving by mail while the address is still known."""
    config, forfeited = await site.get_config(conn), await ledgers.forfeit(conn, member.id)
    text = texts.left(
        site=config.site_name,
        name=member.name,
        points=forfeited.points,
        tickets=forfeited.tickets,
        kept=[
            f"{kept.what}: {kept.how_long} ({kept.basis})"
            for kept in rules.kept(usage_months=config.usage_months, session_months=config.session_months)
        ],
        at=datetime.now(UTC),
    )
    await messaging.mail(conn, to=member.email, text=text, reference=f"left:{member.id}", member=member.id)


async def _destroy(conn: Connection, member: MemberRow, *, key: str) -> None:
    await queries.archive_profile(conn, member.id)
    await erasure.destroy_profile(conn, member.id, member_rules.hash_login_id(member.login_id, key=key))
    await profiles.end_sessions(conn, member.id, but=None)
    # Again: one may have been added after the first deletion and before the member's row was locked.
    await erasure.delete_login_factors(conn, member.id)
    await sub_ids.destroy_of(conn, member.id)
    await services.blank_device_names(conn, member.id)
    await certificates.forget_of(conn, member.id)
    await ip_changes.forget_words_of(conn, member.id)
    await rotation_links.delete_links_of(conn, member.id)
    await device_links.delete_links_of(conn, member.id)
    await billing_methods.forget(conn, member.id)
    await image_queries.delete_unused_of(conn, member.id)
    await messages.forget_sent_to(conn, member.id, [member.email, member.phone])
    await queries.record_destruction(conn, "profile", rows=1, member=member.id)
