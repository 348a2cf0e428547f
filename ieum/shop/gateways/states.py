"""States of gateways: serving, draining, in maintenance, lost. A serving one alone takes new services.

The operator says what is wanted of a gateway; that one is lost is found out by its silence (docs/decisions/0078).
"""

import logging
from datetime import datetime

import msgspec

from ieum.shop.gateways import state_queries
from ieum.shop.gateways.state_queries import Awaited, Silent, Wanted
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel import alarms, seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import defer

log = logging.getLogger(__name__)

# A gateway answers every heartbeat, of which there is one each ten seconds.
LOST_AFTER_SECONDS = 300
# What it was told should be applied in a tenth of a second.
BEHIND_AFTER_SECONDS = 300
# The shop looks every minute. After a longer pause nobody could have called, or nobody has listened.
UNINTERRUPTED_SECONDS = 180

# Gives orders other addresses for held ones that are not sold any more (`stock/jobs.py`).
GIVE_UP_HOLDS = "stock.give_up_holds"

LOST = "gateway_lost"
BEHIND = "gateway_behind"


class Change(msgspec.Struct):
    """Change that an operator has made. `changed`: it was not wanted before."""

    gateway: GatewayId
    changed: bool


async def want(conn: Connection, name: str, wanted: Wanted) -> Change | None:
    """Say what is wanted of a gateway; None where there is none of that name. It moves nobody.

    Orders that hold addresses there are given others, as far as there are any.
    """
    found = await state_queries.lock_gateway(conn, name)
    if found is None:
        return None
    if found.wanted == wanted:
        return Change(found.id, changed=False)
    await state_queries.set_wanted(conn, found.id, wanted)
    if wanted == "maintenance":
        for kind in (LOST, BEHIND):
            await alarms.clear_about(conn, kind, reference=name, by="shop")
    if wanted != "serving":
        await defer(conn, GIVE_UP_HOLDS)
    return Change(found.id, changed=True)


async def watch(db: Database) -> None:
    """Find out which gateways are lost, which are back, and which do not follow; each in a transaction of its own.

    A second time changes nothing. After a pause of the shop itself, a gateway's silence counts from its end.
    """
    async with db.transaction() as conn:
        since = await state_queries.look(conn, uninterrupted=UNINTERRUPTED_SECONDS)
    async with db.connection() as conn:
        found = await state_queries.list_to_look_at(conn, since=since, seconds=LOST_AFTER_SECONDS)
    for gateway in found:
        async with db.transaction() as conn:
            await _look_at(conn, gateway, since)


async def _look_at(conn: Connection, gateway: GatewayId, since: datetime) -> None:
    await state_queries.hold_gateway(conn, gateway)
    # Read again: it may have called, or an operator may have decided otherwise.
    now = await state_queries.find_silent(conn, gateway, since=since, seconds=LOST_AFTER_SECONDS)
    stuck = await _find_stuck(conn, now)
    is_lost = now.is_silent or now.is_blocked or stuck is not None
    if is_lost != now.is_lost:
        await state_queries.set_lost(conn, gateway, lost=is_lost)
        await (_take_off_sale if is_lost else _tell_back)(conn, now)
    if stuck is not None:
        await _tell_stuck(conn, now, stuck)


async def _find_stuck(conn: Connection, gateway: Silent) -> Awaited | None:
    """Find what a calling gateway should have applied long ago; the alarm about it ends if nothing is awaited."""
    awaited = await state_queries.await_revision(conn, gateway.id)
    if awaited is None:
        await alarms.clear_about(conn, BEHIND, reference=gateway.name, by="shop")
    elif awaited.seconds >= BEHIND_AFTER_SECONDS and (gateway.is_heard_of or gateway.is_lost):
        return awaited
    return None


async def _take_off_sale(conn: Connection, gateway: Silent) -> None:
    if gateway.is_silent:
        await _tell_lost(conn, gateway)
    await defer(conn, GIVE_UP_HOLDS)


async def _tell_back(conn: Connection, gateway: Silent) -> None:
    log.warning("gateway %s is back", gateway.name)
    await alarms.clear_about(conn, LOST, reference=gateway.name, by="shop")


async def _tell_lost(conn: Connection, gateway: Silent) -> None:
    behind = await state_queries.count_behind(conn, gateway.id)
    silent_since = seoul.minute(gateway.last_seen_at) if gateway.last_seen_at else "등록할 때"
    detail = (
        f"{silent_since}부터 응답이 없습니다. 회원 {behind.members:,}명의 서비스 {behind.services:,}건이 있고, "
        "새로 팔지 않습니다."
    )
    await alarms.raise_alarm(conn, LOST, reference=gateway.name, detail=detail)


async def _tell_stuck(conn: Connection, gateway: Silent, awaited: Awaited) -> None:
    detail = (
        f"연결되어 있지만 지시 {awaited.revision}번을 {awaited.seconds // 60}분 동안 적용하지 않아 새로 팔지 않습니다. "
        "이유는 게이트웨이 로그에 있습니다."
    )
    await alarms.raise_alarm(conn, BEHIND, reference=gateway.name, detail=detail)
