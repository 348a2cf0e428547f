"""However many confirmations arrive, one payment of an order carries its money: a rule that the database keeps."""

import pytest
from psycopg.errors import UniqueViolation

from ieum.shop.kernel.db import Connection
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment, an_order


@pytest.mark.parametrize("state", ["confirming", "approved", "cancelling", "cancelled"])
async def test_a_second_payment_that_was_not_refused_is_refused_by_the_table(
    conn: Connection, state: str
) -> None:
    order_id = await an_order(conn, await a_member(conn), await a_plan(conn))
    times = {"approved_at": None, "cancelled_at": None}
    await a_payment(conn, order_id, state="refused", payment_key="first", **times)
    await a_payment(conn, order_id, attempt=2, payment_key="second")

    with pytest.raises(UniqueViolation, match="payments_one_per_order"):
        await a_payment(conn, order_id, attempt=3, payment_key="third", state=state)
