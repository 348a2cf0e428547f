"""A member of whom something is kept in every table that can say something about a member."""

from typing import Any

from psycopg import sql
from psycopg.types.json import Jsonb

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId
from tests.shop.builders.changes import a_change
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.inquiries import an_image
from tests.shop.builders.looks import a_look
from tests.shop.builders.members import a_passkey, a_session
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.services import a_device, let_connect
from tests.shop.builders.staff import Login
from tests.shop.builders.sub_ids import a_grant, a_sub_id
from tests.shop.builders.subscriptions import subscribed

# What stands where a file for the member must not take it from.
SECRETS = (
    "secret-password",
    "secret-key",
    "secret-deposit",
    "secret-code",
    "secret-reason",
    "secret-note",
    "김비밀",
)


async def row(conn: Connection, table: str, **columns: Any) -> None:
    await conn.execute(
        sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, columns)),
            sql.SQL(", ").join(map(sql.Placeholder, columns)),
        ),
        columns,
    )


async def _moved_in(conn: Connection, member: MemberId, mark: str) -> None:
    await execute(
        conn,
        """
        WITH run AS (INSERT INTO moving_runs (made_by) VALUES ('secret-note') RETURNING id),
             link AS (INSERT INTO moving_links (member_id) VALUES (%(member)s))
        INSERT INTO moved_rows (kind, external_id, contents, run_id, member_id, reason)
        SELECT 'points', %(mark)s, sha256('secret-key'), id, %(member)s, %(mark)s FROM run
        """,
        member=member,
        mark=mark,
    )


async def a_member_with_everything(conn: Connection, staff: Login, mark: str) -> MemberId:
    """`mark` stands in every text that is the member's own, so that it is known whose a text is."""
    one = await subscribed(conn)
    member, service = one.member, one.service
    await execute(
        conn,
        """
        UPDATE members SET login_id = %(mark)s || '_id', name = %(mark)s || '이름', email = %(mark)s || '@example.com',
               password_hash = 'secret-password' WHERE id = %(id)s
        """,
        mark=mark,
        id=member,
    )
    await row(conn, "former_names", member_id=member, name=f"{mark}옛이름")
    await execute(
        conn,
        """
        INSERT INTO consents (member_id, document_key, version, agreed, ip_address)
        SELECT %(member)s, key, version, true, '198.51.100.7' FROM agreement_documents LIMIT 1
        """,
        member=member,
    )
    await a_session(conn, member)
    await a_passkey(conn, member, name=f"{mark}패스키")
    await a_look(conn, member, by=staff)
    await row(
        conn, "first_touches", member_id=member, touched_at="now", referrer_host="", keyword=mark, campaign=""
    )
    await _moved_in(conn, member, mark)
    await row(conn, "destructions", what=f"{mark}기록", member_id=member, row_count=1)
    await _staff_saw(conn, member)
    await _money(conn, one.id, member, one.plan, mark)
    await _use(conn, member, service, mark)
    await _contact(conn, staff, member, mark)
    await a_sub_id(conn, member, login_id=f"{mark}_sub", name="김비밀")
    return member


async def a_sub_id_with_everything(conn: Connection, owner: MemberId, service: int, mark: str) -> MemberId:
    """Who has a device on the owner's service."""
    sub_id = await a_sub_id(conn, owner, login_id=f"{mark}_desk", name=f"{mark}이름")
    await a_grant(conn, sub_id, service)  # type: ignore[arg-type]
    await row(conn, "sub_id_events", sub_id=sub_id, by="owner", what="created")
    await execute(
        conn,
        """
        INSERT INTO devices (service_id, made_by, name, public_key, tunnel_address, gateway_id)
        SELECT service_id, %(sub_id)s, %(name)s, %(key)s, tunnel_address + 100, gateway_id
          FROM devices WHERE service_id = %(service)s LIMIT 1
        """,
        sub_id=sub_id,
        name=f"{mark}기기",
        key=a_key(),
        service=service,
    )
    return sub_id


async def _staff_saw(conn: Connection, member: MemberId) -> None:
    await execute(
        conn,
        """
        WITH head AS (UPDATE staff_record_head SET index = index + 1 RETURNING index)
        INSERT INTO staff_record (index, at, role, action, object_kind, object_id, reason, request_id, address, hash)
        SELECT index, now(), '김비밀', 'members.unmask', 'member', %(member)s::text, 'secret-reason', 'r', '::1',
               sha256('x')
          FROM head
        """,
        member=member,
    )


async def _money(conn: Connection, subscription: int, member: MemberId, plan: Any, mark: str) -> None:
    order = await an_order(conn, member, plan, state="refunded", closed_at="now")
    await a_payment(
        conn, order, payment_key=f"secret-key-{mark}", secret="secret-deposit", refusal_message=f"{mark}거절"
    )
    await row(
        conn,
        "refunds",
        order_id=order,
        member_id=member,
        mode="full",
        amount=33_000,
        points_returned=0,
        points_clawed_back=0,
        calculation=Jsonb([]),
        reason=f"{mark}환불",
    )
    await row(conn, "point_entries", member_id=member, amount=700, kind="earned")
    await row(
        conn,
        "price_consents",
        subscription_id=subscription,
        period=2,
        old_amount=33_000,
        new_amount=34_000,
        charge_at="tomorrow",
    )
    await row(
        conn,
        "tax_invoice_requests",
        order_id=order,
        business_number="1234567891",
        company=f"{mark}상사",
        representative=mark,
        email="tax@example.com",
    )


async def _use(conn: Connection, member: MemberId, service: int, mark: str) -> None:
    change = await a_change(conn, member, service)  # type: ignore[arg-type]
    await execute(
        conn,
        "UPDATE ip_changes SET reason = 'slow', words = %(words)s WHERE id = %(id)s",
        words=f"{mark}느림",
        id=change,
    )
    await a_device(conn, service)  # type: ignore[arg-type]
    await execute(
        conn, "UPDATE devices SET name = %(name)s WHERE service_id = %(id)s", name=f"={mark}기기", id=service
    )
    await let_connect(conn, service)
    await execute(
        conn,
        """
        INSERT INTO usage_sessions (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
        SELECT id, service_id, '203.0.113.5', 'secret-key', now() - interval '1 minute', now(), 1, 1
          FROM devices WHERE service_id = %(service)s
        """,
        service=service,
    )
    await execute(
        conn,
        """
        INSERT INTO usage_hours (device_id, hour, rx_bytes, tx_bytes)
        SELECT id, date_trunc('hour', now(), 'UTC'), 1, 1 FROM devices WHERE service_id = %(service)s
        """,
        service=service,
    )
    for table in ("device_links", "rotation_links"):
        token = (table + mark).encode().ljust(32)[:32]
        await row(conn, table, service_id=service, token_hash=token, name=f"{mark}링크")
    await row(conn, "rotations", service_id=service, on_reconnect=True)
    await row(conn, "service_extensions", service_id=service, key="outage", days=1, ends_before="now")
    number = f"{member:032X}"
    await row(
        conn,
        "certificates",
        number="-".join(number[at : at + 4] for at in range(0, 32, 4)),
        member_id=member,
        service_id=service,
        holder=f"{mark}이름",
        is_masked=False,
        state="in_use",
        in_log=False,
    )
    old, new = await a_gateway(conn, token=f"old-{member}"), await a_gateway(conn, token=f"new-{member}")
    await execute(
        conn,
        """
        WITH e AS (INSERT INTO evacuations (gateway_id, until, reason)
                   VALUES (%(old)s, now() + interval '1 day', 'secret-note') RETURNING id)
        INSERT INTO service_moves (evacuation_id, service_id, until, old_gateway_id, new_gateway_id)
        SELECT id, %(service)s, now() + interval '1 day', %(old)s, %(new)s FROM e
        """,
        old=old,
        new=new,
        service=service,
    )


async def _contact(conn: Connection, staff: Login, member: MemberId, mark: str) -> None:
    await execute(
        conn,
        """
        WITH i AS (INSERT INTO inquiries (member_id, category, title) VALUES (%(member)s, 'other', %(mark)s || '문의')
                   RETURNING id),
             a AS (INSERT INTO inquiry_actions (staff, action, inquiry_id, member_id)
                   SELECT '김비밀', 'shown', id, %(member)s FROM i),
             n AS (INSERT INTO inquiry_notes (inquiry_id, staff_id, body) SELECT id, %(staff)s, 'secret-note' FROM i)
        INSERT INTO inquiry_messages (inquiry_id, author, staff, body)
        SELECT i.id, v.author, v.staff, %(mark)s || '글'
          FROM i, (VALUES ('member', NULL), ('staff', '김비밀')) v (author, staff)
        """,
        member=member,
        mark=mark,
        staff=staff.staff,
    )
    picture = an_image()
    await row(
        conn,
        "inquiry_images",
        member_id=member,
        name=f"{mark}.png",
        media_type="image/png",
        width=40,
        height=30,
        size=len(picture),
        content=picture,
        thumbnail=picture,
    )
    for number, code_until in ((1, None), (2, "tomorrow")):
        await row(
            conn,
            "messages",
            channel="mail",
            recipient=f"{mark}@example.com",
            subject=f"{mark}메일",
            body=f"{mark}내용" if code_until is None else "secret-code",
            reference=f"{mark}-{number}",
            member_id=member,
            code_until=code_until,
        )
    await execute(
        conn,
        """
        WITH b AS (INSERT INTO broadcasts (channel, is_advertising, subject, body, audience, recipients, state, made_by)
                   VALUES ('mail', false, %(mark)s || '공지', '본문', 'q=1', 1, 'waiting', %(staff)s) RETURNING id),
             i AS (INSERT INTO incidents (kind, title, what, noticed_at, audience, made_by)
                   VALUES ('leak', %(mark)s || '사고', 'secret-note', now(), 'q=1', %(staff)s) RETURNING id),
             x AS (INSERT INTO incident_members (incident_id, member_id) SELECT id, %(member)s FROM i)
        INSERT INTO broadcast_recipients (broadcast_id, member_id) SELECT id, %(member)s FROM b
        """,
        mark=mark,
        staff=staff.staff,
        member=member,
    )
