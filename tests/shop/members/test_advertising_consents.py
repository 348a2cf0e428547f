"""Consent to advertising: kept as proof, answered, and asked for again (ICNA 50)."""

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.members.profile import consents, jobs
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import (
    SIGN_UP_AGREEMENTS,
    SIGN_UP_FORM,
    a_member,
    an_account,
    change,
    profile,
)
from tests.shop.builders.messages import outbox
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import context_of, queued


async def consent(conn: Connection, member: MemberId, key: str, *, ago: str, agreed: bool = True) -> None:
    """Said so long ago, and in force since."""
    await execute(
        conn,
        """
        INSERT INTO consents (member_id, document_key, version, agreed, recorded_at)
        VALUES (%(member)s, %(key)s, '2026-11-20', %(agreed)s, now() - %(ago)s::interval)
        """,
        member=member,
        key=key,
        agreed=agreed,
        ago=ago,
    )
    column = {"sms": b"sms_opt_in", "email": b"mail_opt_in"}[key]
    await conn.execute(
        b"UPDATE members SET " + column + b" = %(agreed)s WHERE id = %(member)s",
        {"agreed": agreed, "member": member},
    )


async def test_each_change_is_stored_as_proof_and_confirmed_on_its_own_medium(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET business_name = '이음네트웍스'")
    account = await an_account(conn)

    answer = await change(client, account, "consents", smsRcvYn="Y", mailRcvYn="Y")

    data = answer.json()["data"]
    assert (data["smsRcvYn"], data["mailRcvYn"]) == ("Y", "Y")
    assert data["smsChangedAt"]
    assert data["mailChangedAt"]
    proofs = await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', document_key, version, agreed, host(ip_address), channel) FROM consents
         WHERE recorded_at IS NOT NULL ORDER BY id
        """,
    )
    assert proofs == ["sms 2026-11-20 t 127.0.0.1 web", "email 2026-11-20 t 127.0.0.1 web"]
    sms, mail = await outbox(conn)
    assert (sms.channel, sms.recipient) == ("sms", "01012345678")
    assert (mail.channel, mail.recipient) == ("mail", "hong@example.com")
    for message in (sms, mail):
        assert "이음네트웍스의 광고성 정보 수신에 동의하셨습니다." in message.body
        assert data["smsChangedAt"][:4] in message.body
        # No advertisement itself.
        assert "(광고)" not in message.subject + message.body
    assert len(await queued(conn, "deliver")) == 2


async def test_a_withdrawal_is_confirmed_too(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    await change(client, account, "consents", smsRcvYn="N", mailRcvYn="Y")

    answer = await change(client, account, "consents", smsRcvYn="N", mailRcvYn="N")

    assert answer.json()["data"]["mailRcvYn"] == "N"
    agreed, refused = await outbox(conn)
    assert "동의하셨습니다" in agreed.body
    assert "수신 거부가 처리되었습니다." in refused.body
    assert (await profile(client, account))["smsChangedAt"] is None


async def test_a_consent_given_at_the_sign_up_is_confirmed_too(client: Client, conn: Connection) -> None:
    form = SIGN_UP_FORM | {"agreements": [*SIGN_UP_AGREEMENTS, {"key": "sms", "version": "2026-11-20"}]}

    answer = await client.post("/api/v1/user/sign-up", json=form)

    assert answer.status_code == 201, answer.text
    [sms] = await outbox(conn)
    assert (sms.channel, sms.recipient) == ("sms", "01012345678")
    assert "이음의 광고성 정보 수신에 동의하셨습니다." in sms.body


async def test_an_unchanged_answer_is_not_stored_again(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    for _ in range(2):
        await change(client, account, "consents", smsRcvYn="N", mailRcvYn="Y")

    assert await fetch_all(conn, str, "SELECT document_key FROM consents") == ["email"]
    assert len(await outbox(conn)) == 1


async def test_a_member_who_agrees_again_and_again_has_to_wait_but_may_withdraw(
    client: Client, conn: Connection
) -> None:
    """Each answer is an SMS that the shop pays for, to a number that may be anybody's where none is verified."""
    account = await an_account(conn)
    for _ in range(4):
        await change(client, account, "consents", smsRcvYn="Y", mailRcvYn="N")
        await change(client, account, "consents", smsRcvYn="N", mailRcvYn="N")
    await change(client, account, "consents", smsRcvYn="Y", mailRcvYn="N")

    refusing = await change(client, account, "consents", smsRcvYn="N", mailRcvYn="N")
    agreeing = await change(client, account, "consents", smsRcvYn="Y", mailRcvYn="N")
    by_mail = await change(client, account, "consents", smsRcvYn="N", mailRcvYn="Y")

    assert refusing.json()["data"]["smsRcvYn"] == "N"
    assert (agreeing.status_code, agreeing.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(agreeing.headers["Retry-After"]) <= 24 * 3600
    assert by_mail.status_code == 200
    assert [one.channel for one in await outbox(conn)] == ["sms"] * 10 + ["mail"]


async def test_a_day_later_they_may_agree_again(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    for ago in ("25 hours", "4 hours", "3 hours", "2 hours", "1 hour"):
        await consent(conn, account.member, "sms", ago=ago)
    await consent(conn, account.member, "sms", ago="1 minute", agreed=False)

    answers = [
        await change(client, account, "consents", smsRcvYn=sms, mailRcvYn="N") for sms in ("Y", "N", "Y")
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.parametrize("body", [{"smsRcvYn": "Y"}, {"smsRcvYn": "y", "mailRcvYn": "N"}, {}])
async def test_an_answer_with_one_consent_missing_is_refused(
    client: Client, conn: Connection, body: dict[str, str]
) -> None:
    account = await an_account(conn)

    answer = await change(client, account, "consents", **body)

    assert answer.status_code == 422
    assert await fetch_all(conn, int, "SELECT id FROM consents") == []


@pytest.mark.parametrize(
    ("ago", "asked"),
    [
        pytest.param("23 months", 0, id="not yet"),
        pytest.param("2 years 1 day", 1, id="two years"),
        pytest.param("5 years", 1, id="nobody asked at two years"),
    ],
)
async def test_consents_are_asked_for_again_every_two_years(conn: Connection, ago: str, asked: int) -> None:
    await consent(conn, await a_member(conn), "email", ago=ago)

    assert await consents.ask_again(conn) == asked
    assert await consents.ask_again(conn) == 0
    assert len(await outbox(conn)) == asked


async def test_a_member_asked_after_two_years_is_asked_again_after_four(conn: Connection) -> None:
    member = await a_member(conn)
    await consent(conn, member, "email", ago="4 years 1 day")
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, body, reference, sent_at)
        SELECT 'mail', '', '', concat('consent-again:', id, ':2'), now() - interval '2 years' FROM consents
        """,
    )

    assert await consents.ask_again(conn) == 1
    [_, again] = await outbox(conn)
    assert again.reference.endswith(":4")


async def test_the_question_says_what_was_agreed_to_when_and_how_to_withdraw(conn: Connection) -> None:
    member = await a_member(conn)
    await consent(conn, member, "sms", ago="2 years 1 day")
    await consent(conn, member, "email", ago="2 years 1 day")

    await consents.ask_again(conn)

    sent = {message.channel: message for message in await outbox(conn)}
    assert set(sent) == {"sms", "mail"}
    [day] = await fetch_all(
        conn,
        str,
        "SELECT DISTINCT to_char(recorded_at AT TIME ZONE 'Asia/Seoul', 'YYYY.MM.DD') FROM consents",
    )
    for message in sent.values():
        assert message.body.startswith(f"{day} 이음의 광고성 정보 수신에 동의하셨습니다.")
        assert "철회" in message.body
        assert "유지" in message.body


async def test_a_member_who_withdrew_or_agreed_anew_is_not_asked(conn: Connection) -> None:
    withdrew, anew = await a_member(conn), await a_member(conn)
    await consent(conn, withdrew, "email", ago="3 years")
    await consent(conn, withdrew, "email", ago="1 year", agreed=False)
    await consent(conn, anew, "email", ago="3 years")
    await consent(conn, anew, "email", ago="1 year")

    assert await consents.ask_again(conn) == 0


async def test_the_job_asks_batch_by_batch_until_nobody_is_left(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consents, "BATCH", 2)
    async with shop.db.transaction() as conn:
        for _ in range(5):
            await consent(conn, await a_member(conn), "email", ago="2 years 1 day")

    await jobs.ask_consents_again.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert len(await outbox(conn)) == 5
