"""How many statements each call sends: pinned, so that one more is a decision and N+1 cannot creep in."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from ieum.shop.gateways import readiness
from ieum.shop.ip_change.service import settle
from ieum.shop.kernel.db import Connection, Database, execute, fetch_one
from ieum.shop.members import passwords
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.certificates import a_holding, choices, issue
from tests.shop.builders.certificates import press as press_for_certificate
from tests.shop.builders.changes import a_holder, change, let_gateways_acknowledge, undo
from tests.shop.builders.device_links import a_maker, look_up, made, use
from tests.shop.builders.evacuations import a_place, a_resident, evacuate, move_of, press
from tests.shop.builders.gateways import BEARER, a_gateway, a_key
from tests.shop.builders.inquiries import INQUIRY, asked, upload, uploaded
from tests.shop.builders.members import (
    PASSWORD,
    SIGN_UP_FORM,
    a_login,
    a_member,
    a_passkey,
    a_session,
    an_account,
)
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.proofs import flag, new_addresses, questions
from tests.shop.builders.purchases import a_purchase
from tests.shop.builders.rotation import a_tail, addresses_of, tails_of
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import a_grant, a_sub_id
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.usage import a_used_device, line
from tests.shop.builders.usage import report as report_of_use
from tests.shop.builders.verifications import a_code, a_verified, ask, both_on, confirm, identify_at_window


def count(sent: list[str], answer: httpx.Response, status: int = 200) -> int:
    assert answer.status_code == status, answer.text
    return len(sent)


@pytest.mark.parametrize(
    ("path", "statements"),
    [
        ("/api/v1/config/info", 1),
        ("/api/v1/pg/toss", 0),
        ("/api/get-ip", 0),
        ("/api/v1/agreements?for=sign-up", 1),
        ("/api/v1/catalog/plans?kind=static", 2),
        ("/api/v1/my-ip", 1),
        ("/api/v1/status/troubles", 1),
        ("/.well-known/ieum-keys.json", 1),
        ("/healthz", 0),
        ("/readyz", 3),
        ("/api/v1/member", 0),
    ],
)
async def test_public_calls(
    client: Client, conn: Connection, sent: list[str], path: str, statements: int
) -> None:
    for _ in range(3):
        await a_plan(conn)
    sent.clear()

    answer = await client.get(path)

    assert count(sent, answer, 401 if path.endswith("member") else 200) == statements, sent


async def test_visits_are_counted_and_stored_in_two(client: Client, sent: list[str]) -> None:
    answer = await client.post(
        "/api/v1/home/visit", json={"ipAddress": "", "referrerUrl": "", "landingUrl": "", "keyword": ""}
    )

    assert count(sent, answer) == 2, sent


async def test_a_sign_up_takes_six(client: Client, sent: list[str]) -> None:
    assert count(sent, await client.post("/api/v1/user/sign-up", json=SIGN_UP_FORM), 201) == 6, sent


async def test_a_login_takes_six(client: Client, conn: Connection, sent: list[str]) -> None:
    await a_member(conn, login_id="hongkildong", password_hash=await passwords.hash_password("x"))
    sent.clear()

    answer = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "x"})

    # The network's charge, whether the member knows it, the id's, the member, both settled, the session.
    assert count(sent, answer) == 6, sent


async def test_a_wrong_login_takes_four_whether_or_not_the_member_exists(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    await a_member(conn, login_id="hongkildong", password_hash=await passwords.hash_password("x"))
    counts: list[int] = []

    for login_id in ("hongkildong", "nobody_here"):
        sent.clear()
        answer = await client.post("/api/login", json={"mberId": login_id, "mberPw": "wrong"})
        counts.append(count(sent, answer, 401))

    assert counts == [4, 4], sent


async def test_a_member_with_twenty_passkeys_takes_as_many_as_one_with_none(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    sent.clear()
    without = count(sent, await client.get("/api/v1/member/security", headers=headers))
    for number in range(20):
        await a_passkey(conn, member, name=f"passkey {number}")
    sent.clear()

    answer = await client.get("/api/v1/member/security", headers=headers)

    assert len(answer.json()["data"]["passkeys"]) == 20
    assert (without, count(sent, answer)) == (2, 2), sent


async def test_the_member_call_takes_one(client: Client, conn: Connection, sent: list[str]) -> None:
    headers = await a_login(conn, await a_member(conn))
    sent.clear()

    assert count(sent, await client.get("/api/v1/member", headers=headers)) == 1, sent


@pytest.mark.parametrize("held", [0, 1, 20])
async def test_twenty_services_take_as_many_as_one(
    client: Client, conn: Connection, sent: list[str], held: int
) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn, addresses=20)
    headers = await a_login(conn, member)
    for _ in range(held):
        service = await a_service(conn, member, plan=plan)
        await client.post(
            f"/api/v1/services/{service}/devices",
            json={"name": "PC", "publicKey": a_key()},
            headers=headers,
        )
    sent.clear()

    answer = await client.get("/api/v1/services", headers=headers)

    assert len(answer.json()["data"]["items"]) == held
    assert count(sent, answer) == 4, sent


async def test_changing_an_address_and_changing_it_back(
    client: Client, conn: Connection, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 0.02)
    holder = await a_holder(conn)
    sent.clear()
    preview = await client.get(f"/api/v1/services/{holder.service}/ip-change", headers=holder.headers)
    previewing = count(sent, preview)
    sent.clear()
    changed = await change(client, holder)
    changing = count(sent, changed)
    await let_gateways_acknowledge(conn)
    await settle(conn, changed.json()["data"]["id"])
    sent.clear()
    listing = count(sent, await client.get("/api/v1/ip-changes", headers=holder.headers))
    path = f"/api/v1/ip-changes/{changed.json()['data']['id']}"
    sent.clear()
    showing = count(sent, await client.get(path, headers=holder.headers))
    sent.clear()
    undone = await undo(client, holder, changed.json()["data"]["id"], changed.json()["data"]["address"])

    # Of the change: three locks, five looks whether it may be, three for another address of another network, the
    # leases, the exit with its endpoints, the ticket, the row, the answer. Six more after the wait for its gateway,
    # which says nothing: whether it has applied it, and the answer.
    assert (previewing, changing, listing, showing) == (3, 28, 3, 2), sent
    assert count(sent, undone) == 26, sent


async def test_adding_a_device_takes_fourteen_and_removing_it_seven(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    member = await a_member(conn)
    service, headers = await a_service(conn, member), await a_login(conn, member)
    sent.clear()
    added = await client.post(
        f"/api/v1/services/{service}/devices", json={"name": "PC", "publicKey": a_key()}, headers=headers
    )
    adding = count(sent, added, 201)
    sent.clear()
    removed = await client.delete(
        f"/api/v1/services/{service}/devices/{added.json()['data']['device']['id']}", headers=headers
    )

    # A statement of its own for the lock: see queries.lock_service. A tunnel address, the device, the service's exit
    # and its endpoint; four for the day's mail; the last one asks whether the gateway serves it, after the commit.
    assert (adding, count(sent, removed)) == (14, 7), sent


@pytest.mark.parametrize(
    ("method", "path", "body", "statements"),
    [
        ("GET", "profile", None, 2),
        ("GET", "sessions", None, 2),
        ("GET", "leaving", None, 2),
        # The password is checked in four; the former name, the config, a mail with its job.
        ("PUT", "name", {"mberNm": "임꺽정", "currentPw": PASSWORD}, 13),
        # The password is checked in four; the config, two mails with their jobs.
        ("PUT", "email", {"email": "new@example.com", "currentPw": PASSWORD}, 14),
        ("PUT", "phone", {"phone": "01011112222", "currentPw": PASSWORD}, 12),
        ("PUT", "password", {"mberPw": "battery-staple-7", "currentPw": PASSWORD}, 15),
        ("PUT", "consents", {"smsRcvYn": "Y", "mailRcvYn": "N"}, 10),
        ("POST", "sessions/end-others", None, 2),
        # One statement holds all services, so that none begins to wait meanwhile.
        ("POST", "leave", {"currentPw": PASSWORD}, 32),
    ],
)
async def test_the_calls_of_the_profile(
    client: Client,
    conn: Connection,
    sent: list[str],
    method: str,
    path: str,
    body: dict[str, Any] | None,
    statements: int,
) -> None:
    account = await an_account(conn, points=1_000)
    for _ in range(5):
        await a_session(conn, account.member)
    sent.clear()

    answer = await client.request(method, f"/api/v1/member/{path}", json=body, headers=account.headers)

    assert count(sent, answer) == statements, sent


async def test_an_order_and_its_confirm(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, sent: list[str]
) -> None:
    headers = await a_login(conn, await a_member(conn))
    wanted = {"planId": await a_plan(conn), "months": 1}
    sent.clear()
    quoting = count(sent, await client.post("/api/v1/orders/quote", json=wanted, headers=headers))
    sent.clear()
    order = await client.post(
        "/api/v1/orders", json={**wanted, "agreements": ORDER_AGREEMENTS}, headers=headers
    )
    placing = count(sent, order, 201)
    brought = await pay_at_window(sandbox, order.json()["data"])
    sent.clear()
    paid = await client.post("/api/v1/payments/confirm", json=brought, headers=headers)
    confirming = count(sent, paid)
    sent.clear()
    reading = count(sent, await client.get(f"/api/v1/orders/{brought['orderId']}", headers=headers))

    # An order that holds addresses locks the member and the network and counts what each holds unpaid; a quote only
    # counts what the member holds.
    assert (quoting, placing, reading) == (4, 12, 2), sent
    # Among them: is the order payable, asked once before the provider says whose the key is and once after.
    assert confirming == 26


@pytest.mark.parametrize(
    ("kind", "statements"),
    [
        # Alive, the offer, its prices; then the order, how many there were this hour, the texts and what was agreed to.
        ("ticket", (3, 7)),
        # What may be held, and the lock of its pool.
        ("dynamic", (4, 13)),
        # The service that is prolonged, once more.
        ("renewal", (4, 8)),
        # What may be held, points spent, and all that a payment is followed by but the provider's answer.
        ("points", (4, 22)),
    ],
)
async def test_other_orders(
    client: Client, conn: Connection, sent: list[str], kind: str, statements: tuple[int, int]
) -> None:
    member = await a_member(conn, points=40_000)
    headers = await a_login(conn, member)
    wanted: dict[str, Any] = {"months": 1}
    match kind:
        case "ticket":
            wanted["planId"] = await a_ticket_plan(conn, prices={1: 5_500})
        case "dynamic":
            wanted["planId"] = await a_dynamic_plan(conn)
        case "points":
            wanted |= {"planId": await a_plan(conn), "points": 33_000}
        case _:
            wanted |= {"planId": await a_plan(conn)}
            wanted["serviceId"] = await a_service(conn, member, plan=wanted["planId"])
    sent.clear()
    quoting = count(sent, await client.post("/api/v1/orders/quote", json=wanted, headers=headers))
    sent.clear()
    placed = await client.post(
        "/api/v1/orders", json={**wanted, "agreements": ORDER_AGREEMENTS}, headers=headers
    )

    assert (quoting, count(sent, placed, 201)) == statements, sent


@pytest.mark.parametrize("quantity", [1, 3])
async def test_a_refund_of_three_addresses_takes_as_many_as_of_one(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, sent: list[str], quantity: int
) -> None:
    buying = await a_purchase(client, conn, quantity=quantity)
    await client.post(
        "/api/v1/payments/confirm", json=await pay_at_window(sandbox, buying.order), headers=buying.headers
    )
    path = f"/api/v1/orders/{buying.order_id}"
    sent.clear()
    shown = await client.post(f"{path}/refund-quote", headers=buying.headers)
    quoting = count(sent, shown)
    sent.clear()
    asked = await client.post(
        f"{path}/refund", json={"quote": shown.json()["data"]["quote"]}, headers=buying.headers
    )

    # Three of them find out whether a gateway has to be asked for the last figures.
    assert (quoting, count(sent, asked)) == (3, 36), sent


async def test_a_proof_of_an_address_takes_six_and_its_daily_repetition_five(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    """The gateway, the question, its end, the state, the evidence; the first time also the job that looks it up."""
    gateway = await a_gateway(conn, token="gw_test")
    counts: list[int] = []
    [address] = await new_addresses(conn, gateway)
    for _ in range(2):
        await execute(conn, "UPDATE address_checks SET ask_at = now()")
        nonce = (await questions(conn, gateway))[address]
        sent.clear()
        body = {"nonce": nonce, "sandbox": True}
        counts.append(count(sent, await client.post("/gateway/v1/reflect", json=body, headers=BEARER)))

    assert counts == [6, 5], sent


@pytest.mark.parametrize("tails", [1, 5])
async def test_the_end_of_tails_takes_seven_however_many(
    client: Client, conn: Connection, sent: list[str], tails: int
) -> None:
    """The gateway, the services, their gateways, the end, and what the gateway is told: its lock, exits, endpoints."""
    gateway = await a_gateway(conn, token="gw_test")
    for _ in range(tails):
        await a_tail(client, conn, gateway)
    said = await tails_of(conn, gateway)
    sent.clear()

    answer = await client.post("/gateway/v1/tails", json={"tails": said}, headers=BEARER)

    assert (len(said), count(sent, answer, 204)) == (tails, 7), sent


async def test_what_a_gateway_says_of_its_host_takes_three(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    """The gateway, what was known of it, and what is."""
    await a_gateway(conn, token="gw_test")
    body = {"sentAt": datetime.now(UTC).isoformat(), "connections": 1, "mostConnections": 100}
    sent.clear()

    answer = await client.post("/gateway/v1/health", json=body, headers=BEARER)

    assert count(sent, answer, 204) == 3, sent


async def test_another_address_for_nothing_takes_twenty_one(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    """Session; order, service, plan, no change under way, its flags, those before; the address, its exits, the mail."""
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    [address] = await addresses_of(conn, service)
    await flag(conn, address)
    sent.clear()

    answer = await client.post(
        f"/api/v1/services/{service}/address-offer", json={"address": address}, headers=headers
    )

    assert count(sent, answer) == 21, sent


async def test_moving_to_another_gateway(
    client: Client, conn: Connection, db: Database, sent: list[str]
) -> None:
    place = await a_place(conn)
    resident = await a_resident(conn, place)
    await evacuate(conn, db, place)
    counts: list[int] = []
    for call in (move_of, press, press):
        sent.clear()
        await call(client, resident)
        counts.append(len(sent))

    assert counts == [2, 24, 7], sent


@pytest.mark.parametrize("peers", [1, 50])
async def test_a_report_of_strangers_takes_three_however_many_they_are(
    client: Client, conn: Connection, sent: list[str], peers: int
) -> None:
    await a_gateway(conn, token="gw_test")
    usage = [
        {"publicKey": a_key(), "lastHandshakeAt": None, "rxBytes": 0, "txBytes": 0} for _ in range(peers)
    ]
    sent.clear()

    answer = await client.post(
        "/gateway/v1/usage", json={"peers": usage}, headers={"Authorization": "Bearer gw_test"}
    )

    assert count(sent, answer, 204) == 3, sent


@pytest.mark.parametrize("devices", [1, 20])
async def test_a_report_of_use_takes_seven_however_many_devices(
    client: Client, conn: Connection, sent: list[str], devices: int
) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    used = [await a_used_device(conn, gateway=gateway) for _ in range(devices)]
    await report_of_use(client, *(line(one) for one in used))
    sent.clear()

    answer = await report_of_use(client, *(line(one, txBytes=2000) for one in used))

    # Which gateway, which devices, their rows locked, whose exits those are, the month is there, all that was counted,
    # and that this was all.
    assert count(sent, answer, 204) == 7, sent


@pytest.mark.parametrize(("path", "statements"), [("usage", 3), ("sessions", 4), ("sessions.csv", 3)])
async def test_the_calls_for_the_use_of_a_service(
    client: Client, conn: Connection, sent: list[str], path: str, statements: int
) -> None:
    used = await a_used_device(conn)
    await report_of_use(client, line(used))
    headers = await a_login(conn, used.member)
    sent.clear()

    answer = await client.get(f"/api/v1/services/{used.service}/{path}", headers=headers)

    assert count(sent, answer) == statements, sent


async def test_the_calls_for_certificates_take_the_same_however_many(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    member = await a_member(conn)
    plan, headers = await a_plan(conn, addresses=5), await a_login(conn, member)
    counts: list[list[int]] = []
    for services in (1, 4):
        held = [await a_service(conn, member, plan=plan) for _ in range(services)]
        number = await issue(client, headers, held[-1])
        took: list[int] = []
        for path in ("", "/choices", f"/{number}"):
            sent.clear()
            took.append(count(sent, await client.get(f"/api/v1/certificates{path}", headers=headers)))
        sent.clear()
        took.append(count(sent, await client.post("/api/v1/verify", json={"number": number})))
        counts.append(took)

    # The session, which one reads apart. Whether a certificate is still true takes three, one more until it has its
    # place in the log; and counting who asks takes one.
    assert counts == [[3, 4, 6, 6]] * 2


async def test_issuing_a_certificate_takes_fourteen(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    holder = await a_holding(conn)
    (span,) = await choices(client, holder.headers, holder.service)
    sent.clear()

    answer = await press_for_certificate(client, holder.headers, holder.service, span=span["id"])

    # The session; service, its addresses, who it is; one of today, and how many there were; the certificate; the proof,
    # the shop's name, its place in the log, the key, which the first signature makes, and what was signed.
    assert count(sent, answer, 201) == 14, sent


async def test_a_text_with_a_code_takes_seven_and_its_confirmation_two(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    """Config; lock, look back, insert; the message, its job, the count of texts. Then the try and what it proves."""
    await both_on(conn)
    sent.clear()
    asking = count(sent, await ask(client), 201)
    await execute(conn, "UPDATE verifications SET created_at = created_at - interval '1 minute'")
    verification, code = await a_code(client, conn)
    sent.clear()
    confirming = count(sent, await confirm(client, verification, code))

    assert (asking, confirming) == (7, 2), sent


async def test_a_verified_sign_up_takes_one_more(client: Client, conn: Connection, sent: list[str]) -> None:
    await both_on(conn)
    verification = await a_verified(client, conn)
    sent.clear()

    answer = await client.post(
        "/api/v1/user/sign-up",
        json=SIGN_UP_FORM | {"authType": "phone", "phoneVerificationId": verification},
    )

    assert count(sent, answer, 201) == 7, sent


async def test_an_identity_takes_four_and_its_confirmation_two(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, sent: list[str]
) -> None:
    await both_on(conn)
    sent.clear()
    begun = await client.post("/api/v1/identity-verifications", json={"purpose": "sign-up"})
    starting = count(sent, begun, 201)
    await identify_at_window(sandbox, begun.json()["data"], "verify")
    sent.clear()
    answer = await client.post(
        f"/api/v1/identity-verifications/{begun.json()['data']['id']}/confirm", json={}
    )

    assert (starting, count(sent, answer)) == (4, 2), sent


async def test_a_check_of_an_id_takes_two(client: Client, sent: list[str]) -> None:
    answer = await client.post("/api/v1/user/check-id", json={"mberId": "hongkildong"})

    assert count(sent, answer) == 2, sent


async def test_cards_and_subscriptions_take_the_same_however_many(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    plan = await a_plan(conn)
    counts: list[tuple[int, int]] = []

    for _ in range(3):
        await a_subscription(conn, member, plan)
        sent.clear()
        cards = count(sent, await client.get("/api/v1/billing-methods", headers=headers))
        sent.clear()
        counts.append((cards, count(sent, await client.get("/api/v1/subscriptions", headers=headers))))

    # Alive; the cards. Alive, the subscriptions with their services, the shop's terms, their cards, their prices.
    assert counts == [(2, 5)] * 3


async def test_an_inquiry_takes_the_same_whatever_is_in_it(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    service = await a_service(conn, member)
    counts: list[int] = []

    async def asking(method: str, path: str, body: dict[str, Any] | None, status: int) -> None:
        sent.clear()
        answer = await client.request(method, f"/api/v1/{path}", json=body, headers=headers)
        counts.append(count(sent, answer, status))

    sent.clear()
    # Alive; counted, room; the member, room again, the image.
    assert count(sent, await upload(client, headers), 201) == 6, sent
    images = [(await uploaded(client, headers))["id"] for _ in range(5)]
    for number in range(3):
        await asked(client, headers, title=f"{number}")
    # Alive, the service, the member, what was asked, the inquiry, its images.
    await asking("POST", "inquiries", {**INQUIRY, "serviceId": service, "images": images}, 201)
    inquiry = await fetch_one(conn, int, "SELECT max(id) FROM inquiries")
    await asking("GET", "inquiries", None, 200)
    await asking("GET", f"inquiries/{inquiry}", None, 200)
    # Alive, the inquiry, the member, what was said, the message; then as it is read.
    await asking("POST", f"inquiries/{inquiry}/messages", {"body": "더 있습니다."}, 201)
    await asking("GET", f"inquiries/{inquiry}", None, 200)
    await asking("PUT", f"inquiries/{inquiry}/seen", {"messageId": 1}, 200)
    await asking("GET", f"inquiry-images/{images[0]}", None, 200)
    await asking("GET", f"inquiry-images/{images[0]}/thumbnail", None, 200)

    assert counts == [6, 3, 2, 6, 2, 2, 2, 2]


async def test_sub_ids(client: Client, conn: Connection, sent: list[str]) -> None:
    """The member call of a sub-id is one query as its owner's is; a list costs the same however many there are."""
    member = await a_member(conn)
    service, owner = await a_service(conn, member), await a_login(conn, member)
    sub_ids = [await a_sub_id(conn, member) for _ in range(3)]
    for sub_id in sub_ids:
        await a_grant(conn, sub_id, service)
    own = await a_login(conn, sub_ids[0])
    asked = [("/api/v1/member", own), ("/api/v1/services", own), ("/api/v1/sub-ids", owner)]
    asked += [(f"/api/v1/sub-ids/{sub_ids[0]}", owner), (f"/api/v1/sub-ids/{sub_ids[0]}/sessions", owner)]

    taken: list[int] = []
    for path, headers in asked:
        sent.clear()
        taken.append(count(sent, await client.get(path, headers=headers)))

    assert taken == [1, 4, 4, 5, 4]


async def test_a_link_for_a_device_is_looked_up_in_three_and_used_in_twenty(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    maker, key = await a_maker(conn), a_key()
    link = await made(client, maker)
    sent.clear()
    first = count(sent, await look_up(client, link["token"]))
    sent.clear()
    again = count(sent, await look_up(client, link["token"]))
    sent.clear()
    used = count(sent, await use(client, link["token"], key), 201)
    sent.clear()
    asked = count(sent, await look_up(client, link["token"], publicKey=key))

    # The count, the link and its service; the first time that it was opened, and after the press its device.
    assert (first, again, asked) == (4, 3, 4), sent
    assert used == 20, sent
