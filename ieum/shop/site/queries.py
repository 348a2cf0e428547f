"""Queries on the site's config, on visits and on errors of browsers."""

from collections.abc import Collection
from datetime import date

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.site.types import Blocked, Business, ScrubbedError, SiteConfig, VisitRow


async def get_config(conn: Connection) -> SiteConfig:
    """Fetch the config. Terms and policy are the published documents in force, or else the config's columns."""
    return await fetch_one(
        conn,
        SiteConfig,
        """
        SELECT business_licence, business_name, representative, address, mail_order_licence, phone,
               officer_name, officer_phone, officer_mail, hosting_provider, support_hours, remote_support_url,
               static_enabled, dynamic_enabled, ticket_enabled, points_enabled, point_percent, point_threshold,
               refund_mode, refund_penalty_percent, refund_shortest_price, visit_months, usage_months, session_months,
               sign_ups_an_hour, code_texts_an_hour,
               floor(extract(epoch FROM grace) / 86400)::integer AS grace_days,
               phone_verification, mail_verification, connections_enforced, description, og_image, naver_verification,
               google_verification, robots, sitemap, site_mail, site_name, logo,
               coalesce((SELECT v.plain_text FROM legal_in_force JOIN content_versions v USING (entry_id, number)
                          WHERE slug = 'terms-use'), terms) AS terms,
               coalesce((SELECT v.plain_text FROM legal_in_force JOIN content_versions v USING (entry_id, number)
                          WHERE slug = 'policy'), privacy_policy) AS privacy_policy
          FROM site_config
        """,
    )


async def lift_network_limits(conn: Connection) -> None:
    """Let one network sign up and hold what it likes, as a shop needs that is only tried out, from one machine."""
    await execute(conn, "UPDATE site_config SET sign_ups_an_hour = 100000, network_hold_percent = 100")


async def set_logo(conn: Connection, address: str, *, instead_of: str | None = None) -> None:
    """Does nothing where the config no longer names the address `instead_of`."""
    await execute(
        conn,
        """
        UPDATE site_config SET logo = %(address)s, updated_at = now()
         WHERE logo = coalesce(%(instead_of)s, logo)
        """,
        address=address,
        instead_of=instead_of,
    )


async def get_blocked(conn: Connection) -> Blocked:
    return await fetch_one(
        conn,
        Blocked,
        """
        SELECT ARRAY(SELECT r.range::text FROM unnest(blocked) r (range) ORDER BY r.range) AS ranges, phone
          FROM site_config
        """,
    )


async def lock_blocked(conn: Connection) -> list[str]:
    """Return the list and lock it until the transaction ends, so that two operators do not undo each other's change."""
    return await fetch_one(
        conn,
        list[str],
        "SELECT ARRAY(SELECT r.range::text FROM unnest(blocked) r (range)) FROM site_config FOR UPDATE",
    )


async def set_blocked(conn: Connection, ranges: Collection[str]) -> list[str]:
    """Replace the list, and return it in the order of the addresses."""
    return await fetch_one(
        conn,
        list[str],
        """
        UPDATE site_config SET blocked = %(ranges)s::cidr[], updated_at = now()
        RETURNING ARRAY(SELECT r.range::text FROM unnest(blocked) r (range) ORDER BY r.range)
        """,
        ranges=sorted(ranges),
    )


async def insert_visits(conn: Connection, visits: list[VisitRow]) -> int:
    """Insert visits with one statement and one parameter, which costs this process less than COPY does.

    Returns for how many days a browser remembers where it came from at first; 0 where the shop does not ask.
    """
    return await fetch_one(
        conn,
        int,
        """
        WITH stored AS (
        INSERT INTO visits (ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad, robot)
        SELECT r.ip_address, r.referrer_url, r.referrer_host, r.landing_url, r.keyword, r.campaign, r.ad, r.robot
          FROM json_to_recordset(%(visits)s::json)
               AS r (ip_address inet, referrer_url text, referrer_host text, landing_url text, keyword text,
                     campaign text, ad jsonb, robot text)
        )
        SELECT first_touch_days FROM site_config
        """,
        visits=msgspec.json.encode(visits).decode(),
    )


async def make_visit_month(conn: Connection, *, months_ahead: int = 0) -> None:
    """Create the partition of a month, counted in Seoul, unless it exists. Callers at once wait for one another."""
    await execute(
        conn,
        """
        SELECT make_visit_month((date_trunc('month', now() AT TIME ZONE 'Asia/Seoul')
                                 + make_interval(months => %(months_ahead)s)) AT TIME ZONE 'Asia/Seoul')
        """,
        months_ahead=months_ahead,
    )


async def list_open_days(conn: Connection, *, limit: int) -> list[date]:
    """List the days that are over and have no totals yet, oldest first. A day without visits gets totals, too."""
    return await fetch_all(
        conn,
        date,
        """
        SELECT day::date
          FROM generate_series(
                   coalesce((SELECT max(day) + 1 FROM visit_days),
                            (SELECT min(visited_at) AT TIME ZONE 'Asia/Seoul' FROM visits)::date),
                   (now() AT TIME ZONE 'Asia/Seoul')::date - 1, interval '1 day') day
         ORDER BY day LIMIT %(limit)s
        """,
        limit=limit,
    )


async def delete_totals(conn: Connection, day: date) -> None:
    await execute(conn, "DELETE FROM visit_days WHERE day = %(day)s", day=day)


async def insert_totals(conn: Connection, day: date, *, top_values: int) -> None:
    """Total a day in one scan: visits of people and of robots, addresses, and the top sources, keywords, campaigns."""
    await execute(
        conn,
        """
        WITH counted AS (
            SELECT CASE GROUPING(ip_address, referrer_host, keyword, campaign)
                   WHEN 7 THEN 'addresses' WHEN 11 THEN 'referrer' WHEN 13 THEN 'keyword' WHEN 14 THEN 'campaign'
                   ELSE 'visits' END AS kind,
                   coalesce(referrer_host, keyword, campaign, '') AS value,
                   count(*) FILTER (WHERE robot = '') AS people, count(*) FILTER (WHERE robot <> '') AS robots
              FROM visits
             WHERE visited_at >= %(day)s::timestamp AT TIME ZONE 'Asia/Seoul'
               AND visited_at < (%(day)s + 1)::timestamp AT TIME ZONE 'Asia/Seoul'
             GROUP BY GROUPING SETS ((), (ip_address), (referrer_host), (keyword), (campaign))
        ), ranked AS (
            SELECT kind, value, people, row_number() OVER (PARTITION BY kind ORDER BY people DESC, value) AS place
              FROM counted WHERE value <> '' AND people > 0
        )
        INSERT INTO visit_days (day, kind, value, count)
        SELECT %(day)s, 'visits', '', people FROM counted WHERE kind = 'visits'
         UNION ALL
        SELECT %(day)s, 'robots', '', robots FROM counted WHERE kind = 'visits'
         UNION ALL
        SELECT %(day)s, 'addresses', '', count(*) FROM counted WHERE kind = 'addresses' AND people > 0
         UNION ALL
        SELECT %(day)s, kind, value, people FROM ranked WHERE place <= %(top_values)s
        """,
        day=day,
        top_values=top_values,
    )


async def drop_old_months(conn: Connection) -> list[str]:
    """Drop the partitions older than the config's retention and return their names; none that lacks totals."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT drop_visit_months(least(
                   date_trunc('month', now() AT TIME ZONE 'Asia/Seoul')::date
                       - make_interval(months => visit_months - 1),
                   coalesce((SELECT max(day) + 1 FROM visit_days), date '2000-01-01'))::date)
          FROM site_config
        """,
    )


async def forget_rare_keywords(conn: Connection, *, fewer_than: int) -> int:
    """Delete rare keywords of days whose visits are gone, because a rare keyword may identify a person."""
    return await execute(
        conn,
        """
        DELETE FROM visit_days d
         WHERE d.kind = 'keyword' AND d.count < %(fewer_than)s
           AND d.day < (SELECT (min(visited_at) AT TIME ZONE 'Asia/Seoul')::date FROM visits)
        """,
        fewer_than=fewer_than,
    )


async def count_error(conn: Connection, error: ScrubbedError, *, kinds: int) -> bool | None:
    """Count an error. True for the first of its kind; None, and not counted, where there are too many kinds."""
    return await fetch_optional(
        conn,
        bool,
        """
        INSERT INTO client_errors AS e (fingerprint, message, stack, path, release)
        SELECT %(fingerprint)s, %(message)s, %(stack)s, %(path)s, %(release)s
         WHERE (SELECT count(*) FROM client_errors) < %(kinds)s
            OR EXISTS (SELECT FROM client_errors WHERE fingerprint = %(fingerprint)s)
            ON CONFLICT (fingerprint) DO UPDATE
           SET count = e.count + 1, last_at = now(), path = excluded.path, release = excluded.release
        RETURNING count = 1
        """,
        **msgspec.structs.asdict(error),
        kinds=kinds,
    )


async def delete_old_errors(conn: Connection, *, days: int) -> int:
    return await execute(
        conn,
        "DELETE FROM client_errors WHERE last_at < now() - make_interval(days => %(days)s)",
        days=days,
    )


async def describe_business(conn: Connection, business: Business) -> None:
    """Fill in who runs the shop, unless the config says so already."""
    await execute(
        conn,
        """
        UPDATE site_config
           SET business_licence = %(business_licence)s, business_name = %(business_name)s,
               representative = %(representative)s, address = %(address)s,
               mail_order_licence = %(mail_order_licence)s, phone = %(phone)s, officer_name = %(officer_name)s,
               officer_phone = %(officer_phone)s, officer_mail = %(officer_mail)s,
               hosting_provider = %(hosting_provider)s, site_mail = %(site_mail)s, description = %(description)s,
               updated_at = now()
         WHERE business_name = ''
        """,
        **msgspec.structs.asdict(business),
    )
