"""Every list and hot call of members, of the shop and of gateways, and every job of the clock, in a shop of a million.

The console has a bench of its own (`console`), on the same two shops. Each call is asked in turns with a shop of 10,000
members; there are ten orders, one address and a hundred sessions for each member.
"""

import http.client
import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import LiteralString, NamedTuple

from bench import console, pair, size_jobs, size_shop
from bench.console_shop import STAFF_TOKEN
from bench.figures import Figure, alternate
from bench.stage import Stage, authorization_headers
from bench.turns import Asked, Run, against_small, cpu_seconds, pids_of, run_of
from bench.whole import ORDER_AGREEMENTS, consents_to
from ieum.shop.desk import cookies
from ieum.shop.members.passwords import HASHER

# Only cases whose names begin with one of these.
ONLY = tuple(os.environ.get("IEUM_BENCH_CASES", "").split(","))
ROUNDS = 3
REQUESTS = console.REQUESTS
REPORTED = 200
PASSWORD = "correct-horse-42"  # noqa: S105 - of a shop that lives as long as a bench

type Sample = Mapping[str, str]


class Call(NamedTuple):
    """A request, made for a sample before the clock starts."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None


type Case = Callable[[Asked, Sample], list[Call]]


def get(path: str, *, by: str = "member") -> Case:
    return lambda _, sample: [Call("GET", console.filled(path, sample), _identity(by, sample))]


def post(path: str, body: Callable[[Asked, Sample], object], *, by: str = "member") -> Case:
    return lambda asked, sample: [
        Call(
            "POST",
            console.filled(path, sample),
            _identity(by, sample) | {"content-type": "application/json"},
            json.dumps(body(asked, sample)).encode(),
        )
    ]


def _identity(by: str, sample: Sample) -> dict[str, str]:
    match by:
        case "member":
            [header] = authorization_headers([(int(sample["member"]), int(sample["session"]))])
            return {"authorization": header}
        case "gateway":
            return {"authorization": f"Bearer {size_shop.gateway_token(sample['gateway'])}"}
        case "staff":
            return {"cookie": f"{cookies.NAME}={STAFF_TOKEN}"}
        case _:
            return {}


def _report(asked: Asked, sample: Sample, *, roams: bool) -> object:
    """Report use of two hundred devices of a gateway; if they roam, each begins a session from elsewhere."""
    del asked
    now, beat = datetime.now(UTC), int(time.time() * 1000)
    keys: list[str] = random.sample(json.loads(sample["keys"]), REPORTED)
    return {
        "sentAt": now.isoformat(),
        "peers": [
            {
                "publicKey": key,
                "lastHandshakeAt": now.isoformat(),
                "rxBytes": beat,
                "txBytes": beat * 9,
                "epoch": 1,
                "at": now.isoformat(),
                "since": (now - timedelta(seconds=2) if roams else now - timedelta(hours=1)).isoformat(),
                "clientAddress": f"198.51.{random.randrange(256)}.{random.randrange(256)}"  # noqa: S311
                if roams
                else "198.51.100.1",
            }
            for key in keys
        ],
    }


def _order(_: Asked, sample: Sample) -> object:
    agreed = json.loads(sample["agreements"])
    return {"planId": int(sample["plan"]), "months": 1, "quantity": 1, "agreements": agreed}


def _quote(_: Asked, sample: Sample) -> object:
    return {"planId": int(sample["plan"]), "months": 1, "quantity": 1}


def _acknowledgement(_: Asked, sample: Sample) -> object:
    # Not the key of zeros, which the shop refuses.
    key = "A" * 42 + f"{'AEIMQUYcgkosw048'[int(sample['gateway']) % 16 or 1]}="
    return {"revision": 0, "publicKey": key, "agent": "bench"}


_SERVICE = "/api/v1/services/{service}"
CALLS: Mapping[str, Case] = {
    "member": get("/api/v1/member"),
    "member, profile": get("/api/v1/member/profile"),
    "member, points": get("/api/v1/member/points"),
    "member, points, second page": get("/api/v1/member/points?page=2"),
    "member, tickets": get("/api/v1/member/tickets"),
    "member, logins": get("/api/v1/member/sessions"),
    "member, security": get("/api/v1/member/security"),
    "member, before leaving": get("/api/v1/member/leaving"),
    "member, who has looked": get("/api/v1/member/looks"),
    "login": post(
        "/api/login", lambda _, sample: {"mberId": sample["login"], "mberPw": PASSWORD}, by="visitor"
    ),
    "services": get("/api/v1/services"),
    "services, active": get("/api/v1/services?state=active"),
    "services, second page": get("/api/v1/services?page=2"),
    "service": get(_SERVICE),
    "service, connections": get("/api/v1/services/connection?ids={service}"),
    "service, its addresses": get(f"{_SERVICE}/addresses"),
    "service, its plan": get(f"{_SERVICE}/plan"),
    "service, change of address": get(f"{_SERVICE}/ip-change"),
    "service, use today": get(f"{_SERVICE}/usage"),
    "service, use of a month": get(f"{_SERVICE}/usage?period={{this_month}}"),
    "service, use of a month, file": get(f"{_SERVICE}/usage.csv?period={{this_month}}"),
    "service, sessions": get(f"{_SERVICE}/sessions"),
    "service, sessions, file": get(f"{_SERVICE}/sessions.csv"),
    "orders": get("/api/v1/orders"),
    "orders, second page": get("/api/v1/orders?page=2"),
    "order": get("/api/v1/orders/{order}"),
    "order, contract": get("/api/v1/orders/{order}/contract"),
    "order, quote of a refund": post("/api/v1/orders/{begun}/refund-quote", lambda _, __: {}),
    "subscriptions": get("/api/v1/subscriptions"),
    "cards on file": get("/api/v1/billing-methods"),
    "inquiries": get("/api/v1/inquiries"),
    "inquiry": get("/api/v1/inquiries/{inquiry}"),
    "changes of address": get("/api/v1/ip-changes"),
    "certificates": get("/api/v1/certificates"),
    "certificates, what can be certified": get("/api/v1/certificates/choices"),
    "sub-ids": get("/api/v1/sub-ids"),
    "plans": get("/api/v1/catalog/plans?kind=static", by="visitor"),
    "plans, for a member": get("/api/v1/catalog/plans?kind=static"),
    "is an id taken": post(
        "/api/v1/user/check-id", lambda _, sample: {"mberId": sample["login"]}, by="visitor"
    ),
    "price of an order": post("/api/v1/orders/quote", _quote),
    "an order, and its end": post("/api/v1/orders", _order),
    "gateway, report of 200 that stay": post(
        "/gateway/v1/usage", partial(_report, roams=False), by="gateway"
    ),
    "gateway, report of 200 that roam": post("/gateway/v1/usage", partial(_report, roams=True), by="gateway"),
    "gateway, acknowledgement": post("/gateway/v1/ack", _acknowledgement, by="gateway"),
    "who had an address, console": get("/api/v1/console/search?q={address} @ {moment}", by="staff"),
}


def size(_stage: Stage) -> list[Figure]:
    kept = Path(console.KEPT) if console.KEPT else None
    fill = {name: partial(console.fill, members=members) for name, members in console.SIZES.items()}
    # Each request comes from another address, of which only so many are answered a minute.
    with pair.shops(fill, kept=kept, settings={"IEUM_TRUSTED_PROXIES": "127.0.0.0/8"}) as shops:
        for name, shop in shops.items():
            if not size_shop.is_filled(shop.url):
                size_shop.fill(shop.url, console.SIZES[name])
            size_shop.refresh(shop.url)
        asked = {name: _ask(shop, console.SIZES[name]) for name, shop in shops.items()}
        figures = _calls(asked)
        figures += [_told(figure) for figure in size_jobs.measure(asked, only=ONLY)]
        for one in asked.values():
            one.connection.close()
            one.database.close()
    return figures


def _calls(asked: Mapping[str, Asked]) -> list[Figure]:
    figures: list[Figure] = []
    for name, case in CALLS.items():
        if name.startswith(ONLY):
            times = alternate({of: partial(_round, one, case) for of, one in asked.items()}, rounds=ROUNDS)
            figures.append(_told(against_small(f"size: {name}", times)))
    return figures


def _told(figure: Figure) -> Figure:
    # A run takes long, and one that does not end should have said something.
    print("  ".join(figure.row()), file=sys.stderr, flush=True)
    return figure


def _round(asked: Asked, case: Case) -> Run:
    clock: list[float] = []
    cpu: list[float] = []
    pids = pids_of(asked)
    for sample in random.sample(asked.samples, REQUESTS):
        for call in case(asked, sample):
            used, begin = cpu_seconds(pids), time.perf_counter()
            body = _answered(asked.connection, call)
            clock.append(time.perf_counter() - begin)
            cpu.append(cpu_seconds(pids) - used)
            if call.path == "/api/v1/orders" and call.method == "POST":
                order = json.loads(body)["data"]["orderId"]
                _answered(asked.connection, call._replace(path=f"/api/v1/orders/{order}/cancel", body=b"{}"))
    return run_of(clock, cpu)


def _answered(connection: http.client.HTTPConnection, call: Call) -> bytes:
    address = f"198.18.{random.randrange(256)}.{random.randrange(256)}"  # noqa: S311
    headers = call.headers | {"x-forwarded-for": address}
    connection.request(call.method, call.path, body=call.body, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    # One that cannot be refunded has been read and reckoned all the same.
    if answer.status >= 300 and not (answer.status == 409 and call.path.endswith("/refund-quote")):
        raise RuntimeError(f"{call.method} {call.path}: {answer.status} {body[:300].decode()}")
    return body


def _ask(shop: pair.Shop, members: int) -> Asked:
    asked = console.ask(shop, members)
    agreements = json.dumps(consents_to(json.loads(shop.server.fetch(ORDER_AGREEMENTS)[1])["data"]))
    ids = [int(sample["member"]) for sample in asked.samples]
    asked.database.execute(
        "UPDATE members SET password_hash = %s WHERE id = ANY(%s)", (HASHER.hash(PASSWORD), ids)
    )
    logins = asked.database.execute(
        """
        INSERT INTO login_sessions (member_id, expires_at)
        SELECT unnest(%s::bigint[]), now() + interval '1 day' RETURNING member_id, id
        """,
        (ids,),
    )
    sessions = {row["member_id"]: row["id"] for row in logins}
    services = [int(sample["service"]) for sample in asked.samples]
    begun = {
        row["id"]: row["order_id"]
        for row in asked.database.execute("SELECT id, order_id FROM services WHERE id = ANY(%s)", (services,))
    }
    keys = {
        row["gateway_id"]: row["keys"]
        for row in asked.database.execute(_KEYS, (REPORTED * 4,))
        if len(row["keys"]) >= REPORTED
    }
    gateways = sorted(keys)
    for sample in asked.samples:
        gateway = gateways[int(sample["member"]) % len(gateways)]
        at = datetime.now(UTC) - timedelta(minutes=random.randrange(60 * 24 * 300))  # noqa: S311
        sample |= {
            "session": str(sessions[int(sample["member"])]),
            "begun": begun[int(sample["service"])],
            "gateway": str(gateway),
            "keys": json.dumps(keys[gateway]),
            "agreements": agreements,
            "this_month": f"{datetime.now(UTC):%Y-%m}",
            "moment": f"{at:%Y-%m-%d %H:%M}",
        }
    return asked


_KEYS: LiteralString = """
    SELECT g.id AS gateway_id, array_agg(e.identity) AS keys
      FROM gateways g
      CROSS JOIN LATERAL (SELECT identity FROM endpoints WHERE gateway_id = g.id
                           ORDER BY hashint8(id) LIMIT %s) e
     GROUP BY g.id
"""
