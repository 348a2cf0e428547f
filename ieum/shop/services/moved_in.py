"""Services that come from another shop, many at a time."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.services.types import ServiceId


class MovedService(msgspec.Struct):
    member_id: int
    order_id: str
    plan_id: int
    ends_at: datetime


class Started(msgspec.Struct):
    id: ServiceId
    order_id: str


async def insert(conn: Connection, services: Sequence[MovedService]) -> list[Started]:
    """Start each now, with its first period up to its end: what was before, another shop knows."""
    return await fetch_all(
        conn,
        Started,
        """
        WITH started AS (
            INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
            SELECT n.member_id, n.order_id, n.plan_id, date_trunc('second', now()), n.ends_at
              FROM json_to_recordset(%(services)s::json)
                   AS n (member_id bigint, order_id text, plan_id bigint, ends_at timestamptz)
            RETURNING id, order_id, starts_at, ends_at
        ), periods AS (
            INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
            SELECT id, order_id, starts_at, ends_at FROM started
        )
        SELECT id, order_id FROM started ORDER BY id
        """,
        services=msgspec.json.encode(services).decode(),
    )
