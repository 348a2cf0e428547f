"""Sealed values that somebody who can write the database has copied to another row: they open nowhere."""

from argparse import ArgumentParser

import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.security import totp
from ieum.shop.payments.provider import Unknown
from ieum.shop.refunds.returning import RefundUnsettledError
from ieum.shop.signing import service as signing
from ieum.shop.usage import cli
from tests.conftest import RollingBack
from tests.shop.builders.charges import a_due, charge
from tests.shop.builders.clients import HOME as SITE
from tests.shop.builders.refunds import ACCOUNT, NAMED, a_deposited, refund, state_of
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.services import a_device
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import PASSWORD, a_staff, code
from tests.shop.builders.till import Till
from tests.shop.builders.usage import HOME, a_used_device, ago, line, report

MESSAGE = b'{"kind":"ieum-now"}\n'


async def test_a_billing_key_copied_to_another_card_charges_nobody(till: Till) -> None:
    victim = await a_due(till.conn, till.sandbox, till.provider)
    thief = await a_due(till.conn, till.sandbox, till.provider)
    await become_customer(till.conn, thief.member, victim.member)
    await execute(
        till.conn,
        """
        UPDATE billing_methods SET sealed_key = (SELECT sealed_key FROM billing_methods WHERE id = %(victim)s)
         WHERE id = %(thief)s
        """,
        victim=victim.method,
        thief=thief.method,
    )
    till.wire.sent.clear()

    outcome = await charge(till, thief)

    assert (outcome, till.wire.sent) == (Unknown("seal broken"), [])
    assert await till.alarms() == ["seal_moved"]


async def test_another_members_card_charges_nobody_for_ones_own_subscription(till: Till) -> None:
    victim = await a_due(till.conn, till.sandbox, till.provider)
    thief = await a_due(till.conn, till.sandbox, till.provider)
    await become_customer(till.conn, thief.member, victim.member)
    await execute(
        till.conn,
        "UPDATE subscriptions SET billing_method_id = %(victim)s WHERE id = %(thief)s",
        victim=victim.method,
        thief=thief.subscription,
    )
    till.wire.sent.clear()

    outcome = await charge_on_file.charge_card(till.db, till.provider, SEALER, thief.order_id, victim.method)

    assert (outcome, till.wire.sent) == (Unknown("seal broken"), [])
    assert await till.alarms() == ["seal_moved"]


async def test_an_account_copied_to_another_refund_gets_no_money(till: Till) -> None:
    thief, victim = await a_deposited(till), await a_deposited(till)
    await refund(till, thief, **NAMED)
    await refund(till, victim, **NAMED | {"account": ACCOUNT | {"number": "999999999999"}})
    await execute(
        till.conn,
        """
        UPDATE refunds SET sealed_account = (SELECT sealed_account FROM refunds WHERE order_id = %(thief)s)
         WHERE order_id = %(victim)s
        """,
        thief=thief.order_id,
        victim=victim.order_id,
    )

    with pytest.raises(RefundUnsettledError, match="does not open"):
        await till.give_back(victim.order_id)

    assert (await state_of(till.conn, victim))[0] == "returning"
    assert till.wire.count("cancel") == 0
    assert await till.alarms() == ["seal_moved"]


async def test_a_signing_key_of_before_signs_nothing_under_the_new_name(conn: Connection) -> None:
    await signing.sign(conn, SEALER, MESSAGE)
    old = await fetch_one(conn, bytes, "SELECT sealed_private FROM signing_keys")
    await signing.rotate(conn, SEALER)
    await execute(conn, "UPDATE signing_keys SET sealed_private = %(old)s WHERE retired_at IS NULL", old=old)

    with pytest.raises(Exception) as refused:  # noqa: PT011 - by its name, below
        await signing.sign(conn, SEALER, MESSAGE)

    assert type(refused.value).__name__ == "SealMovedError"


@pytest.mark.parametrize("is_over", [False, True], ids=["running", "over"])
async def test_a_client_copied_to_another_device_is_not_named(
    client: Client,
    conn: Connection,
    settings: Settings,
    db: RollingBack,
    capsys: pytest.CaptureFixture[str],
    *,
    is_over: bool,
) -> None:
    await execute(conn, "UPDATE site_config SET officer_mail = 'dpo@example.com'")
    used = await a_used_device(conn)
    began = ago(minutes=5)
    await report(client, line(used, at=began, lastHandshakeAt=began))
    if is_over:
        await report(
            client, line(used, at=ago(minutes=1), lastHandshakeAt=ago(minutes=1), since=ago(minutes=1))
        )
    await a_device(conn, used.service)
    other = await fetch_one(conn, int, "SELECT max(id) FROM devices")
    if is_over:
        await execute(conn, "UPDATE usage_sessions SET device_id = %(other)s", other=other)
    else:
        await execute(conn, "UPDATE device_usage SET device_id = %(other)s", other=other)
    login = await a_staff(conn, "services.view")

    asked = [
        "--at",
        f"{began.astimezone(SEOUL):%Y-%m-%d %H:%M}",
        "--by",
        "김운영",
        "--reason",
        "수사협조 2026-1",
    ]
    parser = ArgumentParser()
    cli.add_arguments(parser)
    await cli.run(parser.parse_args([used.exit, *asked, "--clients"]), settings, db)
    told = capsys.readouterr().out
    page = await client.get(f"/api/v1/console/services/{used.service}/sessions", headers=login.headers)

    assert f"device {other}" in told
    assert HOME not in told
    assert "not sealed for this device" in told
    assert page.json()["data"]["items"][-1]["client"] is None


async def test_an_authenticator_copied_to_another_person_lets_nobody_in(
    client: Client, conn: Connection
) -> None:
    thief, victim = await a_staff(conn), await a_staff(conn)
    await execute(
        conn,
        """
        UPDATE staff SET totp_secret = (SELECT totp_secret FROM staff WHERE id = %(thief)s) WHERE id = %(victim)s
        """,
        thief=thief.staff,
        victim=victim.staff,
    )
    sealed = await fetch_all(conn, bytes, "SELECT totp_secret FROM staff ORDER BY id")

    answer = await client.post(
        "/api/v1/console/session",
        json={"email": victim.email, "password": PASSWORD, "code": code()},
        headers={"Origin": SITE},
    )

    assert answer.status_code in {401, 422}, answer.text
    assert totp.unseal(sealed[-1], key=KEY, holder=f"staff:{victim.staff}") is None
    assert totp.unseal(sealed[-1], key=KEY, holder=f"{thief.staff}") is None


async def become_customer(conn: Connection, thief: int, victim: int) -> None:
    """Have the provider take the thief for the victim, as who can write the database can."""
    key = await fetch_one(conn, str, "SELECT customer_key::text FROM members WHERE id = %(id)s", id=victim)
    await execute(
        conn, "UPDATE members SET customer_key = gen_random_uuid() WHERE id = %(victim)s", victim=victim
    )
    await execute(
        conn, "UPDATE members SET customer_key = %(key)s::uuid WHERE id = %(thief)s", key=key, thief=thief
    )
