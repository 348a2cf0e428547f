"""The config row and the visit log."""

from ieum.shop.db import Connection, execute, fetch_one
from ieum.shop.site.types import SiteConfig, Visit


async def get_config(conn: Connection) -> SiteConfig:
    return await fetch_one(
        conn,
        SiteConfig,
        """
        SELECT business_licence, business_name, representative, address, mail_order_licence, phone,
               officer_name, officer_phone, officer_mail, hosting_provider, support_hours, remote_support_url,
               static_enabled, dynamic_enabled, ticket_enabled, points_enabled, point_percent, point_threshold,
               phone_verification, mail_verification, description, og_image, naver_verification,
               google_verification, robots, sitemap, terms, privacy_policy, site_mail, site_name, logo
          FROM site_config
        """,
    )


async def insert_visit(conn: Connection, visit: Visit, caller: str) -> None:
    """The address is the one we saw; lengths are cut to what the table allows. NUL cannot be stored."""
    await execute(
        conn,
        """
        INSERT INTO visits (ip_address, referrer_url, landing_url, keyword)
        VALUES (%(caller)s, %(referrer)s, %(landing)s, %(keyword)s)
        """,
        caller=caller,
        referrer=visit.referrer_url.replace("\0", "")[:2000],
        landing=visit.landing_url.replace("\0", "")[:2000],
        keyword=visit.keyword.replace("\0", "")[:200],
    )
