"""Queries on the columns of `site_config` that staff change."""

from collections.abc import Mapping

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.site.fields import COLUMNS, UNITS, SettingValue


async def get_values(conn: Connection) -> dict[str, SettingValue]:
    """Every column of `COLUMNS` with its value; of an interval, the whole days or hours."""
    return await fetch_one(
        conn,
        dict[str, SettingValue],
        """
        SELECT jsonb_object_agg(key, value)
          FROM site_config c
         CROSS JOIN jsonb_each(to_jsonb(c) || jsonb_build_object(
               'grace', floor(extract(epoch FROM c.grace) / 86400)::integer,
               'cool_down', floor(extract(epoch FROM c.cool_down) / 86400)::integer,
               'deposit_hold', floor(extract(epoch FROM c.deposit_hold) / 3600)::integer))
         WHERE key = ANY(%(columns)s)
        """,
        columns=list(COLUMNS),
    )


async def lock_values(conn: Connection) -> dict[str, SettingValue]:
    """Return the values, locked until the transaction ends, so that two changes at once do not pass each other by."""
    await execute(conn, "SELECT FROM site_config FOR UPDATE")
    return await get_values(conn)


async def set_values(conn: Connection, values: Mapping[str, SettingValue]) -> None:
    """Write these columns; the others stay. Raises CheckViolation for what this shop cannot serve."""
    written = {name: f"{value} {UNITS[name]}" if name in UNITS else value for name, value in values.items()}
    await execute(
        conn,
        """
        UPDATE site_config
           SET (business_licence, business_name, representative, address, mail_order_licence, hosting_provider,
                officer_name, officer_phone, officer_mail, phone, site_mail, support_hours, remote_support_url,
                static_enabled, dynamic_enabled, ticket_enabled, points_enabled, point_percent, point_threshold,
                point_share_percent, phone_verification, mail_verification, refund_mode, refund_penalty_percent,
                refund_shortest_price, staff_refund_limit, grace, deposit_hold, deposit_hold_limit, card_hold_limit,
                hold_share_percent, network_hold_percent, cool_down, connections_enforced, rotation_reserve_percent,
                sub_id_limit,
                sign_ups_an_hour, code_texts_an_hour, visit_months, first_touch_days, usage_months, session_months,
                site_name, description, logo, og_image, naver_verification, google_verification, robots, sitemap) =
               (SELECT s.business_licence, s.business_name, s.representative, s.address, s.mail_order_licence,
                       s.hosting_provider, s.officer_name, s.officer_phone, s.officer_mail, s.phone,
                       s.site_mail, s.support_hours, s.remote_support_url, s.static_enabled, s.dynamic_enabled,
                       s.ticket_enabled, s.points_enabled, s.point_percent, s.point_threshold,
                       s.point_share_percent, s.phone_verification, s.mail_verification, s.refund_mode,
                       s.refund_penalty_percent, s.refund_shortest_price, s.staff_refund_limit, s.grace,
                       s.deposit_hold, s.deposit_hold_limit, s.card_hold_limit, s.hold_share_percent,
                       s.network_hold_percent, s.cool_down, s.connections_enforced,
                       s.rotation_reserve_percent, s.sub_id_limit,
                       s.sign_ups_an_hour, s.code_texts_an_hour, s.visit_months, s.first_touch_days,
                       s.usage_months, s.session_months, s.site_name, s.description, s.logo,
                       s.og_image, s.naver_verification, s.google_verification, s.robots, s.sitemap
                  FROM jsonb_populate_record(site_config, %(written)s::jsonb) s),
               updated_at = now()
        """,
        written=msgspec.json.encode(written).decode(),
    )
