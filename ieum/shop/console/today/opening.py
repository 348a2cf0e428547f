"""Steps that a new shop lacks before it sells: read from the truth by one statement until it once lacks nothing."""

import msgspec

from ieum.shop.console.today.types import OpeningStep, StepName, StepState
from ieum.shop.kernel.db import Connection, fetch_one


class Found(msgspec.Struct, kw_only=True, frozen=True):
    """Findings of the statement. Each is at least as cheap as an index if the shop is large."""

    business: bool
    sold: bool
    mail: bool
    sms: bool
    toss: bool
    texts: bool
    # Legal documents in force, and those that are published and not yet in force.
    legal: int
    legal_coming: int
    gateways: bool
    enrolled: bool
    addresses: bool
    proven: bool
    plan: bool
    price: bool
    price_coming: bool
    on_sale: bool


LEGAL = 2


async def list_steps(conn: Connection) -> list[OpeningStep]:
    """In the order in which they are best done; empty once all are."""
    steps = judge(await _find(conn))
    return [] if all(step.state == "done" for step in steps) else steps


def judge(found: Found) -> list[OpeningStep]:
    """Judge each step. If one is under way, nobody has to do anything but wait, or finish it elsewhere. Pure."""

    def step(name: StepName, *, done: bool, begun: bool = False) -> OpeningStep:
        state: StepState = "done" if done else "begun" if begun else "todo"
        return OpeningStep(name, state)

    # Whoever has bought has paid with these keys and heard from us by mail.
    return [
        step("business", done=found.business),
        step("mail", done=found.mail or found.sold),
        step("sms", done=found.sms or found.sold),
        step("toss", done=found.toss or found.sold),
        step("texts", done=found.texts),
        step(
            "legal",
            done=found.legal >= LEGAL,
            begun=found.legal + found.legal_coming >= LEGAL,
        ),
        step("gateway", done=found.enrolled, begun=found.gateways),
        step("addresses", done=found.proven, begun=found.addresses),
        step("plan", done=found.plan),
        step("price", done=found.price, begun=found.price_coming),
        step("sale", done=found.on_sale),
    ]


async def _find(conn: Connection) -> Found:
    return await fetch_one(
        conn,
        Found,
        """
        WITH tested AS (
            SELECT r.object_id AS what FROM staff_record r
              LEFT JOIN messages m ON m.id = (r.after->>'message')::bigint
             WHERE r.action = 'settings.test' AND m.given_up_at IS NULL
               AND (r.after->>'works' = 'true' OR r.after->>'message' IS NOT NULL)
        ), documents AS (
            SELECT slug, bool_or(effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date) AS in_force
              FROM content_entries
             WHERE kind = 'legal' AND NOT withdrawn AND publish_at <= now() GROUP BY slug
        ), priced AS (
            SELECT p.state, min(v.effective_from) AS since,
                   CASE p.kind WHEN 'static' THEN c.static_enabled ELSE c.dynamic_enabled END AS is_on
              FROM plans p
              JOIN plan_prices v ON v.plan_id = p.id
             CROSS JOIN site_config c
             WHERE p.kind <> 'ticket' GROUP BY p.id, c.only_row
        )
        SELECT '' NOT IN (c.business_licence, c.business_name, c.representative, c.address,
                          c.mail_order_licence, c.phone, c.officer_name, c.officer_mail,
                          c.hosting_provider, c.site_mail) AS business,
               EXISTS (SELECT FROM orders WHERE state = 'paid' AND (amount > 0 OR points_used > 0)) AS sold,
               EXISTS (SELECT FROM tested WHERE what = 'mail') AS mail,
               EXISTS (SELECT FROM tested WHERE what = 'sms') AS sms,
               EXISTS (SELECT FROM tested WHERE what = 'toss') AS toss,
               EXISTS (SELECT FROM content_entries
                        WHERE kind = 'page' AND slug = 'home' AND NOT withdrawn AND publish_at <= now())
                 AND EXISTS (SELECT FROM content_entries
                              WHERE kind = 'guide' AND NOT withdrawn AND publish_at <= now()) AS texts,
               (SELECT count(*) FROM documents WHERE in_force) AS legal,
               (SELECT count(*) FROM documents WHERE NOT in_force) AS legal_coming,
               EXISTS (SELECT FROM gateways) AS gateways,
               EXISTS (SELECT FROM gateways WHERE public_key IS NOT NULL) AS enrolled,
               EXISTS (SELECT FROM exit_addresses WHERE withdrawn_at IS NULL) AS addresses,
               EXISTS (SELECT FROM exit_addresses
                        WHERE withdrawn_at IS NULL AND proven_at IS NOT NULL AND cleared_at IS NOT NULL) AS proven,
               EXISTS (SELECT FROM plans WHERE kind <> 'ticket') AS plan,
               EXISTS (SELECT FROM priced WHERE since <= now()) AS price,
               EXISTS (SELECT FROM priced) AS price_coming,
               EXISTS (SELECT FROM priced WHERE since <= now() AND state = 'visible' AND is_on) AS on_sale
          FROM site_config c
        """,
    )
