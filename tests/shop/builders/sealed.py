"""Rows with something sealed in every column that has it, and values of the form before."""

from cryptography.fernet import Fernet

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.sealed_columns import Sealed, SealedColumn
from ieum.shop.kernel.sealing import Place
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.members.security import totp
from ieum.shop.refunds import accounts
from ieum.shop.refunds.types import Account
from ieum.shop.server.sealed import COLUMNS
from ieum.shop.signing import service as signing
from ieum.shop.usage import queries as usage
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import an_order
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.staff import a_staff
from tests.shop.builders.subscriptions import a_card

MESSAGE = b'{"kind":"ieum-now"}\n'


async def everything_sealed(conn: Connection) -> None:
    """Make a row of each kind, of a member and a colleague of its own; the shop has one signing key."""
    member, plan = await a_member(conn), await a_plan(conn)
    await a_card(conn, member)
    order = await an_order(conn, member, plan, state="refunding", method="virtual_account")
    await execute(
        conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back, calculation,
                             reason, sealed_account)
        VALUES (%(order)s, %(member)s, 'stuck', 'full', 33000, 0, 0, '[]', '', %(account)s)
        """,
        order=order,
        member=member,
        account=accounts.seal(Account("88", "110123456789", "홍길동"), SEALER, order).sealed,
    )
    await signing.sign(conn, SEALER, MESSAGE)
    service = await a_service(conn, member, plan=plan)
    await a_device(conn, service)
    device = await fetch_one(
        conn, int, "SELECT id FROM devices WHERE service_id = %(service)s", service=service
    )
    client = SEALER.seal("198.51.100.7", of=usage.place_of(device))
    await execute(
        conn,
        """
        INSERT INTO usage_sessions (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
        VALUES (%(device)s, %(service)s, '203.0.113.5', %(client)s, now() - interval '1 hour', now(), 1, 1)
        """,
        client=client,
        device=device,
        service=service,
    )
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, session_began_at, session_exit, session_client, session_mark)
        VALUES (%(device)s, now(), '203.0.113.7', %(client)s, decode(repeat('00', 16), 'hex'))
        """,
        client=client,
        device=device,
    )
    await execute(
        conn,
        "INSERT INTO totp_secrets (member_id, sealed_secret) VALUES (%(member)s, %(sealed)s)",
        member=member,
        sealed=totp.seal(totp.new_secret(), key=KEY, holder=member),
    )
    staff = (await a_staff(conn)).staff
    await execute(
        conn,
        """
        INSERT INTO staff_invitations (staff_id, token_hash, totp_secret, made_by, expires_at)
        VALUES (%(staff)s, sha256(%(sealed)s), %(sealed)s, %(staff)s, now() + interval '1 day')
        """,
        staff=staff,
        sealed=totp.seal(totp.new_secret(), key=KEY, holder=f"staff:{staff}"),
    )


async def rows_of(conn: Connection, column: SealedColumn) -> list[Sealed]:
    return await column.lock(conn, after=0, limit=100)


def opened(column: SealedColumn, row: Sealed) -> str:
    return SEALER.open(row.sealed, of=Place(column.name, row.row))


def unbound(text: str, *, key: str = SANDBOX_SEALING_KEY) -> bytes:
    """Seal a text in the form before."""
    return Fernet(key).encrypt(text.encode())


async def unbind(conn: Connection, column: SealedColumn, *, key: str = SANDBOX_SEALING_KEY) -> list[Sealed]:
    """Put the texts of a column into the form before; returns the rows as they are then."""
    rows = [
        Sealed(row.id, row.row, unbound(opened(column, row), key=key)) for row in await rows_of(conn, column)
    ]
    await column.write(conn, rows)
    return rows


async def list_unbound(conn: Connection, *, hours_ago: int = 2) -> None:
    """List every column as one that may have old values, as the migration does in a shop from before it."""
    await execute(conn, "ALTER TABLE unbound_seals DISABLE TRIGGER columns_only_leave")
    await execute(
        conn,
        """
        INSERT INTO unbound_seals (sealed_column, since)
        SELECT DISTINCT c, now() - make_interval(hours => %(hours)s) FROM unnest(%(names)s::text[]) AS c
        """,
        hours=hours_ago,
        names=[column.name for column in COLUMNS.values()],
    )
    await execute(conn, "ALTER TABLE unbound_seals ENABLE TRIGGER columns_only_leave")
