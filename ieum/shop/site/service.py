"""What is done with visits and errors once they are here, and whom the shop blocks."""

import logging
from ipaddress import IPv4Network, IPv6Network

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.metrics import CLIENT_ERRORS
from ieum.shop.site import queries, rules
from ieum.shop.site.types import ClientError, Flag, PublicConfig, PublicMeta, SiteConfig

log = logging.getLogger(__name__)

# Made ahead, so that a month begins without anybody being there.
MONTHS_AHEAD = 2
# Of a day's sources, keywords and campaigns; the rest are many that came once.
VALUES_KEPT = 200
# What fewer people typed is not kept for longer than their visits are.
FEWEST_OF_A_KEYWORD = 3
DAYS_AT_ONCE = 500
ERROR_KINDS, ERROR_DAYS = 2_000, 90


async def make_months(conn: Connection) -> None:
    for ahead in range(MONTHS_AHEAD + 1):
        await queries.make_visit_month(conn, months_ahead=ahead)


async def total_visits(db: Database) -> None:
    """Close every day that is over, each in a transaction of its own; the second time changes nothing."""
    async with db.connection() as conn:
        days = await queries.list_open_days(conn, limit=DAYS_AT_ONCE)
    for day in days:
        async with db.transaction() as conn:
            await queries.delete_totals(conn, day)
            await queries.insert_totals(conn, day, values_kept=VALUES_KEPT)


async def forget_visits(conn: Connection) -> None:
    """Drop the months that have had their time, and what of their totals may be about a person."""
    for month in await queries.drop_old_months(conn):
        log.info("%s has had its time and is dropped", month)
    await queries.forget_rare_keywords(conn, fewer_than=FEWEST_OF_A_KEYWORD)


async def note_error(conn: Connection, error: ClientError) -> None:
    """Count it with its like. Of each kind one line is logged, so that somebody looks."""
    kept = rules.keep_error(error)
    is_new = await queries.count_error(conn, kept, kinds=ERROR_KINDS)
    CLIENT_ERRORS.labels("too many" if is_new is None else "new" if is_new else "known").inc()
    if is_new:
        log.warning(
            "something new broke in a browser (%s) on %s: %s", kept.fingerprint, kept.path, kept.message
        )


async def forget_errors(conn: Connection) -> None:
    await queries.delete_old_errors(conn, days=ERROR_DAYS)


async def block(conn: Connection, ranges: list[IPv4Network | IPv6Network]) -> list[str]:
    """The list as it is then."""
    blocked = set(await queries.lock_blocked(conn))
    await queries.set_blocked(conn, sorted(blocked | {str(one) for one in ranges}))
    return (await queries.get_blocked(conn)).ranges


async def unblock(conn: Connection, ranges: list[IPv4Network | IPv6Network]) -> list[str]:
    """The list as it is then; what was not on it is no mistake."""
    blocked = set(await queries.lock_blocked(conn))
    await queries.set_blocked(conn, sorted(blocked - {str(one) for one in ranges}))
    return (await queries.get_blocked(conn)).ranges


def public_config(config: SiteConfig, *, identity: bool) -> PublicConfig:
    """What everybody may know; `identity`: whether members may prove who they are."""
    return PublicConfig(
        biz_lic=config.business_licence,
        biz_nm=config.business_name,
        ceo=config.representative,
        biz_loc=config.address,
        ec_lic=config.mail_order_licence,
        tel=config.phone,
        dpo_nm=config.officer_name,
        dpo_tel=config.officer_phone,
        dpo_mail=config.officer_mail,
        sttc_yn=_flag(config.static_enabled),
        dynm_yn=_flag(config.dynamic_enabled),
        ticket_yn=_flag(config.ticket_enabled),
        point_yn=_flag(config.points_enabled),
        point_per=config.point_percent,
        point_reg=config.point_threshold,
        auth_tel_yn=_flag(config.phone_verification),
        auth_mail_yn=_flag(config.mail_verification),
        identity_yn=_flag(identity),
        meta=PublicMeta(
            config.description, config.og_image, config.naver_verification, config.google_verification
        ),
        robot=config.robots,
        sitemap=config.sitemap,
        block_ip=[],
        tos=config.terms,
        pp=config.privacy_policy,
        site_mail=config.site_mail,
        site_nm=config.site_name,
        logo=config.logo,
        hosting_provider=config.hosting_provider,
        support_hours=config.support_hours,
        remote_support_url=config.remote_support_url,
        refund_mode=config.refund_mode,
        refund_penalty_percent=config.refund_penalty_percent,
        grace_days=config.grace_days,
    )


def _flag(on: bool) -> Flag:
    return "Y" if on else "N"
