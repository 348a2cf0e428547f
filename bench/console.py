"""The console of a large shop: lists, search and pages against those of a shop of 10,000 members, and a long export."""

import asyncio
import http.client
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, LiteralString, NamedTuple
from urllib.parse import quote

import psycopg
from psycopg.rows import dict_row, scalar_row

from bench import console_shop, pair
from bench.figures import Figure, alternate
from bench.pair import Shop
from bench.stage import ROOT, Stage
from bench.turns import AIM, Asked, Run, against_small, cpu_seconds, middle_ms, pids_of, run_of
from ieum.shop.address_desk import pools
from ieum.shop.desk import cookies
from ieum.shop.desk.lists import write_cursor
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.numbers import jobs as number_jobs
from ieum.shop.numbers import profit_jobs
from ieum.shop.numbers import queries as number_queries

# Of members; there are ten orders, one address and five messages of inquiries for each.
SIZES = {"small": 10_000, "large": int(os.environ.get("IEUM_BENCH_MEMBERS", "100000"))}
# Filling a shop of a million takes half an hour; in a folder of this name the next run finds it.
KEPT = os.environ.get("IEUM_BENCH_KEPT")
# Only cases whose names begin so.
ONLY = os.environ.get("IEUM_BENCH_CASES", "")
REQUESTS = int(os.environ.get("IEUM_BENCH_REQUESTS", "40"))
ROUNDS = 3
AIM_MS, AIM_TODAY_MS = 50, 100

_API = "/api/v1/console"
# What stands in braces differs with each request: something of a random member of the shop, or of now.
CASES: Mapping[str, str] = {
    "today": "/today",
    "numbers": "/numbers",
    "numbers, sales by day": "/numbers/sales?by=day",
    "members": "/members",
    "members, deep": "/members?after={members_after}",
    "members, active": "/members?state=active",
    "members, active, deep": "/members?state=active&after={members_after}",
    "members, blocked": "/members?state=blocked",
    "members, left": "/members?state=left",
    "members, left, deep": "/members?state=left&after={members_after}",
    "members, sub-ids": "/members?state=sub_id",
    "members, with services": "/members?withServices=true",
    "members, with services, deep": "/members?withServices=true&after={members_after}",
    "members, without services": "/members?withServices=false",
    "members, blocked with services": "/members?state=blocked&withServices=true",
    "members, left with services": "/members?state=left&withServices=true",
    "members, joined on a day": "/members?joinedFrom={day}&joinedTo={day_after}",
    "members, by name": "/members?q={name}",
    "members, by mail": "/members?q={email}",
    "members, by phone": "/members?q={phone}",
    "members, by last four digits": "/members?q={ends}",
    "members, by the beginning of an id": "/members?q={begins}",
    "members, of no such name": "/members?q=없는이름",
    "orders": "/orders",
    "orders, deep": "/orders?after={orders_after}",
    "orders, oldest": "/orders?order=time",
    "orders, largest": "/orders?order=-amount",
    "orders, largest, deep": "/orders?order=-amount&after={amounts_after}",
    "orders, smallest, deep": "/orders?order=amount&after={amounts_after}",
    "orders, paid": "/orders?state=paid",
    "orders, paid, deep": "/orders?state=paid&after={orders_after}",
    "orders, refunded, largest": "/orders?state=refunded&order=-amount",
    "orders, waiting for a deposit": "/orders?state=awaiting_deposit",
    "orders, being confirmed": "/orders?state=confirming",
    "orders, due": "/orders?state=due",
    "orders, by card": "/orders?method=card",
    "orders, with points, deep": "/orders?method=points&after={orders_after}",
    "orders, by transfer, largest": "/orders?method=transfer&order=-amount",
    "orders, renewals": "/orders?kind=renewal",
    "orders, renewals, largest": "/orders?kind=renewal&order=-amount",
    "orders, renewals by transfer": "/orders?kind=renewal&method=transfer",
    "orders, failed with points": "/orders?state=failed&method=points",
    "orders, waiting for a deposit by card": "/orders?state=awaiting_deposit&method=card",
    "orders, waiting for payment with points": "/orders?state=awaiting_payment&method=points",
    "orders, due by transfer": "/orders?state=due&method=transfer",
    "orders, failed renewals": "/orders?state=failed&kind=renewal",
    "orders, cancelled charges": "/orders?state=cancelled&method=billing",
    "orders, expired charges, largest": "/orders?state=expired&method=billing&order=-amount",
    "orders, of a day": "/orders?from={day}&to={day_after}",
    "orders, of a day, largest": "/orders?from={day}&to={day_after}&order=-amount",
    "orders, refunded of a day": "/orders?from={day}&to={day_after}&state=refunded",
    "orders, of a month, largest": "/orders?from={day}&to={month_after}&order=-amount",
    "orders, of a month, smallest": "/orders?from={day}&to={month_after}&order=amount",
    "orders, of amounts that none has": "/orders?amountFrom=33001&amountTo=98999",
    "orders, of an amount": "/orders?amountFrom=99000&amountTo=99000",
    "orders, cancelled of an amount that none has": "/orders?state=cancelled&amountFrom=500000",
    "orders, refunded": "/orders?refund=done",
    "orders, refunded, deep": "/orders?refund=done&after={orders_after}",
    "orders, refunded, smallest": "/orders?refund=done&order=amount",
    "orders, refund stuck": "/orders?refund=stuck",
    "orders, cancelled and refunded": "/orders?refund=done&state=cancelled",
    "orders, reversed": "/orders?trouble=reversed",
    "orders, of a member": "/orders?member={member}",
    "orders, by number": "/orders?q={order}",
    "orders, by the beginning of a number": "/orders?q={order_begins}",
    "orders, by payment key": "/orders?q={payment_key}",
    "orders, by the beginning of a key": "/orders?q=tviva2025",
    "orders, by last digits of a card": "/orders?q={card_ends}",
    "order, a page": "/orders/{order}",
    "member, a page": "/members/{member}",
    "member, the timeline": "/members/{member}/moments",
    "member, money of the timeline": "/members/{member}/moments?kind=orders",
    "member, services": "/members/{member}/services",
    "subscriptions": "/subscriptions",
    "subscriptions, deep": "/subscriptions?after={subscriptions_after}",
    "subscriptions, active": "/subscriptions?state=active",
    "subscriptions, ended": "/subscriptions?state=ended",
    "subscriptions, of a plan": "/subscriptions?plan={plan}",
    "subscriptions, dunned": "/subscriptions?dunning=true",
    "subscriptions, not dunned, ended": "/subscriptions?dunning=false&state=ended",
    "subscriptions, dunned of a plan": "/subscriptions?dunning=true&plan={plan}",
    "subscriptions, stopping": "/subscriptions?stopping=true",
    "subscriptions, suspended and stopping": "/subscriptions?stopping=true&state=suspended",
    "subscriptions, due in a day": "/subscriptions?dueFrom={now}&dueTo={tomorrow}",
    "subscriptions, to be asked": "/subscriptions?rise=asked",
    "subscriptions, declined": "/subscriptions?rise=declined",
    "subscriptions, by mail": "/subscriptions?q={email}",
    "subscriptions, by name": "/subscriptions?q={name}",
    "services": "/services",
    "services, deep": "/services?after={services_after}",
    "services, active": "/services?state=active",
    "services, stopped": "/services?state=stopped",
    "services, suspended": "/services?state=suspended",
    "services, ended": "/services?state=ended",
    "services, of a plan": "/services?plan={plan}",
    "services, suspended of a plan": "/services?plan={plan}&state=suspended",
    "services, of a gateway": "/services?gateway={gateway}",
    "services, of a gateway, deep": "/services?gateway={gateway}&after={services_after}",
    "services, stopped of a gateway": "/services?gateway={gateway}&state=stopped",
    "services, expired of a gateway": "/services?gateway={gateway}&state=expired",
    "services, of a plan and a gateway": "/services?gateway={gateway}&plan={plan}",
    "services, of a gateway that end in a day": "/services?gateway={gateway}&from={now}&to={tomorrow}",
    "services, that end in a day": "/services?from={now}&to={tomorrow}",
    "services, active that ended": "/services?state=active&to={day}",
    "services, ended of a plan by end": "/services?state=stopped&plan={plan}&from={day}",
    "services, of a network": "/services?q={network}",
    "services, of an address": "/services?q={address}",
    "services, of a name": "/services?q={name}",
    "services, of a mail": "/services?q={email}",
    "service, a page": "/services/{service}",
    "service, the timeline": "/services/{service}/timeline",
    "addresses": "/addresses",
    "addresses, deep": "/addresses?after={addresses_after}",
    "addresses, of a carrier": "/addresses?carrier=KT",
    "addresses, of a carrier, deep": "/addresses?carrier=KT&after={addresses_after}",
    "addresses, of a gateway": "/addresses?gateway={gateway}",
    "addresses, of a plan": "/addresses?plan={plan}",
    **{
        f"addresses, {state}{words}": f"/addresses?state={state}{query}"
        for state in ("free", "leased", "held", "resting", "flagged", "withdrawn", "unproven")
        for words, query in (
            ("", ""),
            (", deep", "&after={addresses_after}"),
            (" of a gateway", "&gateway={gateway}"),
            (" of the full gateway", "&gateway=1"),
            (" of the last gateway", "&gateway=20"),
            (" of a pool", "&pool={plan}"),
            (" of a pool and a gateway", "&pool={plan}&gateway={gateway}"),
        )
    },
    "addresses, of a network": "/addresses?q={network}",
    "addresses, free of a network": "/addresses?q={network}&state=free",
    "addresses, a map": "/addresses/map?network={map}",
    "addresses, pools": "/addresses/pools",
    "address, a page": "/addresses/{address_id}",
    "address profits": "/address-profits",
    "address profits, deep": "/address-profits?after={profits_after}",
    "address profits, least": "/address-profits?order=profit",
    "address profits, of a pool": "/address-profits?pool={plan}",
    "address profits, of a pool, least": "/address-profits?pool={plan}&order=profit",
    "address profits, of a network": "/address-profits?q={network}",
    "gateways": "/gateways",
    "gateway, a page": "/gateways/{gateway}",
    "invoices": "/invoices",
    "invoices, deep": "/invoices?after={orders_after}",
    "invoices, open": "/invoices?state=open",
    "invoices, issued": "/invoices?state=issued",
    "invoices, refused": "/invoices?state=refused",
    "invoices, refused of a month": "/invoices?state=refused&month={month}",
    "invoices, of a month": "/invoices?month={month}",
    "invoices, open of an old month": "/invoices?state=open&month={month}",
    "invoices, of a company": "/invoices?q=이음상사 {member}",
    "invoices, of a business number": "/invoices?q=100{phone_digits}",
    "cash receipts": "/cash-receipts",
    "cash receipts, deep": "/cash-receipts?after={orders_after}",
    "cash receipts, of a month": "/cash-receipts?month={month}",
    "cash receipts, for expenses": "/cash-receipts?kind=expense",
    "cash receipts, issued": "/cash-receipts?issued=true",
    "cash receipts, not issued": "/cash-receipts?issued=false",
    "cash receipts, issued of a month": "/cash-receipts?issued=true&month={month}",
    "inquiries": "/inquiries",
    "inquiries, in hand": "/inquiries?state=in_progress",
    "inquiries, answered": "/inquiries?state=answered",
    "inquiries, closed": "/inquiries?state=closed",
    "inquiries, closed, deep": "/inquiries?state=closed&after={inquiries_after}",
    "inquiries, all": "/inquiries?state=all",
    "inquiries, all of a category": "/inquiries?state=all&category=refund",
    "inquiries, waiting of a category": "/inquiries?category=refund",
    "inquiries, all, deep, of a category": "/inquiries?state=all&category=refund&after={inquiries_after}",
    "inquiries, waiting for a day": "/inquiries?olderHours=24",
    "inquiries, answered long ago": "/inquiries?state=answered&olderHours=8000",
    "inquiries, all of long ago and a category": "/inquiries?state=all&olderHours=8000&category=other",
    "inquiries, mine": "/inquiries?assignee=2",
    "inquiries, all of one who has none": "/inquiries?state=all&assignee=5",
    "inquiries, all of an assignee and a category": "/inquiries?state=all&assignee=2&category=account",
    "inquiries, all of nobody": "/inquiries?state=all&assignee=0",
    "inquiries, closed of nobody": "/inquiries?state=closed&assignee=0",
    "inquiries, of a member": "/inquiries?state=all&member={member}",
    "inquiries, by a common word": "/inquiries?state=all&q=환불",
    "inquiries, by a common word that wait": "/inquiries?q=환불",
    "inquiries, by a rare word": "/inquiries?state=all&q={inquiry_number}",
    "inquiries, by two words": "/inquiries?state=all&q=공유기 오류가",
    "inquiries, by a common and a rare word": "/inquiries?state=all&q=안녕하세요 {inquiry_number}",
    "inquiries, by a word that is not there": "/inquiries?state=all&q=없는낱말",
    "inquiry, a page": "/inquiries/{inquiry}",
    "inquiries, the next": "/inquiries/next",
    "messages": "/messages",
    "messages, deep": "/messages?after={messages_after}",
    "messages, by SMS": "/messages?channel=sms",
    "messages, sent": "/messages?state=sent",
    "messages, waiting": "/messages?state=waiting",
    "messages, refused": "/messages?state=refused",
    "messages, refused of a day": "/messages?state=refused&from={day}&to={day_after}",
    "messages, waiting SMS": "/messages?state=waiting&channel=sms",
    "messages, to a mail": "/messages?q={email}",
    "messages, of a member": "/messages?member={member}",
    "messages, refused by SMS": "/messages?state=refused&channel=sms",
    "broadcasts": "/broadcasts",
    "record": "/record",
    "record, deep": "/record?after={record_after}",
    "record, of an object": "/record?object=member&objectId={member}",
    "record, of a kind": "/record?object=order",
    "record, of staff": "/record?staff=3",
    "record, of staff who did nothing": "/record?staff=99",
    "record, of an action": "/record?action=orders.refund",
    "record, of an action nobody did": "/record?action=staff.remove",
    "record, of an action by one who never did it": "/record?action=orders.refund&staff=5",
    "record, of a kind and an action that never meet": "/record?action=orders.refund&object=service",
    "record, of a day": "/record?from={day}&to={day_after}",
    "record, of a day and an action": "/record?from={day}&to={day_after}&action=orders.refund",
    "record, by a reason": "/record?q=장애",
    "record, by a reason nobody gave": "/record?q=없는사유",
    "approvals": "/approvals",
    "approvals, asked": "/approvals?state=asked",
    "approvals, over": "/approvals?state=over",
    "exports": "/exports",
    "bulk": "/bulk",
    "bulk, rows": "/bulk/{bulk}/rows",
    "bulk, failed rows": "/bulk/{bulk}/rows?state=failed",
    "alarms": "/alarms",
    "alarms, open": "/alarms?state=open",
    "alarms, of a kind": "/alarms?kind=outbox_stuck",
    "alarms, of an unknown kind": "/alarms?kind=nothing",
    "alarms, by reference": "/alarms?q=bench-{plan}",
    "book checks": "/book-checks",
    "authorities": "/authorities",
    "search, by member": "/search?q={member}",
    "search, by login id": "/search?q={login}",
    "search, by the beginning of an id": "/search?q={begins}",
    "search, by name": "/search?q={name}",
    "search, by mail": "/search?q={email}",
    "search, by phone": "/search?q={phone}",
    "search, by last four digits": "/search?q={ends}",
    "search, by order": "/search?q={order}",
    "search, by the beginning of an order": "/search?q={order_begins}",
    "search, by payment key": "/search?q={payment_key}",
    "search, by device key": "/search?q={device_key}",
    "search, by gateway": "/search?q=seoul",
    "search, by address": "/search?q={address}",
    "search, by network": "/search?q={network}",
    "search, by address and time": "/search?q={address} @ 2026-05-01 12:00",
    "search, for nothing": "/search?q=아무것도없음",
}

# Something of everything, of each of so many members who have some of it.
_SAMPLE: LiteralString = """
    SELECT m.id AS member, m.login_id AS login, left(m.login_id, 11) AS begins, m.name, m.email, m.phone,
           right(m.phone, 4) AS ends, substr(m.phone, 4, 7) AS phone_digits, m.joined_at,
           o.id AS "order", left(o.id, 11) AS order_begins, o.created_at, o.amount, y.payment_key,
           to_char(o.created_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM') AS month,
           right(b.card_number, 4) AS card_ends, i.id AS inquiry, i.id AS inquiry_number, i.last_message_at,
           s.id AS service, d.public_key AS device_key, 1 + m.id %% 8 AS plan, 1 + m.id %% 20 AS gateway,
           e.id AS address_id, host(e.address) AS address,
           regexp_replace(host(e.address), '[0-9]+$', '') AS network,
           host(network(set_masklen(e.address, 24))) || '/24' AS map,
           (SELECT max(id) FROM bulk_runs) AS bulk,
           (SELECT index FROM staff_record_head) AS noted, coalesce(f.profit, 0) AS profit, f.address_id AS profit_of
      FROM members m
      JOIN LATERAL (SELECT * FROM orders WHERE member_id = m.id AND state = 'paid' AND method <> 'points'
                     ORDER BY created_at LIMIT 1) o ON true
      JOIN LATERAL (SELECT * FROM payments WHERE order_id = o.id LIMIT 1) y ON true
      JOIN LATERAL (SELECT * FROM inquiries WHERE member_id = m.id LIMIT 1) i ON true
      JOIN LATERAL (SELECT * FROM services WHERE member_id = m.id AND state = 'active'
                     ORDER BY id DESC LIMIT 1) s ON true
      JOIN LATERAL (SELECT * FROM devices WHERE service_id = s.id LIMIT 1) d ON true
      JOIN LATERAL (SELECT * FROM leases WHERE service_id = s.id LIMIT 1) l ON true
      JOIN exit_addresses e ON e.id = l.address_id
      JOIN address_profits f ON f.month = (SELECT max(month) FROM address_profits) AND f.address_id = e.id
      JOIN billing_methods b ON b.id = 1 + m.id %% (SELECT count(*) FROM billing_methods)
     WHERE m.id = ANY(%s) AND m.left_at IS NULL AND m.owner_id IS NULL
     LIMIT %s
    """


def console(_stage: Stage) -> list[Figure]:
    kept = Path(KEPT) if KEPT else None
    with pair.shops(
        {name: partial(fill, members=members) for name, members in SIZES.items()}, kept=kept
    ) as shops:
        asked = {name: ask(shop, SIZES[name]) for name, shop in shops.items()}
        figures: list[Figure] = []
        slowest: list[tuple[float, str]] = []
        for case, path in CASES.items():
            if not case.startswith(ONLY):
                continue
            times = alternate(
                {name: partial(_round, one, path) for name, one in asked.items()}, rounds=ROUNDS
            )
            figures.append(against_small(f"console: {case}", times))
            # A run takes long, and one that does not end should have said something.
            print("  ".join(figures[-1].row()), file=sys.stderr, flush=True)
            slowest.append((middle_ms(run.clock for run in times["large"]), case))
        figures += _slowest(slowest)
        if not ONLY or "export".startswith(ONLY):
            figures += _exports(shops["large"])
        for one in asked.values():
            one.connection.close()
            one.database.close()
    return figures


def _round(asked: Asked, template: str) -> Run:
    clock: list[float] = []
    cpu: list[float] = []
    pids = pids_of(asked)
    for sample in random.sample(asked.samples, REQUESTS):
        path = f"{_API}{filled(template, sample)}"
        used, begin = cpu_seconds(pids), time.perf_counter()
        asked.connection.request(
            "GET", path, headers={"cookie": f"{cookies.NAME}={console_shop.STAFF_TOKEN}"}
        )
        answer = asked.connection.getresponse()
        body = answer.read()
        clock.append(time.perf_counter() - begin)
        cpu.append(cpu_seconds(pids) - used)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {body[:300].decode()}")
    return run_of(clock, cpu)


def filled(template: str, sample: Mapping[str, str]) -> str:
    path = re.sub(r"\{(\w+)\}", lambda found: sample[found[1]], template)
    return quote(path, safe="/?&=%:+~")


def _slowest(found: Sequence[tuple[float, str]]) -> list[Figure]:
    """Today has an aim of its own."""
    return [
        Figure(
            what=f"console at {SIZES['large']:,}: slowest {what}",
            ours=case,
            value=slowest,
            unit="ms p95",
            aim=aim,
            at_most=True,
        )
        for what, aim, own in (("list, search or page", AIM_MS, False), ("dashboard", AIM_TODAY_MS, True))
        for slowest, case in [
            max(((ms, case) for ms, case in found if (case == "today") is own), default=(0, ""))
        ]
        if case
    ]


def ask(shop: Shop, members: int) -> Asked:
    database = psycopg.Connection[dict[str, Any]].connect(shop.url, row_factory=dict_row, autocommit=True)
    database.execute("UPDATE staff_sessions SET started_at = now(), seen_at = now() WHERE ended_at IS NULL")
    ids = random.Random(1).sample(range(1, members + 1), min(members, 4_000))  # noqa: S311
    rows = database.execute(_SAMPLE, (ids, REQUESTS * 4)).fetchall()
    if len(rows) < REQUESTS:
        raise RuntimeError(f"only {len(rows)} members have some of everything")
    connection = http.client.HTTPConnection("127.0.0.1", shop.server.port, timeout=60)
    return Asked(shop, connection, database, [_said(row) for row in rows])


def _said(row: Mapping[str, Any]) -> dict[str, str]:
    """Write a row's values for an address."""
    at = row["created_at"]
    days = {"day": 0, "day_after": 1, "month_after": 30}
    now = time.time()
    return {
        **{name: str(value).replace("+", "%2B").replace("/", "%2F") for name, value in row.items()},
        **{name: _moment(at.timestamp() + 86_400 * after) for name, after in days.items()},
        "map": row["map"],
        "now": _moment(now),
        "tomorrow": _moment(now + 86_400),
        "members_after": write_cursor((row["joined_at"].isoformat(), row["member"])),
        "orders_after": write_cursor((at.isoformat(), row["order"])),
        "amounts_after": write_cursor((row["amount"], at.isoformat(), row["order"])),
        "subscriptions_after": write_cursor((1 + row["member"] // 10,)),
        "profits_after": write_cursor((row["profit"], row["profit_of"])),
        "services_after": write_cursor((row["service"],)),
        "addresses_after": write_cursor((row["address"],)),
        "inquiries_after": write_cursor((row["last_message_at"].isoformat(), row["inquiry"])),
        "messages_after": write_cursor((at.isoformat(), row["member"])),
        "record_after": write_cursor((row["noted"] // 2 + row["member"] % 1000,)),
    }


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def fill(url: str, members: int) -> None:
    console_shop.fill(url, members)
    asyncio.run(_keep_totals(url))


async def _keep_totals(url: str) -> None:
    """As the jobs of the clock do: Today and the figures read what these have counted."""
    async with PooledDatabase(url, size=2) as db:
        await number_jobs.keep(db, number_queries.today(), days=number_jobs.WHOLE)
        await profit_jobs.keep_months(db, datetime.now(UTC), months=profit_jobs.RECENT)
        async with db.transaction() as conn:
            await pools.count(conn)


def _exports(shop: Shop) -> list[Figure]:
    """A tenth of all orders, which is as many as there are members, against a thousandth of these."""
    many, few = (_export(shop.url, days) for days in (73, 0.73))
    return [
        Figure(
            what="console: export of orders, memory of the job",
            ours=f"{many.peak:.0f} MB ({many.rows:,} rows, {many.seconds:.0f} s)",
            baseline=f"{few.peak:.0f} MB ({few.rows:,} rows)",
            value=many.peak / few.peak,
            unit="×",
            aim=AIM,
            at_most=True,
        )
    ]


class _Export(NamedTuple):
    rows: int
    seconds: float
    peak: float
    """Megabytes."""


def _export(url: str, days: float) -> _Export:
    """Ask for the orders of so many days, until a month ago, and make the file in a process of its own."""
    until = time.time() - 30 * 86_400
    query = f"from={_moment(until - days * 86_400)}&to={_moment(until)}"
    with psycopg.Connection[Any].connect(url, autocommit=True, row_factory=scalar_row) as conn:
        export = conn.execute(
            """
            INSERT INTO exports (screen, query, reason, expected, state, asked_by)
            VALUES ('orders', %s, 'bench', 0, 'making', 1) RETURNING id
            """,
            (query,),
        ).fetchone()
        begin = time.perf_counter()
        made = subprocess.run(
            [sys.executable, "-m", "bench.console_export", url], cwd=ROOT, capture_output=True, check=True
        )
        seconds = time.perf_counter() - begin
        rows = conn.execute("SELECT rows FROM exports WHERE id = %s", (export,)).fetchone()
        conn.execute("DELETE FROM export_pieces WHERE export_id = %s", (export,))
    if not rows:
        raise RuntimeError("the export was not made")
    return _Export(rows, seconds, int(made.stdout) / 1000)
