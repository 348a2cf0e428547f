"""What a verification proves, and that it proves it once."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.members.verification import service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import MAIL, PHONE, a_code, a_verified, both_on, let_verifications_age


@pytest.fixture(autouse=True)
async def asks_for_both(conn: Connection) -> None:
    await both_on(conn)


async def test_of_two_requests_at_once_one_uses_a_verification(asking_shop: Shop) -> None:
    async with asking_shop.db.connection() as conn:
        verification = await a_verified(asking_shop.client, conn)

    async def spend() -> bool:
        try:
            async with asking_shop.db.transaction() as conn:
                await service.spend(
                    conn, verification, channel="phone", target=PHONE, purpose="sign-up", field="x"
                )
        except InvalidFields:
            return False
        return True

    assert sorted(await asyncio.gather(*(spend() for _ in range(6)))) == [False] * 5 + [True]


async def test_a_rolled_back_use_leaves_the_verification_unused(asking_shop: Shop) -> None:
    async with asking_shop.db.connection() as conn:
        verification = await a_verified(asking_shop.client, conn)

    with pytest.raises(RuntimeError):
        async with asking_shop.db.transaction() as conn:
            await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")
            raise RuntimeError

    async with asking_shop.db.transaction() as conn:
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        pytest.param({"target": "01099998888"}, "verification_mismatch", id="another number"),
        pytest.param({"channel": "mail", "target": MAIL}, "verification_mismatch", id="an address"),
        pytest.param({"purpose": "change"}, "verification_required", id="for something else"),
        pytest.param({"verification_id": ""}, "verification_required", id="none"),
        pytest.param({"verification_id": "\x00"}, "verification_required", id="no id"),
        pytest.param({"verification_id": str(uuid4())}, "verification_required", id="an id of nothing"),
    ],
)
async def test_a_verification_proves_only_its_own_number_or_address_and_purpose(
    client: Client, conn: Connection, changed: dict[str, Any], code: str
) -> None:
    usual: dict[str, Any] = {
        "verification_id": await a_verified(client, conn),
        "channel": "phone",
        "target": PHONE,
        "purpose": "sign-up",
    }

    with pytest.raises(InvalidFields) as refused:
        await service.spend(conn, **(usual | changed), field="there")

    assert refused.value.fields is not None
    assert [(field.name, field.code) for field in refused.value.fields] == [("there", code)]


async def test_a_verification_without_its_code_proves_nothing(client: Client, conn: Connection) -> None:
    verification, _ = await a_code(client, conn)

    with pytest.raises(InvalidFields):
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")


async def test_a_confirmed_verification_lasts_half_an_hour(client: Client, conn: Connection) -> None:
    verification = await a_verified(client, conn)
    await let_verifications_age(conn, timedelta(minutes=31))

    with pytest.raises(InvalidFields):
        await service.spend(conn, verification, channel="phone", target=PHONE, purpose="sign-up")
