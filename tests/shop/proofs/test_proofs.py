"""Addresses are sold once their gateway has called from them, and no longer than they are good."""

import asyncio
import itertools
from collections.abc import Iterable
from contextlib import aclosing
from datetime import timedelta
from ipaddress import ip_network
from typing import LiteralString

import msgspec
import pytest
from litestar import Litestar
from procrastinate import JobContext

from ieum.shop.gateways import service
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Networks
from ieum.shop.proofs import jobs as proof_jobs
from ieum.shop.proofs import queries as proof_queries
from ieum.shop.proofs import service as proofs
from ieum.shop.proofs.service import ask_due
from ieum.shop.stock import holds
from ieum.shop.stock import jobs as stock_jobs
from ieum.shop.stock import queries as stock
from ieum.shop.stock.types import AddressId
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_member
from tests.shop.builders.proofs import (
    ask_again,
    call,
    clear,
    flag,
    new_addresses,
    questions,
    say_unreachable,
    sold_addresses,
    state_of,
    states,
)
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop
from tests.shop.builders.streams import Listening, gateway_of
from tests.shop.builders.worker import job_context, worker_tools

FIVE_MINUTES = timedelta(minutes=5)
DAY = timedelta(days=1)


async def free_of(conn: Connection, address: str) -> int:
    """How many addresses of this one's pool are on sale."""
    return await fetch_one(
        conn,
        int,
        "SELECT free_to_sell('static', pool_id) FROM exit_addresses WHERE host(address) = %(address)s",
        address=address,
    )


async def fail(app: Litestar, conn: Connection, gateway: int, bad: Iterable[str], *, times: int = 3) -> None:
    """Let these addresses fail so often, five minutes apart, while all others that are asked for are proven."""
    failing = set(bad)
    for after in itertools.islice(itertools.chain([timedelta()], itertools.repeat(FIVE_MINUTES)), times):
        asked = await ask_again(conn, gateway, after=after)
        while asked:
            for address, nonce in asked.items():
                if address in failing:
                    await say_unreachable(app, nonce)
                else:
                    await call(app, nonce, source=address)
            asked = await questions(conn, gateway)


async def test_an_address_is_sold_once_its_gateway_called_from_it_and_its_reputation_is_known(
    app: Litestar, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)
    seen = [(await state_of(conn, address), await free_of(conn, address))]

    answer = await call(app, (await questions(conn, gateway))[address], source=address)
    seen.append((await state_of(conn, address), await free_of(conn, address)))
    await clear(conn)
    seen.append((await state_of(conn, address), await free_of(conn, address)))

    assert answer.json()["data"] == {"address": address, "seen": address, "proven": True}
    assert seen == [("new", 0), ("proven", 0), ("free", 1)]
    evidence = (
        "SELECT json_build_array(kind, is_good, host(seen)) FROM address_evidence WHERE address_id = %(id)s"
    )
    assert await fetch_all(conn, list[str | bool], evidence, id=await id_of(conn, address)) == [
        ["call", True, address]
    ]


async def id_of(conn: Connection, address: str) -> AddressId:
    return (await stock.list_ids(conn, [address]))[0]


async def test_a_proven_address_is_asked_for_again_after_a_day(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    addresses = await new_addresses(conn, gateway, 30)
    for address, nonce in (await questions(conn, gateway)).items():
        await call(app, nonce, source=address)

    assert await questions(conn, gateway) == {}
    hours = "SELECT (extract(epoch FROM ask_at - now()) / 3600)::float8 FROM address_checks"
    waits = await fetch_all(conn, float, hours)
    assert all(21.5 < wait < 26.5 for wait in waits)
    # Not all at the same minute for ever.
    assert max(waits) - min(waits) > 1
    assert len(await ask_again(conn, gateway, after=DAY * 1.2)) == len(addresses)


async def test_a_call_from_another_address_proves_nothing(app: Litestar, conn: Connection) -> None:
    """As of a gateway whose packets leave by another line."""
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)

    answer = await call(app, (await questions(conn, gateway))[address], source="203.0.113.2")

    assert answer.json()["data"] == {"address": address, "seen": "203.0.113.2", "proven": False}
    assert await state_of(conn, address) == "new"


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X_Real_IP", "Forwarded"])
async def test_a_header_of_the_callers_own_proves_nothing(
    app: Litestar, conn: Connection, header: str
) -> None:
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)
    value = f"for={address}" if header == "Forwarded" else address

    answer = await call(
        app,
        (await questions(conn, gateway))[address],
        source="203.0.113.2",
        **{header: value},  # pyright: ignore[reportArgumentType] - none of them is a flag
    )

    assert answer.json()["data"]["seen"] == "203.0.113.2"
    assert await state_of(conn, address) == "new"


async def test_a_trusted_proxy_is_believed_but_not_what_the_caller_wrote_before_it(
    app: Litestar, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    addresses = await new_addresses(conn, gateway, 2)
    app.state.settings = msgspec.structs.replace(
        app.state.settings, trusted_proxies=Networks([ip_network("10.0.0.0/8")])
    )
    asked = await questions(conn, gateway)

    good = await call(app, asked[addresses[0]], source="10.0.0.1", X_Forwarded_For=addresses[0])
    forged = await call(
        app, asked[addresses[1]], source="10.0.0.1", X_Forwarded_For=f"{addresses[1]}, 203.0.113.2"
    )

    assert [answer.json()["data"]["proven"] for answer in (good, forged)] == [True, False]


async def test_a_nonce_works_once_for_its_own_gateway_and_for_five_minutes(
    app: Litestar, conn: Connection
) -> None:
    """A customer behind the address can call from it, but has no token; another gateway has another one."""
    gateway = await a_gateway(conn, token="gw_test")
    await a_gateway(conn, token="gw_other")
    addresses = await new_addresses(conn, gateway, 3)
    asked = await questions(conn, gateway)
    mine = addresses[0]

    by_a_customer = await call(app, asked[mine], source=mine, token=None)
    by_another_gateway = await call(app, asked[mine], source=mine, token="gw_other")
    guessed = await call(app, "0" * 32, source=mine)
    first = await call(app, asked[mine], source=mine)
    again = await call(app, asked[mine], source=mine)
    await execute(conn, "UPDATE address_checks SET nonce_until = now() WHERE nonce IS NOT NULL")
    late = await call(app, asked[addresses[1]], source=addresses[1])

    refused = [by_a_customer, by_another_gateway, guessed, again, late]
    assert [answer.json()["code"] for answer in refused] == ["unknown_gateway"] + ["no_such_question"] * 4
    assert first.json()["data"]["proven"]
    assert [await state_of(conn, address) for address in addresses] == ["proven", "new", "new"]


async def test_a_nonce_that_comes_twice_at_once_counts_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        [address] = await new_addresses(conn, gateway)
        nonce = (await questions(conn, gateway))[address]

    answers = await asyncio.gather(*(call(shop.app, nonce, source="203.0.113.2") for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT failures FROM address_checks") == 1


async def test_a_gateway_without_traffic_is_believed_only_outside_production(
    app: Litestar, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    tried, later = await new_addresses(conn, gateway, 2)
    asked = await questions(conn, gateway)

    taken = await call(app, asked[tried], source="127.0.0.1", sandbox=True)
    app.state.settings = msgspec.structs.replace(app.state.settings, production=True)
    refused = await call(app, asked[later], source="127.0.0.1", sandbox=True)

    assert taken.json()["data"]["proven"]
    assert (refused.status_code, refused.json()["code"]) == (403, "sandbox_proof_refused")
    marked = "SELECT coalesce(proven_by, 'nothing') FROM exit_addresses ORDER BY address"
    assert await fetch_all(conn, str, marked) == ["sandbox", "nothing"]


async def test_a_real_proof_takes_the_place_of_the_sandboxs(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)
    await proofs.believe_sandbox(conn, [address])

    await call(app, (await ask_again(conn, gateway, after=DAY * 2))[address], source=address)

    assert await fetch_one(conn, str, "SELECT proven_by FROM exit_addresses") == "call"


async def test_the_third_failure_over_ten_minutes_flags_an_address(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    bad, *others = await new_addresses(conn, gateway, 5)
    await fail(app, conn, gateway, [], times=1)
    await clear(conn)
    await execute(
        conn, "UPDATE address_checks SET ask_at = now() WHERE address_id = %(id)s", id=await id_of(conn, bad)
    )
    seen: list[str] = []

    for after in (timedelta(), FIVE_MINUTES, FIVE_MINUTES):
        asked = await ask_again(conn, gateway, after=after)
        for address in others:
            if address in asked:
                await call(app, asked[address], source=address)
        await say_unreachable(app, asked[bad])
        seen.append(await state_of(conn, bad))
        assert bad not in await questions(conn, gateway)

    assert seen == ["free", "free", "flagged"]
    assert await free_of(conn, bad) == 4
    assert await open_alarms(conn) == [("address_flagged", f"{bad} unproven")]


async def test_a_flagged_address_that_is_proven_again_is_sold_again(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    bad, *_ = await new_addresses(conn, gateway, 5)
    await clear(conn)
    await fail(app, conn, gateway, [bad])
    assert await state_of(conn, bad) == "flagged"

    assert bad not in await ask_again(conn, gateway, after=timedelta(minutes=50))
    asked = await ask_again(conn, gateway, after=timedelta(minutes=11))
    await call(app, asked[bad], source=bad)

    assert await state_of(conn, bad) == "free"
    assert await open_alarms(conn) == []


async def test_a_failure_between_good_proofs_counts_for_nothing(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    bad, *_ = await new_addresses(conn, gateway, 5)
    await clear(conn)

    await fail(app, conn, gateway, [bad], times=2)
    await call(app, (await ask_again(conn, gateway, after=FIVE_MINUTES))[bad], source=bad)
    await execute(conn, "UPDATE address_checks SET ask_at = now()")
    await fail(app, conn, gateway, [bad], times=2)

    assert set((await states(conn)).values()) == {"free"}


@pytest.mark.parametrize(
    ("of", "failing", "flagged"),
    [
        pytest.param(10, 10, 0, id="an uplink that is down"),
        pytest.param(10, 3, 0, id="three of ten"),
        pytest.param(10, 2, 2, id="two of ten, which are too few for a gateway's fault"),
        pytest.param(60, 3, 3, id="three of sixty, just five percent"),
        pytest.param(59, 3, 0, id="three of fifty-nine"),
    ],
)
async def test_many_that_fail_together_raise_an_alarm_and_flag_nothing(
    app: Litestar, conn: Connection, of: int, failing: int, flagged: int
) -> None:
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways")
    addresses = await sold_addresses(conn, gateway, of)

    await fail(app, conn, gateway, addresses[:failing])

    assert list((await states(conn)).values()).count("flagged") == flagged
    kinds = {kind for kind, _ in await open_alarms(conn)}
    assert kinds == ({"address_flagged"} if flagged else {"gateway_proofs_fail"})
    if not flagged:
        assert await open_alarms(conn) == [("gateway_proofs_fail", f"{name} unproven")]


async def test_the_alarm_ends_when_the_uplink_is_back(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    addresses = await sold_addresses(conn, gateway, 8)
    await fail(app, conn, gateway, addresses)

    for address, nonce in (await ask_again(conn, gateway, after=FIVE_MINUTES)).items():
        await call(app, nonce, source=address)

    assert await open_alarms(conn) == []
    assert set((await states(conn)).values()) == {"free"}


async def test_new_addresses_that_are_not_routed_yet_hide_no_sold_one_that_fails(
    app: Litestar, conn: Connection
) -> None:
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways")
    sold = await sold_addresses(conn, gateway, 20)
    fresh = await new_addresses(conn, gateway, 3)

    await fail(app, conn, gateway, [*fresh, sold[0]])

    assert [address for address, state in (await states(conn)).items() if state == "flagged"] == [sold[0]]
    assert sorted(await open_alarms(conn)) == [
        ("address_flagged", f"{sold[0]} unproven"),
        ("gateway_proofs_fail", f"{name} unproven new"),
    ]
    # They are routed now.
    await fail(app, conn, gateway, [sold[0]], times=2)
    assert await open_alarms(conn) == [("address_flagged", f"{sold[0]} unproven")]


async def test_addresses_that_fail_two_at_a_time_are_not_all_flagged(app: Litestar, conn: Connection) -> None:
    """Whoever has stolen a credential can say that addresses fail, one after the other."""
    gateway = await a_gateway(conn)
    addresses = await sold_addresses(conn, gateway, 20)
    seen: list[int] = []

    for number in (2, 4, 6):
        await execute(conn, "UPDATE address_checks SET ask_at = now() WHERE failures = 0")
        await fail(app, conn, gateway, addresses[:number])
        seen.append(list((await states(conn)).values()).count("flagged"))

    assert seen == [2, 0, 0]
    assert {kind for kind, _ in await open_alarms(conn)} == {"gateway_proofs_fail"}


async def test_one_failure_has_others_of_the_gateway_asked_for(app: Litestar, conn: Connection) -> None:
    """Else the first addresses of a dead uplink would be flagged before any other was tried."""
    gateway = await a_gateway(conn)
    addresses = await new_addresses(conn, gateway, 150)
    await execute(conn, "UPDATE address_checks SET ask_at = now() + interval '1 hour' * address_id")
    await execute(
        conn,
        "UPDATE address_checks SET ask_at = now() WHERE address_id = %(id)s",
        id=await id_of(conn, addresses[0]),
    )

    await say_unreachable(app, (await questions(conn, gateway))[addresses[0]])

    asked = [await questions(conn, gateway) for _ in range(3)]
    # A hundred with the one that failed; the rest waits for its own time.
    assert [len(one) for one in asked] == [50, 49, 0]


async def test_an_unanswered_question_says_nothing_of_an_address(conn: Connection) -> None:
    """Gateways of the version before do not answer."""
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)
    await proofs.believe_sandbox(conn, [address])
    await execute(conn, "UPDATE address_checks SET ask_at = now()")

    for _ in range(5):
        assert list(await questions(conn, gateway)) == [address]
        assert await ask_again(conn, gateway, after=timedelta(minutes=59)) == {}
        await ask_again(conn, gateway, after=timedelta(minutes=1))
        await execute(conn, "UPDATE address_checks SET ask_at = now()")

    assert await state_of(conn, address) == "free"


@pytest.mark.parametrize(
    "ends", ["UPDATE address_checks SET tried_at = now()", "UPDATE gateways SET wanted = 'maintenance'"]
)
async def test_addresses_that_nobody_proves_raise_an_alarm(
    conn: Connection, db: Database, ends: LiteralString
) -> None:
    gateway = await a_gateway(conn)
    name = await fetch_one(conn, str, "SELECT name FROM gateways")
    [address] = await new_addresses(conn, gateway)
    await proofs.believe_sandbox(conn, [address])
    await execute(conn, "UPDATE exit_addresses SET proven_at = now() - interval '3 days'")

    async with db.transaction() as inner:
        await proofs.watch_overdue(inner)
    assert await open_alarms(conn) == [("address_proofs_overdue", name)]

    await execute(conn, ends)
    async with db.transaction() as inner:
        await proofs.watch_overdue(inner)
    assert await open_alarms(conn) == []


async def test_each_address_has_one_word(conn: Connection) -> None:
    plan = await a_plan(conn, addresses=6)
    gateway = await fetch_one(conn, int, "SELECT gateway_id FROM exit_addresses LIMIT 1")
    [new] = await new_addresses(conn, gateway)
    member = await a_member(conn)
    await a_service(conn, member, plan=plan)
    leased = "SELECT host(address) FROM exit_addresses e JOIN leases l ON l.address_id = e.id"
    [of_service] = await fetch_all(conn, str, leased)
    order = await fetch_one(conn, str, "SELECT id FROM orders")
    pool = await fetch_one(conn, int, "SELECT pool_id FROM plans")
    assert await holds.hold_addresses(conn, pool=pool, order_id=order, quantity=1)
    [held] = set(await fetch_all(conn, str, leased)) - {of_service}
    others = [address for address, state in (await states(conn)).items() if state == "free"]
    resting, flagged, withdrawn, free = others
    await execute(
        conn,
        "UPDATE exit_addresses SET available_at = now() + interval '1 day' WHERE host(address) = %(one)s",
        one=resting,
    )
    await flag(conn, flagged)
    await proofs.withdraw(conn, withdrawn, reason="test")

    assert await states(conn) == {
        new: "new",
        of_service: "leased",
        held: "held",
        resting: "resting",
        flagged: "flagged",
        withdrawn: "withdrawn",
        free: "free",
    }
    assert await fetch_one(
        conn, bool, "SELECT bool_and(since IS NOT NULL) FROM address_states WHERE state <> 'resting'"
    )


async def test_an_order_that_holds_a_flagged_address_gets_another(conn: Connection, db: Database) -> None:
    plan = await a_plan(conn, addresses=2)
    await a_service(conn, await a_member(conn), plan=plan)
    order = await fetch_one(conn, str, "SELECT id FROM orders")
    await execute(conn, "UPDATE leases SET state = 'held', service_id = NULL, active_at = NULL, cause = NULL")
    held = "SELECT host(e.address) FROM exit_addresses e JOIN leases l ON l.address_id = e.id AND l.state = 'held'"
    before = await fetch_one(conn, str, held)
    await flag(conn, before)

    await stock_jobs.give_up_holds.func(job_context_of(db))

    after = await fetch_all(conn, str, held)
    assert len(after) == 1
    assert after != [before]
    assert await state_of(conn, before) == "flagged"
    assert await holds.lock_leases(conn, order)


def job_context_of(db: Database) -> JobContext:
    return job_context(worker_tools(db))


async def test_an_address_that_is_flagged_while_it_is_held_is_not_held_again(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=1)
        pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
        await a_service(conn, await a_member(conn))
        order = await fetch_one(conn, str, "SELECT id FROM orders")
        [address] = await fetch_all(
            conn, str, "SELECT host(address) FROM exit_addresses WHERE pool_id = %(pool)s", pool=pool
        )

    async with shop.db.transaction() as flagging:
        await stock.flag(flagging, await id_of(flagging, address), "listed")
        async with shop.db.transaction() as buying:
            while_it_is_flagged = await holds.hold_addresses(buying, pool=pool, order_id=order, quantity=1)
    async with shop.db.transaction() as buying:
        afterwards = await holds.hold_addresses(buying, pool=pool, order_id=order, quantity=1)

    assert (while_it_is_flagged, afterwards) == (False, False)


async def test_a_flag_that_waits_for_a_buyer_leaves_the_address_unsold_to_the_next(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=1)
        pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
        await a_service(conn, await a_member(conn))
        order = await fetch_one(conn, str, "SELECT id FROM orders")
        [address] = await fetch_all(
            conn, str, "SELECT host(address) FROM exit_addresses WHERE pool_id = %(pool)s", pool=pool
        )

    async def flag_it() -> None:
        async with shop.db.transaction() as flagging:
            await proofs.flag(flagging, await id_of(flagging, address), address, "listed")

    async with shop.db.transaction() as buying:
        assert await holds.hold_addresses(buying, pool=pool, order_id=order, quantity=1)
        waiting = asyncio.create_task(flag_it())
        await until_one_waits_for_a_lock(shop.db)
    await waiting
    await stock_jobs.give_up_holds.func(job_context_of(shop.db))

    async with shop.db.connection() as conn:
        held = await fetch_all(
            conn,
            str,
            "SELECT l.state FROM leases l JOIN exit_addresses e ON e.id = l.address_id AND e.pool_id = %(p)s",
            p=pool,
        )
        assert held == ["ended"]
        assert await state_of(conn, address) == "flagged"


async def test_a_daily_proof_does_not_wait_for_somebody_who_buys_the_address(shop: Shop) -> None:
    """Nor the buyer for it: who finds a row locked takes another address, and the last one seems sold out."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        await a_plan(conn, addresses=1, gateway=gateway)
        await execute(conn, "UPDATE address_checks SET ask_at = now()")
        [(address, nonce)] = (await questions(conn, gateway)).items()

    async with shop.db.transaction() as buying, asyncio.timeout(20):
        await execute(buying, "SELECT 1 FROM exit_addresses FOR UPDATE")
        answer = await call(shop.app, nonce, source=address)

    assert answer.json()["data"]["proven"]


async def test_a_proof_that_comes_after_the_withdrawal_is_refused(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        [address] = await new_addresses(conn, gateway)
        nonce = (await questions(conn, gateway))[address]

    async with shop.db.transaction() as withdrawing:
        assert await proofs.withdraw(withdrawing, address, reason="the carrier wants it back")
        late = asyncio.create_task(call(shop.app, nonce, source=address))
        await until_one_waits_for_a_lock(shop.db)
    answer = await late

    assert answer.json()["code"] == "no_such_question"
    async with shop.db.transaction() as conn:
        assert await state_of(conn, address) == "withdrawn"
        assert await ask_again(conn, gateway, after=DAY * 30) == {}


async def test_a_returned_address_is_proven_anew_before_it_is_sold(app: Litestar, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    [address] = await new_addresses(conn, gateway)
    await proofs.believe_sandbox(conn, [address])
    await proofs.withdraw(conn, address, reason="test")

    returned = [await proofs.return_address(conn, address, reason="test") for _ in range(2)]
    seen = [await state_of(conn, address)]
    await call(app, (await questions(conn, gateway))[address], source=address)
    await clear(conn)
    seen.append(await state_of(conn, address))

    assert returned == [True, False]
    assert seen == ["new", "free"]
    assert await proofs.return_address(conn, "192.0.2.1", reason="test") is None


async def test_gateways_are_asked_with_their_heartbeats_although_changes_come_all_the_time(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        [address] = await new_addresses(conn, gateway)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        heard = await listening.hear()
        while heard["type"] != "heartbeat":
            heard = await listening.hear()
        then = await listening.hear()

    assert [question["address"] for question in heard["prove"]] == [address]
    assert len(heard["prove"][0]["nonce"]) == 32
    assert then == {"type": "heartbeat", "revision": 0}


async def test_two_streams_of_one_gateway_ask_for_an_address_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        await new_addresses(conn, gateway, 80)

    async def ask() -> list[str]:
        async with shop.db.connection() as conn:
            return [one.address for one in await proofs.ask_due(conn, GatewayId(gateway))]

    asked = [address for part in await asyncio.gather(ask(), ask(), ask()) for address in part]

    assert len(asked) == len(set(asked))


async def test_old_evidence_goes_but_for_the_newest(conn: Connection, db: Database) -> None:
    [address] = await new_addresses(conn, await a_gateway(conn))
    for _ in range(3):
        await proof_queries.add_evidence(conn, [await id_of(conn, address)], "call", is_good=True)
    await execute(conn, "UPDATE address_evidence SET at = now() - interval '91 days'")

    await proof_jobs.forget_evidence.func(job_context_of(db))

    assert await fetch_one(conn, int, "SELECT count(*) FROM address_evidence") == 1
