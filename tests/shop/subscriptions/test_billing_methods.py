"""Cards: registered once, sealed, removed here and at the provider."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.payments.toss import TossClient
from ieum.shop.server.resealing import reseal
from ieum.shop.subscriptions import methods
from ieum.shop.subscriptions.method_queries import place_of
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.payment_window import register_card
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.subscribers import METHODS, Holder, a_holder
from tests.shop.builders.subscriptions import a_card, a_subscription
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import queued

NEW_KEY = "bmV3LXNlYWxpbmcta2V5LWZvci10ZXN0cy1vbmx5LTI="


@pytest.fixture
async def holder(client: Client, sandbox: httpx.AsyncClient, conn: Connection) -> Holder:
    return await a_holder(client, sandbox, conn)


async def provider_cards(sandbox: httpx.AsyncClient) -> list[dict[str, Any]]:
    return [card for card in (await sandbox.get("/control/cards")).json() if not card["removed"]]


async def test_a_card_is_registered_and_shown_masked(
    holder: Holder, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    answer = await holder.post(METHODS, **await holder.bring("002"))

    assert answer.status_code == 201
    assert await holder.get(METHODS) == [answer.json()["data"]]
    shown = answer.json()["data"]
    assert (shown["issuer"], shown["cardType"], shown["inUse"]) == ("국민카드", "체크", 0)
    assert "*" in shown["number"]
    sealed = await fetch_one(conn, bytes, "SELECT sealed_key FROM billing_methods")
    place = place_of(answer.json()["data"]["id"], await fetch_one(conn, int, "SELECT id FROM members"))
    (card,) = await provider_cards(sandbox)
    assert SEALER.open(sealed, of=place) == card["billingKey"]
    assert card["billingKey"].encode() not in sealed


async def test_a_repeated_registration_gets_the_same_answer(holder: Holder, wire: Wire) -> None:
    brought = await holder.bring()

    answers = [await holder.post(METHODS, **brought) for _ in range(3)]

    assert [answer.json()["data"] for answer in answers] == [answers[0].json()["data"]] * 3
    assert wire.count("/billing/authorizations/issue") == 1


async def test_a_lost_answer_is_asked_for_again(
    holder: Holder, wire: Wire, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "WAIT_SECONDS", 0)
    brought = await holder.bring()
    wire.lost_answers = 1

    lost = await holder.post(METHODS, **brought)
    again = await holder.post(METHODS, **brought)

    assert (lost.status_code, lost.json()["code"]) == (409, "card_unconfirmed")
    assert again.status_code == 201
    assert len(await provider_cards(sandbox)) == 1


@pytest.mark.parametrize(
    ("card", "says"),
    [("101", "정지된 카드"), ("102", "정기결제에 쓸 수 없는 카드"), ("103", "인증 횟수를 초과")],
)
async def test_a_card_that_is_refused_says_why_and_what_to_do(holder: Holder, card: str, says: str) -> None:
    brought = await holder.bring(card)

    answers = [await holder.post(METHODS, **brought) for _ in range(2)]

    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (409, "card_refused")
        assert says in answer.json()["detail"]
        assert "다른 카드" in answer.json()["detail"]
    assert await holder.get(METHODS) == []


async def test_another_members_registration_is_refused(
    holder: Holder, client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    stranger = await a_holder(client, sandbox, conn)
    brought = await stranger.bring()
    own_key = (await holder.get(f"{METHODS}/customer-key"))["customerKey"]

    theirs = await holder.post(METHODS, **brought)
    assert theirs.status_code == 422
    assert wire.count("/billing/authorizations/issue") == 0

    assert (await stranger.post(METHODS, **brought)).status_code == 201
    disguised = await holder.post(METHODS, authKey=brought["authKey"], customerKey=own_key)
    assert disguised.status_code == 422
    assert await holder.get(METHODS) == []


async def test_an_authorisation_that_is_too_old_is_refused(
    holder: Holder, sandbox: httpx.AsyncClient
) -> None:
    brought = await holder.bring()
    await sandbox.post("/control/clock", json={"advanceSeconds": 700})

    answer = await holder.post(METHODS, **brought)

    assert answer.status_code == 409
    assert "처음부터 다시 등록" in answer.json()["detail"]


async def test_made_up_keys_are_asked_about_ten_times_an_hour(
    holder: Holder, wire: Wire, conn: Connection
) -> None:
    """The attack: each one cost the provider a request, and us a row, without end."""
    brought = await holder.bring()
    made_up = [brought | {"authKey": f"made-up-{number}"} for number in range(methods.CARDS_AN_HOUR)]

    answers = [await holder.post(METHODS, **keys) for keys in made_up]
    refused = [await holder.post(METHODS, **keys) for keys in (brought, brought, made_up[0])]
    await execute(conn, "UPDATE request_counts SET since = since - interval '1 hour'")
    later = await holder.post(METHODS, **brought)

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(409, "card_refused")}
    assert [answer.status_code for answer in refused] == [429, 429, 409]
    assert refused[0].json()["code"] == "too_many_cards"
    assert 0 < int(refused[0].headers["Retry-After"]) <= 3600
    wait = seoul.wait(int(refused[0].headers["Retry-After"]))
    assert f"{wait} 뒤에 처음부터 다시 등록해 주세요." in refused[0].json()["detail"]
    assert later.status_code == 201
    assert wire.count("/billing/authorizations/issue") == 11
    assert await fetch_one(conn, int, "SELECT count(*) FROM billing_methods") == 11


async def test_a_key_whose_answer_stays_unknown_is_no_way_around_the_limit(
    holder: Holder, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "WAIT_SECONDS", 0)
    monkeypatch.setattr(methods, "CARDS_AN_HOUR", 2)
    brought = await holder.bring()
    wire.lost_answers = 3

    answers = [await holder.post(METHODS, **brought) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [409, 409, 429]
    assert wire.count("/billing/authorizations/issue") == 2


async def test_the_members_of_one_network_share_a_limit_by_the_minute(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "CARDS_A_MINUTE_OF_NETWORK", 1)
    holders = [await a_holder(client, sandbox, conn) for _ in range(2)]
    brought = [await holder.bring() for holder in holders]

    answers = [await holder.post(METHODS, **keys) for holder, keys in zip(holders, brought, strict=True)]
    await execute(
        conn, "UPDATE request_counts SET since = since - interval '1 minute' WHERE who = '127.0.0.1'"
    )
    a_minute_later = await holders[1].post(METHODS, **brought[1])

    assert [answer.status_code for answer in answers] == [201, 429]
    assert 0 < int(answers[1].headers["Retry-After"]) <= 60
    assert a_minute_later.status_code == 201


async def test_two_windows_with_the_same_authorisation_register_one_card(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(shop.client, sandbox, conn)
    brought = await holder.bring()

    answers = await asyncio.gather(*(holder.post(METHODS, **brought) for _ in range(4)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["data"]["id"] for answer in answers}) == 1
    assert len(await provider_cards(sandbox)) == 1


async def test_a_removed_card_is_deleted_at_the_provider(
    holder: Holder, conn: Connection, db: RollingBack, provider: TossClient, sandbox: httpx.AsyncClient
) -> None:
    method = await holder.card()

    for _ in range(2):
        answer = await holder.client.delete(f"{METHODS}/{method}", headers=holder.headers)
        assert answer.status_code == 200
    assert await holder.get(METHODS) == []
    assert await queued(conn, "delete_billing_key") == [{"method": method}]
    await methods.delete_at_provider(db, provider, SEALER, method=method)

    assert await provider_cards(sandbox) == []
    assert await fetch_all(conn, str, "SELECT state FROM billing_methods") == ["removed"]
    assert await fetch_one(conn, bool, "SELECT sealed_key IS NULL FROM billing_methods")


async def test_a_deletion_whose_answer_is_lost_is_sent_again(
    holder: Holder, conn: Connection, db: RollingBack, provider: TossClient, wire: Wire
) -> None:
    await holder.client.delete(f"{METHODS}/{await holder.card()}", headers=holder.headers)
    wire.lost_answers = 1
    with pytest.raises(methods.KeyNotDeletedError):
        await methods.delete_at_provider(db, provider, SEALER)

    await methods.delete_at_provider(db, provider, SEALER)

    assert await fetch_all(conn, str, "SELECT state FROM billing_methods") == ["removed"]


async def test_a_card_in_use_cannot_be_removed(holder: Holder, conn: Connection) -> None:
    await a_subscription(conn, holder.member, await a_plan(conn))
    (method,) = await holder.get(METHODS)
    assert method["inUse"] == 1

    answer = await holder.client.delete(f"{METHODS}/{method['id']}", headers=holder.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "billing_method_in_use")


async def test_a_card_is_not_removed_while_a_subscription_takes_it(shop: Shop) -> None:
    """Without the lock on the card, a subscription could begin with one that is being deleted."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        subscription = await a_subscription(conn, member, await a_plan(conn))
        other = await a_card(conn, member)
        headers = await a_login(conn, member)

    async with shop.db.transaction() as taking:
        assert await methods.method_queries.share_usable(taking, other, member=member)
        removing = asyncio.create_task(shop.client.delete(f"{METHODS}/{other}", headers=headers))
        await until_one_waits_for_a_lock(shop.db)
        assert not removing.done()
        await execute(
            taking,
            "UPDATE subscriptions SET billing_method_id = %(card)s WHERE id = %(id)s",
            card=other,
            id=subscription,
        )

    assert (await removing).json()["code"] == "billing_method_in_use"


async def test_another_members_card_is_not_found(holder: Holder, conn: Connection) -> None:
    theirs = await a_card(conn, await a_member(conn))

    answer = await holder.client.delete(f"{METHODS}/{theirs}", headers=holder.headers)

    assert answer.status_code == 404


async def test_a_cancelled_registration_brings_no_key(holder: Holder) -> None:
    key = (await holder.get(f"{METHODS}/customer-key"))["customerKey"]

    assert (await register_card(holder.sandbox, key, outcome="cancel"))["code"] == "PAY_PROCESS_CANCELED"


async def test_every_sealed_value_is_resealed_under_the_newest_key(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        cards = [await a_card(conn, member, key=f"billing key {number}") for number in range(3)]
    both = Sealer([NEW_KEY, SANDBOX_SEALING_KEY])

    done = await reseal(shop.db, both, secret_key=KEY)

    assert (done["billing keys"].done, done["billing keys"].broken) == (3, [])
    async with shop.db.connection() as conn:
        sealed = await fetch_all(conn, bytes, "SELECT sealed_key FROM billing_methods ORDER BY id")
    new = Sealer([NEW_KEY])
    opened = [new.open(one, of=place_of(card, member)) for card, one in zip(cards, sealed, strict=True)]
    assert opened == ["billing key 0", "billing key 1", "billing key 2"]


async def test_a_value_that_no_key_opens_is_named_and_left_as_it_is(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        card = await a_card(conn, member := await a_member(conn))

    done = await reseal(shop.db, Sealer([NEW_KEY]), secret_key=KEY)

    assert (done["billing keys"].done, done["billing keys"].broken) == (0, [card])
    async with shop.db.connection() as conn:
        sealed = await fetch_one(conn, bytes, "SELECT sealed_key FROM billing_methods")
    assert SEALER.open(sealed, of=place_of(card, member)) == "billing_key"
