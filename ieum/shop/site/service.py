"""Totals and retention of visits, counts of browsers' errors, blocked addresses, and the public config."""

import logging
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network

from psycopg.errors import CheckViolation

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.metrics import CLIENT_ERRORS
from ieum.shop.site import fields, queries, refund_words, rules, setting_queries, touches
from ieum.shop.site.fields import SettingValue
from ieum.shop.site.refusals import DynamicNotServed, TooManyBlocked
from ieum.shop.site.types import ClientError, Flag, PublicConfig, PublicMeta, SiteConfig

log = logging.getLogger(__name__)

# Partitions are created ahead, so that a month can begin while no worker runs.
MONTHS_AHEAD = 2
# How many sources, keywords and campaigns of a day are stored, the most frequent first.
TOP_VALUES = 200
# Keywords that fewer visitors typed are deleted with the visits.
RARE_KEYWORD = 3
DAYS_AT_ONCE = 500
ERROR_KINDS = 2_000


async def make_months(conn: Connection) -> None:
    for ahead in range(MONTHS_AHEAD + 1):
        await queries.make_visit_month(conn, months_ahead=ahead)


async def total_visits(db: Database) -> None:
    """Total every day that is over and has no totals yet, each in a transaction of its own."""
    async with db.connection() as conn:
        days = await queries.list_open_days(conn, limit=DAYS_AT_ONCE)
    for day in days:
        async with db.transaction() as conn:
            await queries.delete_totals(conn, day)
            await queries.insert_totals(conn, day, top_values=TOP_VALUES)


async def forget_visits(conn: Connection) -> None:
    """Drop the months older than the config's retention, and the parts of their totals that may identify a person."""
    for month in await queries.drop_old_months(conn):
        log.info("dropped %s: older than the retention of visits", month)
    await queries.forget_rare_keywords(conn, fewer_than=RARE_KEYWORD)
    await touches.forget(conn)


async def note_error(conn: Connection, error: ClientError) -> None:
    """Count an error with others of its kind, and log the first of each kind."""
    scrubbed = rules.scrub_error(error)
    is_new = await queries.count_error(conn, scrubbed, kinds=ERROR_KINDS)
    CLIENT_ERRORS.labels("too many" if is_new is None else "new" if is_new else "known").inc()
    if is_new:
        # Without its words, which a page or anybody else may have put there: the table has them.
        log.warning("a new kind of error in a browser: %s of client_errors", scrubbed.fingerprint)


async def change_settings(
    conn: Connection, wished: Mapping[str, SettingValue]
) -> tuple[dict[str, SettingValue], dict[str, SettingValue]]:
    """Write what of the wish differs, and return it as it was and as it is. The server knows within half a second.

    Raises InvalidFields, DynamicNotServed.
    """
    before = await setting_queries.lock_values(conn)
    refuse_wrong(fields.wrong(before, wished))
    after = fields.changed(before, wished)
    try:
        await setting_queries.set_values(conn, after)
    except CheckViolation as refused:
        if refused.diag.constraint_name == "dynamic_has_addresses":
            raise DynamicNotServed from refused
        raise
    return {name: before[name] for name in after}, after


async def block(conn: Connection, ranges: list[IPv4Network | IPv6Network]) -> list[str]:
    """Block these ranges and return the whole list. Raises TooManyBlocked."""
    blocked = {*await queries.lock_blocked(conn), *map(str, ranges)}
    if len(blocked) > rules.MOST_BLOCKED:
        raise TooManyBlocked
    return await queries.set_blocked(conn, blocked)


async def unblock(conn: Connection, ranges: list[IPv4Network | IPv6Network]) -> list[str]:
    """Take these ranges off the list, if they are on it, and return the rest of the list."""
    blocked = await queries.lock_blocked(conn)
    return await queries.set_blocked(conn, {*blocked} - {*map(str, ranges)})


def public_config(config: SiteConfig, *, identity: bool) -> PublicConfig:
    """Return the part of the config that everybody may see. `identity`: whether an identity provider is configured."""
    said = refund_words.words(config)
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
        conn_yn=_flag(config.connections_enforced),
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
        refund_rule=said["refundRule"],
        refund_rule_in_short=said["refundRuleInShort"],
        ticket_refund_rule=said["ticketRefundRule"],
        grace_days=config.grace_days,
    )


def _flag(on: bool) -> Flag:
    return "Y" if on else "N"
