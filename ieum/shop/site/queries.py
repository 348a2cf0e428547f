"""The config row, the visits, and the errors of browsers."""

from datetime import date

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.site.types import Blocked, Business, KeptError, SiteConfig, VisitRow


async def get_config(conn: Connection) -> SiteConfig:
    """Terms and policy are the published documents in force; the columns serve a shop that has published none."""
    return await fetch_one(
        conn,
        SiteConfig,
        """
        SELECT business_licence, business_name, representative, address, mail_order_licence, phone,
               officer_name, officer_phone, officer_mail, hosting_provider, support_hours, remote_support_url,
               static_enabled, dynamic_enabled, ticket_enabled, points_enabled, point_percent, point_threshold,
               refund_mode, refund_penalty_percent,
               floor(extract(epoch FROM grace) / 86400)::integer AS grace_days,
               phone_verification, mail_verification, description, og_image, naver_verification,
               google_verification, robots, sitemap, site_mail, site_name, logo,
               coalesce((SELECT v.plain_text FROM legal_in_force JOIN content_versions v USING (entry_id, number)
                          WHERE slug = 'terms-use'), terms) AS terms,
               coalesce((SELECT v.plain_text FROM legal_in_force JOIN content_versions v USING (entry_id, number)
                          WHERE slug = 'policy'), privacy_policy) AS privacy_policy
          FROM site_config
        """,
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
    """Hold the row until the transaction ends, so that of two who change the list none undoes the other's."""
    return await fetch_one(
        conn,
        list[str],
        "SELECT ARRAY(SELECT r.range::text FROM unnest(blocked) r (range)) FROM site_config FOR UPDATE",
    )


async def set_blocked(conn: Connection, ranges: list[str]) -> None:
    await execute(
        conn, "UPDATE site_config SET blocked = %(ranges)s::cidr[], updated_at = now()", ranges=ranges
    )


async def insert_visits(conn: Connection, visits: list[VisitRow]) -> None:
    """All in one statement and one parameter, which costs this process less than COPY does."""
    await execute(
        conn,
        """
        INSERT INTO visits (ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad, robot)
        SELECT r.ip_address, r.referrer_url, r.referrer_host, r.landing_url, r.keyword, r.campaign, r.ad, r.robot
          FROM json_to_recordset(%(visits)s::json)
               AS r (ip_address inet, referrer_url text, referrer_host text, landing_url text, keyword text,
                     campaign text, ad jsonb, robot text)
        """,
        visits=msgspec.json.encode(visits).decode(),
    )


async def make_visit_month(conn: Connection, *, months_ahead: int = 0) -> None:
    """The table of a month, where it is not there yet; callers wait for one another."""
    await execute(
        conn,
        "SELECT make_visit_month(now() + make_interval(months => %(months_ahead)s))",
        months_ahead=months_ahead,
    )


async def list_open_days(conn: Connection, *, limit: int) -> list[date]:
    """Days that are over and have no totals yet, oldest first. A day without any visit has some too."""
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


async def insert_totals(conn: Connection, day: date, *, values_kept: int) -> None:
    """One pass over the day: every grouping is counted from the same scan, addresses among them."""
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
        SELECT %(day)s, kind, value, people FROM ranked WHERE place <= %(values_kept)s
        """,
        day=day,
        values_kept=values_kept,
    )


async def drop_old_months(conn: Connection) -> list[str]:
    """The tables of months that have had their time; none whose days still wait for their totals."""
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
    """Of the days whose visits are gone, what hardly anybody typed: that may say something about a person."""
    return await execute(
        conn,
        """
        DELETE FROM visit_days d
         WHERE d.kind = 'keyword' AND d.count < %(fewer_than)s
           AND d.day < (SELECT (min(visited_at) AT TIME ZONE 'Asia/Seoul')::date FROM visits)
        """,
        fewer_than=fewer_than,
    )


async def count_error(conn: Connection, error: KeptError, *, kinds: int) -> bool | None:
    """Whether it is the first of its kind; None where there is no room for another kind."""
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
        fingerprint=error.fingerprint,
        message=error.message,
        stack=error.stack,
        path=error.path,
        release=error.release,
        kinds=kinds,
    )


async def delete_old_errors(conn: Connection, *, days: int) -> int:
    return await execute(
        conn,
        "DELETE FROM client_errors WHERE last_at < now() - make_interval(days => %(days)s)",
        days=days,
    )


async def describe_business(conn: Connection, business: Business) -> None:
    """Fill in who runs the shop, where nobody has done so yet."""
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
