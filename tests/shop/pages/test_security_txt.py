"""Whom somebody tells who has found a weakness (RFC 9116)."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.settings import SettingsError, load
from tests.shop.builders.clients import HOME
from tests.shop.builders.shops import Client, Configure

PATH = "/.well-known/security.txt"


async def test_it_names_a_contact_and_a_day_within_a_year(client: Client, configure: Configure) -> None:
    configure(IEUM_SECURITY_CONTACT="mailto:security@shop.example")

    answer = await client.get(PATH)

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert told["Contact"] == "mailto:security@shop.example"
    assert told["Canonical"] == f"{HOME}{PATH}"
    left = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)
    assert timedelta(days=170) < left < timedelta(days=365)


async def test_without_a_contact_of_its_own_it_names_the_shops_mail_address(
    client: Client, conn: Connection
) -> None:
    await execute(conn, "UPDATE site_config SET site_mail = 'help@shop.example'")

    assert "Contact: mailto:help@shop.example\n" in (await client.get(PATH)).text


async def test_a_shop_that_nobody_can_be_told_of_has_none(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET site_mail = ''")

    assert (await client.get(PATH)).status_code == 404


@pytest.mark.parametrize("contact", ["security@shop.example", "mailto:a@b\nExpires: never", "javascript:1"])
def test_a_contact_that_is_no_address_is_refused(contact: str) -> None:
    with pytest.raises(SettingsError, match="IEUM_SECURITY_CONTACT"):
        load({"IEUM_SECURITY_CONTACT": contact, "IEUM_DATABASE_URL": "postgresql:///x"})
