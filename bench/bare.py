"""The baselines: the least code that does the same work, on the same kind of server.

They have no framework, no checks and no types.
"""

import asyncio
import gzip
import json
import os
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString

import jwt
import msgspec
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from py_mini_racer import MiniRacer

from ieum.shop.kernel.compressing import GZIP_LEVEL

type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type App = Callable[[Message, Receive, Send], Awaitable[None]]
type Pool = AsyncConnectionPool[AsyncConnection]

MEMBER: LiteralString = """
    SELECT m.login_id AS "mberId", m.name AS "mberNm", m.email, m.phone,
           CASE WHEN m.sms_opt_in THEN 'Y' ELSE 'N' END AS "smsRcvYn",
           CASE WHEN m.mail_opt_in THEN 'Y' ELSE 'N' END AS "mailRcvYn",
           (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = m.id) AS point,
           (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = m.id) AS "ipTicket",
           s.in_use AS "useSvCnt", s.over AS "expSvCnt"
      FROM login_sessions l
      JOIN members m ON m.id = l.member_id
     CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE state = 'active' AND ends_at > now()) AS in_use,
                  count(*) FILTER (WHERE state = 'expired' OR (state = 'active' AND ends_at <= now())) AS over
             FROM services WHERE member_id = m.id) s
     WHERE l.id = %(session)s AND l.member_id = %(member)s AND l.ended_at IS NULL AND l.expires_at > now()
"""
# The writes of an order: its row, its address with the lease, the buyer's consents. Its state is `failed`, because
# a member may have only one order that waits for payment, and the baseline checks no rules.
ORDER: LiteralString = """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, hold_until, state)
    VALUES (%(id)s, %(member)s, %(plan)s, 1, 1, 'normal', 33000, 0, 0, 33000, 3300, %(until)s, 'failed')
"""
LEASE: LiteralString = """
    WITH taken AS (
        UPDATE exit_addresses SET available_at = NULL
         WHERE id = (SELECT id FROM exit_addresses
                      WHERE pool_id = (SELECT pool_id FROM plans WHERE id = %(plan)s) AND sellable_at <= now()
                      ORDER BY sellable_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id)
    INSERT INTO leases (address_id, order_id) SELECT id, %(id)s FROM taken
"""
CONSENTS: LiteralString = """
    INSERT INTO consents (member_id, document_key, version, agreed, order_id, ip_address)
    VALUES (%(member)s, 'order-confirm', '2026-11-20', true, %(id)s, '127.0.0.1'),
           (%(member)s, 'withdrawal-limit', '2026-11-29', true, %(id)s, '127.0.0.1')
"""

VISIT: LiteralString = """
    INSERT INTO visits (ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad, robot)
    VALUES ('127.0.0.1', %(referrerUrl)s, '', %(landingUrl)s, %(keyword)s, '', '{}', '')
"""


def make_bytes() -> App:
    """Send the same bytes to everybody."""
    body = Path(os.environ["BENCH_BYTES"]).read_bytes()
    kind = os.environ["BENCH_KIND"].encode()

    async def answer(_scope: Message, _receive: Receive, send: Send) -> None:
        await _send(send, body, kind)

    return _with_lifespan(answer, None)


def make_answer() -> App:
    """Send the same bytes to everybody, with the very headers that the shop sends with them."""
    body = Path(os.environ["BENCH_BYTES"]).read_bytes()
    pairs = json.loads(Path(os.environ["BENCH_HEADERS"]).read_text())
    headers = [(name.encode(), value.encode()) for name, value in pairs]

    async def answer(_scope: Message, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return _with_lifespan(answer, None)


def make_render() -> App:
    """Render the home page's body with the same script in V8, and send the whole document, compressed as the shop does.

    The code is always the same, so V8 compiles it once; head and data are not written anew.
    """
    script, document = (Path(os.environ[name]).read_text() for name in ("BENCH_SCRIPT", "BENCH_DOCUMENT"))
    before, _, rest = document.partition("data-hydrate>")
    _, mark, after = rest.partition('<script type="application/json" id="ieum-data">')
    code = f'render("/",{msgspec.json.encode(after.partition("</script>")[0]).decode()})'
    context: MiniRacer | None = None
    turn = asyncio.Lock()

    async def answer(_scope: Message, _receive: Receive, send: Send) -> None:
        nonlocal context
        async with turn:
            if context is None:
                context = MiniRacer()
                context.eval(script)
            rendered = await context.eval_cancelable(code)
        html = f"{before}data-hydrate>{rendered}{mark}{after}".encode()
        await _send(send, gzip.compress(html, GZIP_LEVEL, mtime=0), b"text/html")

    return _with_lifespan(answer, None)


def make_member() -> App:
    """Read the token, run one query, send its row as JSON."""
    pool, key = _pool(), os.environ["IEUM_SECRET_KEY"]

    async def answer(scope: Message, _receive: Receive, send: Send) -> None:
        claims = _claims(scope, key)
        if claims is None:
            await _send(send, b"{}")
            return
        async with pool.connection() as conn:
            cursor = await conn.execute(MEMBER, claims)
            row = await cursor.fetchone()
        names = [column.name for column in cursor.description or ()]
        data = dict(zip(names, row or (), strict=True))
        await _send(send, msgspec.json.encode({"status": 200, "data": data}))

    return _with_lifespan(answer, pool)


def make_order() -> App:
    """Read the token and the body, and write an order in one transaction, without checking any rule."""
    pool, key = _pool(), os.environ["IEUM_SECRET_KEY"]

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        claims = _claims(scope, key)
        if claims is None:
            await _send(send, b"{}")
            return
        wanted = msgspec.json.decode((await receive())["body"])
        now = datetime.now(UTC)
        order = {
            "id": os.urandom(12).hex(),
            "member": claims["member"],
            "plan": wanted["planId"],
            "until": now + timedelta(minutes=15),
        }
        async with pool.connection() as conn, conn.transaction():
            await conn.execute(ORDER, order)
            await conn.execute(LEASE, order)
            await conn.execute(CONSENTS, order)
        await _send(send, msgspec.json.encode({"status": 201, "data": {"orderId": order["id"]}}))

    return _with_lifespan(answer, pool)


def make_visit() -> App:
    """Read the body and insert it, with one statement and one commit for each visit."""
    pool = _pool()

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] == "POST":
            body = msgspec.json.decode((await receive())["body"])
            async with pool.connection() as conn:
                await conn.execute(VISIT, body)
        await _send(send, b'{"status":200,"data":null}')

    return _with_lifespan(answer, pool)


def _pool() -> Pool:
    return AsyncConnectionPool(
        os.environ["IEUM_DATABASE_URL"],
        min_size=2,
        max_size=20,
        open=False,
        kwargs={"autocommit": True, "options": "-c timezone=UTC", "prepare_threshold": 2},
    )


def _claims(scope: Message, key: str) -> dict[str, int] | None:
    token = next((value for name, value in scope["headers"] if name == b"authorization"), None)
    if token is None:
        return None
    claims = jwt.decode(token[7:], key, algorithms=["HS256"])
    return {"member": int(claims["sub"]), "session": claims["sid"]}


async def _send(send: Send, body: bytes, kind: bytes = b"application/json") -> None:
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _with_lifespan(answer: App, pool: Pool | None) -> App:
    async def app(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await answer(scope, receive, send)
            return
        await receive()
        if pool is not None:
            await pool.open(wait=True)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if pool is not None:
            await pool.close()
        await send({"type": "lifespan.shutdown.complete"})

    return app
