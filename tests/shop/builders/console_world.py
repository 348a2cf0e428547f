"""One of everything that the console shows, so that each of its calls and screens has something to say."""

from typing import Any, NamedTuple

from psycopg import sql
from psycopg.types.json import Jsonb

from ieum.shop.desk.previews import preview
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.refunds import accounts
from ieum.shop.refunds.types import Account
from ieum.shop.usage import queries as usage
from tests.shop.builders.console_calls import NOTHING
from tests.shop.builders.inquiries import an_image
from tests.shop.builders.members import a_passkey, a_session
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_device
from tests.shop.builders.staff import Login, a_role, a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.subscriptions import subscribed
from tests.shop.builders.text_sources import a_notice, publish

# Of the shop, at its provider: no secret of the member's.
DEPOSITS_TO = "56011122233344"


class Private(NamedTuple):
    """What nobody reads who may not unmask. No part of it is a mask of another part."""

    name: str = "선우경민"
    email: str = "privatemail@secret.example"
    phone: str = "01098765432"
    account: str = "88812345678901"
    payee: str = "제갈예금"
    home: str = "198.51.100.77"


class World(NamedTuple):
    member: MemberId
    private: Private
    ids: dict[str, Any]
    """The id of the one under each path of the console: `orders/{order_id}`."""

    def path(self, template: str) -> str:
        """With the ids of what there is. KeyError: this builder has none of them yet."""
        if "{" not in template:
            return template
        parts = template.split("/")
        at = next(place for place, part in enumerate(parts) if part.startswith("{"))
        parts[at] = str(self.ids["/".join(parts[: at + 1])])
        # A message of an order: what stands below is asked for with an id that nothing has.
        return "/".join(NOTHING if part.startswith("{") else part for part in parts)


async def a_console_world(
    conn: Connection, staff: Login, text: str = "적은 글", *, private: Private | None = None
) -> World:
    """A member with everything, what staff have written, and what waits. `text` stands wherever somebody may write."""
    private = private or Private()
    one = await subscribed(conn)
    member, service, plan = one.member, one.service, one.plan
    await execute(
        conn,
        "UPDATE members SET name = %(name)s, email = %(email)s, phone = %(phone)s WHERE id = %(id)s",
        name=private.name,
        email=private.email,
        phone=private.phone,
        id=member,
    )
    await a_sub_id(conn, member, name=private.name)
    await a_device(conn, service)
    await a_passkey(conn, member)
    session = await a_session(conn, member)
    await execute(
        conn,
        "UPDATE login_sessions SET ip_address = %(home)s::inet, user_agent = %(text)s WHERE id = %(id)s",
        home=private.home,
        text=text,
        id=session.id,
    )
    device = await fetch_one(
        conn, int, "SELECT id FROM devices WHERE service_id = %(service)s", service=service
    )
    await execute(
        conn,
        """
        INSERT INTO usage_sessions (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
        VALUES (%(device)s, %(service)s, '203.0.113.5', %(home)s, now() - interval '1 hour', now(), 1, 1)
        """,
        home=SEALER.seal(private.home, of=usage.place_of(device)),
        device=device,
        service=service,
    )
    order, refunded = (
        await an_order(conn, member, plan, state="paid", method="transfer"),
        await an_order(conn, member, plan, state="refunding", method="virtual_account"),
    )
    for paid in (order, refunded):
        await a_payment(conn, paid, account_number=DEPOSITS_TO, bank_code="88", refusal_message=text)
    await execute(
        conn,
        """
        INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email, address,
                                          business_type, business_item)
        VALUES (%(order)s, '1234567891', %(text)s, %(name)s, %(email)s, %(text)s, %(text)s, %(text)s)
        """,
        order=order,
        text=text,
        name=private.name,
        email=private.email,
    )
    account = Account("88", private.account, private.payee)
    await execute(
        conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back, calculation,
                             reason, sealed_account, refusal_code, refusal_message)
        VALUES (%(order)s, %(member)s, 'stuck', 'full', 33000, 0, 0, '[]', %(text)s, %(account)s, 'X', %(text)s)
        """,
        order=refunded,
        member=member,
        text=text,
        account=accounts.seal(account, SEALER, refunded).sealed,
    )
    ids: dict[str, Any] = {
        "members/{id}": member,
        "services/{id}": service,
        "plans/{id}": plan,
        "subscriptions/{id}": one.id,
        "orders/{order_id}": refunded,
        "invoices/{order_id}": order,
        "staff/{id}": (await a_staff(conn)).staff,
        "roles/{id}": await a_role(conn, []),
        "me/sessions/{id}": staff.session,
        "me/passkeys/{id}": await _one(
            conn,
            "staff_passkeys",
            staff_id=staff.staff,
            credential_id=b"1",
            public_key=b"1",
            sign_count=0,
            transports=[],
            name=text,
        ),
        "numbers/{figure}": "sales",
        "message-texts/{number}": 0,
    }
    ids |= await _inquiry(conn, member, staff, text, private)
    ids |= await _messages(conn, member, staff, text, private, order)
    ids |= await _texts(conn, staff, text)
    ids |= await _work(conn, member, staff, text)
    ids["addresses/{id}"] = await fetch_one(conn, int, "SELECT max(id) FROM exit_addresses")
    ids["addresses/pools/{id}"] = await fetch_one(conn, int, "SELECT max(id) FROM address_pools")
    await execute(
        conn,
        """
        INSERT INTO address_profits (month, address_id, pool_id, revenue, cost)
        SELECT date_trunc('month', now() AT TIME ZONE 'Asia/Seoul'), max(id), max(pool_id), 30000, 1000
          FROM exit_addresses
        """,
    )
    ids["gateways/{id}"] = await fetch_one(conn, int, "SELECT max(id) FROM gateways")
    facts = {"facts": text}
    note = Note(
        action="members.block",
        object_kind="member",
        object_id=str(member),
        before=facts,
        after=facts,
        reason=text,
    )
    await record.append(conn, By(role="시험", request_id="r1", address="127.0.0.1"), [note])
    return World(member, private, ids)


async def _one(conn: Connection, table: str, **columns: Any) -> int:
    insert = sql.SQL("INSERT INTO {} ({}) VALUES ({}) RETURNING id").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.SQL(", ").join(map(sql.Placeholder, columns)),
    )
    row = await (await conn.execute(insert, columns)).fetchone()
    assert row is not None
    return row[0]


async def _inquiry(
    conn: Connection, member: MemberId, staff: Login, text: str, private: Private
) -> dict[str, Any]:
    title = f"{private.name} {private.phone} {private.email} {text}"[:100]
    inquiry = await _one(conn, "inquiries", member_id=member, category="other", title=title)
    said = f"{private.name}, {private.phone}, {private.email}. {text}"
    message = await _one(conn, "inquiry_messages", inquiry_id=inquiry, author="member", body=said)
    await _one(conn, "inquiry_messages", inquiry_id=inquiry, author="staff", staff="김운영", body=said)
    picture = an_image()
    image = await _one(
        conn,
        "inquiry_images",
        member_id=member,
        message_id=message,
        position=1,
        name=text[:100],
        media_type="image/png",
        width=40,
        height=30,
        size=len(picture),
        content=picture,
        thumbnail=picture,
    )
    await _one(conn, "inquiry_notes", inquiry_id=inquiry, staff_id=staff.staff, body=said)
    canned = await _one(conn, "canned_answers", title=text[:60], body=text, changed_by=staff.staff)
    return {"canned-answers/{id}": canned, "inquiries/{id}": inquiry, "inquiries/images/{id}": image}


async def _messages(
    conn: Connection, member: MemberId, staff: Login, text: str, private: Private, order: str
) -> dict[str, Any]:
    sent: dict[str, int] = {}
    for channel, to in (("mail", private.email), ("sms", private.phone)):
        sent[channel] = await _one(
            conn,
            "messages",
            channel=channel,
            recipient=to,
            subject=text,
            body=f"{private.name} 님, {text}\n{private.email}\n{private.phone}",
            reference=f"order-paid:{order}:{channel}",
            member_id=member,
            refusal=text[:100],
        )
    test = await _one(
        conn,
        "messages",
        channel="mail",
        recipient="desk@ieum.example",
        subject=text,
        body=text,
        reference=f"settings-test:{staff.staff}:1",
    )
    broadcast = await _one(
        conn,
        "broadcasts",
        channel="mail",
        is_advertising=False,
        subject=text[:150],
        body=text,
        audience="q=1",
        recipients=1,
        state="waiting",
        made_by=staff.staff,
    )
    return {
        "messages/{id}": sent["mail"],
        "settings/connections/messages/{id}": test,
        "broadcasts/{id}": broadcast,
    }


async def _texts(conn: Connection, staff: Login, text: str) -> dict[str, Any]:
    await publish(conn, a_notice("a-notice", "알림"))
    entry = await fetch_one(conn, int, "SELECT id FROM content_entries WHERE slug = 'a-notice'")
    draft = await _one(
        conn,
        "content_drafts",
        kind="notice",
        slug="a-draft",
        written=Jsonb({"title": text, "body": text}),
        based_on=0,
        changed_by=staff.staff,
    )
    key = await fetch_one(
        conn,
        str,
        """
        INSERT INTO content_files (name, media_type, content)
        VALUES ('a-file.png', 'image/png', %(content)s) RETURNING key
        """,
        content=an_image(),
    )
    return {
        "content/texts/{id}": entry,
        "content/drafts/{id}": draft,
        "content/files/{key}": key,
        "content/programs/{name}": "a-program.exe",
    }


async def _work(conn: Connection, member: MemberId, staff: Login, text: str) -> dict[str, Any]:
    alarm = await _one(conn, "alarms", kind="refund_stuck", reference=text[:200], detail=text)
    request = await _one(
        conn,
        "authority_requests",
        received_on="2026-11-01",
        branch="police",
        authority=text[:100],
        document_number=text[:100],
        kind="other",
        asked=text,
        people_asked=1,
        registered_by=staff.staff,
    )
    incident = await _one(
        conn,
        "incidents",
        kind="leak",
        title=text[:100],
        what=text,
        noticed_at="2026-11-01",
        audience="q=1",
        affected=1,
        made_by=staff.staff,
    )
    await _one(conn, "incident_steps", incident_id=incident, kind="fact", body=text, made_by=staff.staff)
    announced = await _one(
        conn, "status_incidents", title=text[:80], parts=["payment"], level="degraded", state="looking"
    )
    await _one(conn, "status_updates", incident_id=announced, state="looking", words=text[:1000])
    run = await _one(
        conn,
        "bulk_runs",
        kind="members.points",
        params=Jsonb({"points": 1}),
        title=text,
        total=1,
        state="running",
        reason=text,
        made_by=staff.staff,
        role="시험",
        session_id=staff.session,
        request_id="r1",
        address="127.0.0.1",
    )
    await execute(
        conn,
        """
        INSERT INTO bulk_rows (run_id, object_id, state, detail, at)
        VALUES (%(run)s, %(member)s, 'failed', %(text)s, now())
        """,
        run=run,
        member=member,
        text=text,
    )
    export = await _one(
        conn,
        "exports",
        screen="record",
        query="q=1",
        reason=text,
        expected=1,
        state="waiting",
        asked_by=staff.staff,
    )
    view = await _one(conn, "saved_views", staff_id=staff.staff, screen="orders", name=text[:40], query="q=1")
    shown = preview(text, [Row(text, text, before=text)], warnings=[text])
    approval = await _one(
        conn,
        "staff_approvals",
        action="roles.make",
        params=Jsonb({"target": None, "wish": {"name": text[:40], "permissions": []}, "key": "press"}),
        preview=Jsonb(
            {
                "title": shown.title,
                "rows": [{"label": text, "value": text, "before": text}],
                "warnings": shown.warnings,
                "count": None,
                "amount": None,
                "digest": shown.digest,
            }
        ),
        reason=text,
        asked_by=staff.staff,
    )
    return {
        "alarms/{id}": alarm,
        "authorities/{id}": request,
        "incidents/{id}": incident,
        "status/incidents/{id}": announced,
        "bulk/{id}": run,
        "approvals/{id}": approval,
        "exports/{id}": export,
        "views/{id}": view,
        "addresses/who/{id}": approval,
    }
