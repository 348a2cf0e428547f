"""A production shop does not start on addresses that nobody has proven, nor on use that a demo has made up."""

import pytest

from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, execute
from ieum.shop.kernel.settings import SettingsError
from ieum.shop.proofs import service as proofs
from ieum.shop.server.startup import refuse_unfit
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.proofs import new_addresses


async def test_addresses_that_the_sandbox_proved_are_refused_until_they_are_proven_anew(
    conn: Connection, db: Database
) -> None:
    [address] = await new_addresses(conn, await a_gateway(conn))
    await proofs.believe_sandbox(conn, [address])

    with pytest.raises(SettingsError, match="proven by the sandbox"):
        await refuse_unfit(db)

    await proofs.withdraw(conn, address, reason="test")
    await proofs.return_address(conn, address, reason="test")
    # What is asked next is the footer.
    await execute(conn, "UPDATE site_config SET business_name = ''")
    with pytest.raises(SettingsError, match="footer"):
        await refuse_unfit(db)


async def test_made_up_use_is_refused(conn: Connection, db: Database) -> None:
    await gateways.note_pretended_use(conn, GatewayId(await a_gateway(conn)))

    with pytest.raises(SettingsError, match="has made up"):
        await refuse_unfit(db)
