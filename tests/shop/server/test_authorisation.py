"""Every route of the app, asked by nobody and by somebody else. A route that is not in the table fails the test."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.certificates import choices, issue
from tests.shop.builders.changes import a_change
from tests.shop.builders.document import openapi_document
from tests.shop.builders.evacuations import an_offer
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.inquiries import asked, uploaded
from tests.shop.builders.looks import a_look
from tests.shop.builders.members import a_login, a_member, a_passkey, a_session
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.sub_ids import a_grant, a_sub_id, do
from tests.shop.builders.subscriptions import a_card, a_subscription

SERVICE, DEVICE = (
    "/api/v1/services/{service_id:int}",
    "/api/v1/services/{service_id:int}/devices/{device_id:int}",
)
DEVICE_LINKS = f"{SERVICE}/device-links"
INVOICE = {
    "businessNumber": "123-45-67891",
    "company": "이음상사",
    "representative": "홍길동",
    "email": "tax@example.com",
}
INQUIRY, IMAGE = "/api/v1/inquiries/{inquiry_id:int}", "/api/v1/inquiry-images/{image_id:int}"
ASKED = {"category": "other", "title": "문의", "body": "내용"}
CHANGE = "/api/v1/ip-changes/{change_id:int}"
CERTIFICATE = "/api/v1/certificates/{number:str}"
SESSION = "/api/v1/member/sessions/{session_id:int}"
SUBSCRIPTION = "/api/v1/subscriptions/{subscription_id:int}"
SUB_ID = "/api/v1/sub-ids/{sub_id:int}"
# Staff have a matrix of their own (`tests/shop/console/test_permissions.py`).
CONSOLE = "/api/v1/console/"
type Right = Literal["login", "service", "changes", "record"]

# Open to all: what everybody may see, or what makes somebody of them.
OPEN = {
    ("GET", "/"),
    ("GET", "/{path:path}"),
    ("GET", "/r/{token:str}"),
    ("POST", "/gateway/v1/enrol"),
    ("GET", "/assets/{name:path}"),
    ("GET", "/console"),
    ("GET", "/console/{path:path}"),
    ("GET", "/console/assets/{name:str}"),
    ("GET", "/.well-known/ieum-keys.json"),
    ("GET", "/.well-known/ieum-keys/{file:str}"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/status"),
    ("GET", "/status/status.json"),
    ("GET", "/status/status.xml"),
    ("GET", "/robots.txt"),
    ("GET", "/.well-known/security.txt"),
    ("GET", "/rss.xml"),
    ("GET", "/sitemap.xml"),
    ("GET", "/sitemap/{name:str}"),
    ("GET", "/favicon.ico"),
    ("GET", "/apple-touch-icon.png"),
    ("GET", "/icon-192.png"),
    ("GET", "/icon-512.png"),
    ("GET", "/icon-maskable.png"),
    ("GET", "/manifest.webmanifest"),
    ("GET", "/og/logo.png"),
    ("GET", "/og/{name:str}"),
    ("GET", "/files/{key:str}"),
    ("GET", "/download-files/{name:str}"),
    ("GET", "/api/v1/my-ip"),
    ("POST", "/api/v1/my-ip/proof"),
    ("POST", "/api/v1/verify"),
    ("GET", "/api/v1/notices"),
    ("GET", "/api/v1/notices/{slug:str}"),
    ("GET", "/api/v1/faqs"),
    ("GET", "/api/v1/faqs/{slug:str}"),
    ("GET", "/api/v1/guides/{os:str}"),
    ("GET", "/api/v1/content-pages/{slug:str}"),
    ("GET", "/api/v1/legal/{slug:str}"),
    ("GET", "/api/v1/releases"),
    ("GET", "/api/v1/search"),
    ("POST", "/r/{token:str}"),
    ("GET", "/api/v1/address-log/heads"),
    ("GET", "/api/v1/address-log/days/{day:date}/hashes"),
    ("GET", "/api/v1/address-log/days/{day:date}/head.json"),
    ("GET", "/api/v1/address-log/days/{day:date}/head.sig"),
    ("POST", "/api/v1/device-links/look-up"),
    ("POST", "/api/v1/device-links/use"),
    ("GET", "/api/get-ip"),
    ("GET", "/api/v1/head"),
    ("POST", "/api/login"),
    ("POST", "/api/logout"),
    ("POST", "/api/v1/look/end"),
    ("GET", "/api/v1/agreements"),
    ("GET", "/api/v1/banks"),
    ("GET", "/api/v1/catalog/plans"),
    ("GET", "/api/v1/config/info"),
    ("GET", "/api/v1/status/troubles"),
    ("POST", "/api/v1/home/client-error"),
    ("POST", "/api/v1/home/visit"),
    ("POST", "/api/v1/login/passkey-options"),
    ("POST", "/api/v1/login/passkey"),
    ("POST", "/api/v1/payments/webhooks/toss"),
    ("GET", "/api/v1/pg/{pg_name:str}"),
    ("POST", "/api/v1/user/sign-up"),
    ("POST", "/api/v1/user/check-id"),
    ("POST", "/api/v1/user/find-id"),
    ("POST", "/api/v1/user/find-id/confirm"),
    ("POST", "/api/v1/user/reset-password"),
    ("POST", "/api/v1/user/reset-password/confirm"),
    ("POST", "/api/v1/moving-in/look-up"),
    ("POST", "/api/v1/moving-in/use"),
    ("POST", "/api/v1/sub-id-links/look-up"),
    ("POST", "/api/v1/sub-id-links/use"),
    ("POST", "/api/v1/identity-verifications"),
    ("POST", "/api/v1/identity-verifications/{verification_id:uuid}/confirm"),
    ("POST", "/api/v1/verifications"),
    ("POST", "/api/v1/verifications/{verification_id:uuid}/confirm"),
}
# For members: what is sent, and what a member gets who asks for what is another's (None: there is only their own).
MEMBERS: dict[tuple[str, str], tuple[dict[str, Any] | None, int | None]] = {
    ("GET", "/api/v1/member"): (None, None),
    ("GET", "/api/v1/member/points"): (None, None),
    ("GET", "/api/v1/member/profile"): (None, None),
    ("GET", "/api/v1/member/tickets"): (None, None),
    ("PUT", "/api/v1/member/name"): ({"mberNm": "임꺽정", "currentPw": "wrong"}, None),
    ("PUT", "/api/v1/member/email"): ({"email": "new@example.com", "currentPw": "x"}, None),
    ("PUT", "/api/v1/member/phone"): ({"phone": "01011112222", "currentPw": "x"}, None),
    ("PUT", "/api/v1/member/password"): ({"mberPw": "battery-staple-7", "currentPw": "x"}, None),
    ("PUT", "/api/v1/member/consents"): ({"smsRcvYn": "Y", "mailRcvYn": "Y"}, None),
    ("GET", "/api/v1/member/sessions"): (None, None),
    ("GET", "/api/v1/member/looks"): (None, None),
    ("DELETE", SESSION): (None, 404),
    ("POST", "/api/v1/member/sessions/end-others"): (None, None),
    ("GET", "/api/v1/member/leaving"): (None, None),
    ("POST", "/api/v1/member/leave"): ({"currentPw": "x"}, None),
    ("GET", "/api/v1/member/security"): (None, None),
    ("POST", "/api/v1/member/totp"): ({"currentPw": "wrong"}, None),
    ("POST", "/api/v1/member/totp/confirm"): ({"code": "000000"}, None),
    ("POST", "/api/v1/member/totp/disable"): ({"currentPw": "wrong"}, None),
    ("POST", "/api/v1/member/totp/recovery-codes"): ({"currentPw": "wrong"}, None),
    ("POST", "/api/v1/member/passkeys/options"): ({"currentPw": "wrong"}, None),
    ("POST", "/api/v1/member/passkeys"): (
        {"challengeId": "00000000-0000-0000-0000-000000000000", "name": "PC", "credential": {}},
        None,
    ),
    ("POST", "/api/v1/member/passkeys/{passkey_id:int}/remove"): ({"currentPw": "wrong"}, None),
    ("POST", "/api/v1/orders/quote"): ({"planId": "{plan}", "months": 1}, None),
    ("POST", "/api/v1/orders"): ({"planId": "{plan}", "months": 1, "agreements": ORDER_AGREEMENTS}, None),
    ("GET", "/api/v1/orders"): (None, None),
    ("GET", "/api/v1/open-orders"): (None, None),
    ("GET", "/api/v1/orders/{order_id:str}"): (None, 404),
    ("GET", "/api/v1/orders/{order_id:str}/contract"): (None, 404),
    ("POST", "/api/v1/orders/{order_id:str}/cancel"): (None, 404),
    ("POST", "/api/v1/orders/{order_id:str}/tax-invoice"): (INVOICE, 404),
    ("POST", "/api/v1/orders/{order_id:str}/refund-quote"): (None, 404),
    ("POST", "/api/v1/orders/{order_id:str}/refund"): ({"quote": "0.0"}, 404),
    ("POST", "/api/v1/orders/{order_id:str}/refund-account"): (
        {"account": {"bank": "88", "number": "110123456789", "holder": "홍길동"}},
        404,
    ),
    ("POST", "/api/v1/payments/confirm"): (
        {"paymentKey": "key", "orderId": "{order}", "amount": 33_000},
        404,
    ),
    ("POST", "/api/v1/payments/fail"): ({"orderId": "{order}", "code": "USER_CANCEL"}, 404),
    ("GET", "/api/v1/billing-methods"): (None, None),
    ("GET", "/api/v1/billing-methods/customer-key"): (None, None),
    ("POST", "/api/v1/billing-methods"): ({"authKey": "key", "customerKey": "customer"}, None),
    ("DELETE", "/api/v1/billing-methods/{method_id:int}"): (None, 404),
    ("GET", "/api/v1/subscriptions"): (None, None),
    ("POST", "/api/v1/subscriptions"): ({"orderId": "{order}", "billingMethodId": "{method}"}, 404),
    ("POST", f"{SUBSCRIPTION}/stop"): (None, 404),
    ("POST", f"{SUBSCRIPTION}/resume"): (None, 404),
    ("POST", f"{SUBSCRIPTION}/pay-now"): (None, 404),
    ("PUT", f"{SUBSCRIPTION}/billing-method"): ({"billingMethodId": "{method}"}, 404),
    ("POST", f"{SUBSCRIPTION}/price-consent"): ({"agreed": True}, 404),
    ("GET", "/api/v1/services"): (None, None),
    ("GET", "/api/v1/services/connection"): (None, None),
    ("GET", SERVICE): (None, 404),
    ("GET", f"{SERVICE}/plan"): (None, 404),
    ("POST", f"{SERVICE}/devices"): ({"name": "PC", "publicKey": "{key}"}, 404),
    ("PUT", f"{DEVICE}/key"): ({"publicKey": "{key}"}, 404),
    ("DELETE", DEVICE): (None, 404),
    ("GET", DEVICE_LINKS): (None, 404),
    ("POST", DEVICE_LINKS): ({"name": "PC"}, 404),
    ("DELETE", f"{DEVICE_LINKS}/{{device_link_id:int}}"): (None, 404),
    ("GET", f"{SERVICE}/ip-change"): (None, 404),
    ("POST", f"{SERVICE}/ip-change"): ({"address": "203.0.113.1"}, 404),
    ("POST", f"{SERVICE}/address-offer"): ({"address": "203.0.113.1"}, 404),
    ("GET", f"{SERVICE}/move"): (None, 404),
    ("POST", f"{SERVICE}/move"): (None, 404),
    ("GET", "/api/v1/ip-changes"): (None, None),
    ("GET", CHANGE): (None, 404),
    ("POST", f"{CHANGE}/undo"): ({"address": "203.0.113.1"}, 404),
    ("GET", f"{SERVICE}/usage"): (None, 404),
    ("GET", f"{SERVICE}/usage.csv"): (None, 404),
    ("GET", f"{SERVICE}/sessions"): (None, 404),
    ("GET", f"{SERVICE}/sessions.csv"): (None, 404),
    ("GET", f"{SERVICE}/rotation"): (None, 404),
    ("PUT", f"{SERVICE}/rotation"): ({"timer": None, "onReconnect": False, "letRun": False}, 404),
    ("POST", f"{SERVICE}/rotation"): (None, 404),
    ("GET", f"{SERVICE}/addresses"): (None, 404),
    ("POST", f"{SERVICE}/rotation/links"): ({"name": "PC"}, 404),
    ("DELETE", f"{SERVICE}/rotation/links/{{link_id:int}}"): (None, 404),
    ("GET", "/api/v1/certificates"): (None, None),
    ("GET", "/api/v1/certificates/choices"): (None, None),
    ("POST", "/api/v1/certificates"): (
        {"serviceId": "{certified}", "spanId": "{span}", "name": "masked"},
        404,
    ),
    ("GET", CERTIFICATE): (None, 404),
    ("GET", f"{CERTIFICATE}/certificate-with-signature.json"): (None, 404),
    ("GET", f"{CERTIFICATE}/certificate.json"): (None, 404),
    ("GET", f"{CERTIFICATE}/certificate.sig"): (None, 404),
    ("GET", "/api/v1/inquiries"): (None, None),
    ("POST", "/api/v1/inquiries"): (ASKED | {"serviceId": "{service}", "orderId": "{order}"}, 422),
    ("GET", INQUIRY): (None, 404),
    ("POST", f"{INQUIRY}/messages"): ({"body": "내용"}, 404),
    ("PUT", f"{INQUIRY}/seen"): ({"messageId": 1}, 404),
    ("POST", "/api/v1/inquiry-images"): (None, None),
    ("GET", IMAGE): (None, 404),
    ("GET", f"{IMAGE}/thumbnail"): (None, 404),
    ("DELETE", IMAGE): (None, 404),
    ("GET", "/api/v1/sub-ids"): (None, None),
    ("POST", "/api/v1/sub-ids"): ({"loginId": "desk_new", "name": "자리"}, None),
    ("POST", "/api/v1/sub-ids/import"): ({"csv": "desk_new,자리"}, None),
    ("GET", SUB_ID): (None, 404),
    ("PUT", SUB_ID): ({"name": "다른 자리", "lastDay": None}, 404),
    ("DELETE", SUB_ID): (None, 404),
    ("POST", f"{SUB_ID}/suspend"): (None, 404),
    ("POST", f"{SUB_ID}/resume"): (None, 404),
    ("POST", f"{SUB_ID}/link"): ({}, 404),
    ("PUT", f"{SUB_ID}/services/{{service_id:int}}"): (
        {"deviceLimit": 1, "changeLimit": 1, "seesRecord": True},
        404,
    ),
    ("DELETE", f"{SUB_ID}/services/{{service_id:int}}"): (None, 404),
    ("GET", f"{SUB_ID}/events"): (None, 404),
    ("GET", f"{SUB_ID}/sessions"): (None, 404),
    ("POST", f"{SUB_ID}/act"): (None, 404),
}
# For sub-ids alone, or for their owner who looks as one.
SUB_IDS: dict[tuple[str, str], tuple[dict[str, Any] | None, int | None]] = {
    ("GET", "/api/v1/sub-id"): (None, None),
    ("GET", "/api/v1/sub-id/events"): (None, None),
    ("POST", "/api/v1/sub-id/act/end"): (None, None),
}
# Calls of members that a sub-id may make, too, and by which right: none but to be one, to be granted the service, a
# share of devices or of changes, or to see the record. All others are not there for it.
SHARED: dict[tuple[str, str], Right] = {
    ("GET", "/api/v1/member"): "login",
    ("PUT", "/api/v1/member/password"): "login",
    ("GET", "/api/v1/member/sessions"): "login",
    ("DELETE", SESSION): "login",
    ("POST", "/api/v1/member/sessions/end-others"): "login",
    ("GET", "/api/v1/member/security"): "login",
    ("POST", "/api/v1/member/totp"): "login",
    ("POST", "/api/v1/member/totp/confirm"): "login",
    ("POST", "/api/v1/member/totp/disable"): "login",
    ("POST", "/api/v1/member/totp/recovery-codes"): "login",
    ("POST", "/api/v1/member/passkeys/options"): "login",
    ("POST", "/api/v1/member/passkeys"): "login",
    ("POST", "/api/v1/member/passkeys/{passkey_id:int}/remove"): "login",
    ("GET", "/api/v1/services"): "login",
    ("GET", "/api/v1/services/connection"): "login",
    ("GET", "/api/v1/ip-changes"): "login",
    ("GET", SERVICE): "service",
    ("POST", f"{SERVICE}/devices"): "service",
    ("PUT", f"{DEVICE}/key"): "service",
    ("DELETE", DEVICE): "service",
    ("GET", DEVICE_LINKS): "service",
    ("POST", DEVICE_LINKS): "service",
    ("DELETE", f"{DEVICE_LINKS}/{{device_link_id:int}}"): "service",
    ("GET", f"{SERVICE}/ip-change"): "changes",
    ("POST", f"{SERVICE}/ip-change"): "changes",
    ("GET", CHANGE): "service",
    ("POST", f"{CHANGE}/undo"): "changes",
    ("GET", f"{SERVICE}/usage"): "record",
    ("GET", f"{SERVICE}/usage.csv"): "record",
    ("GET", f"{SERVICE}/sessions"): "record",
    ("GET", f"{SERVICE}/sessions.csv"): "record",
    ("GET", f"{SERVICE}/rotation"): "changes",
    ("POST", f"{SERVICE}/rotation"): "changes",
    ("GET", f"{SERVICE}/addresses"): "record",
}
# What staff who look as a member are not given: keys for a card's registration, and files to take away.
KEPT_FROM_LOOKS = {
    "/api/v1/billing-methods/customer-key",
    f"{SERVICE}/usage.csv",
    f"{SERVICE}/sessions.csv",
    f"{CERTIFICATE}/certificate-with-signature.json",
    f"{CERTIFICATE}/certificate.json",
    f"{CERTIFICATE}/certificate.sig",
}
# None of these hands out a key, a code or a link that could be used: of devices and links the shop has hashes and
# public keys alone, of cards the last digits.
SHOWN_TO_LOOKS = {
    "/api/v1/member",
    "/api/v1/member/points",
    "/api/v1/member/profile",
    "/api/v1/member/tickets",
    "/api/v1/member/sessions",
    "/api/v1/member/looks",
    "/api/v1/member/leaving",
    "/api/v1/member/security",
    "/api/v1/open-orders",
    "/api/v1/orders",
    "/api/v1/orders/{order_id:str}",
    "/api/v1/orders/{order_id:str}/contract",
    "/api/v1/billing-methods",
    "/api/v1/subscriptions",
    "/api/v1/services",
    "/api/v1/services/connection",
    SERVICE,
    f"{SERVICE}/plan",
    DEVICE_LINKS,
    f"{SERVICE}/ip-change",
    f"{SERVICE}/move",
    "/api/v1/ip-changes",
    CHANGE,
    f"{SERVICE}/usage",
    f"{SERVICE}/sessions",
    f"{SERVICE}/rotation",
    f"{SERVICE}/addresses",
    "/api/v1/certificates",
    "/api/v1/certificates/choices",
    CERTIFICATE,
    "/api/v1/inquiries",
    INQUIRY,
    IMAGE,
    f"{IMAGE}/thumbnail",
    "/api/v1/sub-ids",
    SUB_ID,
    f"{SUB_ID}/events",
    f"{SUB_ID}/sessions",
}
GATEWAYS: dict[tuple[str, str], dict[str, Any] | None] = {
    ("GET", "/gateway/v1/stream"): None,
    ("POST", "/gateway/v1/ack"): {"revision": 0, "publicKey": "{key}", "agent": "", "error": None},
    ("POST", "/gateway/v1/usage"): {"peers": []},
    ("POST", "/gateway/v1/tails"): {"tails": []},
    ("POST", "/gateway/v1/health"): {"sentAt": "2026-11-23T00:00:00Z"},
    ("POST", "/gateway/v1/knock"): {"datagram": "AQ=="},
    ("POST", "/gateway/v1/reflect"): {"nonce": "0" * 32},
    ("POST", "/gateway/v1/unreachable"): {"nonce": "0" * 32, "reason": "timed out"},
}

# Numbers that nothing has.
NOWHERE = {
    "service": 2**40,
    "device": 2**40,
    "passkey": 2**40,
    "session": 2**40,
    "order": "20200101-ABCDEFGHJK",
    "subscription": 2**40,
    "method": 2**40,
    "inquiry": 2**40,
    "image": 2**40,
    "link": 2**40,
    "sub_id": 2**40,
    "certified": 2**40,
    "span": 2**40,
    "number": "0000-0000-0000-0000-0000-0000-0000-0000",
    "device_link": 2**40,
}


@dataclass
class World:
    """One member with all that a member can have, and another who wants it."""

    names: dict[str, Any]
    owner: dict[str, str]
    other: dict[str, str]
    before: str = field(default="")

    def path(self, template: str) -> str:
        return (
            template.replace("{service_id:int}", str(self.names["service"]))
            .replace("{device_id:int}", str(self.names["device"]))
            .replace("{order_id:str}", self.names["order"])
            .replace("{session_id:int}", str(self.names["session"]))
            .replace("{passkey_id:int}", str(self.names["passkey"]))
            .replace("{subscription_id:int}", str(self.names["subscription"]))
            .replace("{method_id:int}", str(self.names["method"]))
            .replace("{inquiry_id:int}", str(self.names["inquiry"]))
            .replace("{image_id:int}", str(self.names["image"]))
            .replace("{link_id:int}", str(self.names["link"]))
            .replace("{device_link_id:int}", str(self.names["device_link"]))
            .replace("{change_id:int}", str(self.names["change"]))
            .replace("{sub_id:int}", str(self.names["sub_id"]))
            .replace("{number:str}", self.names["number"])
        )

    def body(self, template: dict[str, Any] | None) -> dict[str, Any] | None:
        if template is None:
            return None
        return {
            name: self.names.get(value.strip("{}"), value) if isinstance(value, str) else value
            for name, value in template.items()
        }


@pytest.fixture
async def world(client: Client, conn: Connection) -> World:
    member = await a_member(conn, points=5_000)
    plan = await a_plan(conn, addresses=5)
    service = await a_service(conn, member, plan=plan)
    owner, other = [(await a_session(conn, whose)).headers for whose in (member, await a_member(conn))]
    device = await client.post(
        f"/api/v1/services/{service}/devices", json={"name": "PC", "publicKey": a_key()}, headers=owner
    )
    order = await client.post(
        "/api/v1/orders", json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS}, headers=owner
    )
    names = {
        "plan": plan,
        "service": service,
        "device": device.json()["data"]["device"]["id"],
        "order": order.json()["data"]["orderId"],
        "key": a_key(),
        "session": (await a_session(conn, member)).id,
        "passkey": await a_passkey(conn, member),
        "subscription": await a_subscription(conn, member, plan),
        "method": await a_card(conn, member),
        "inquiry": await asked(client, owner),
        "image": (await uploaded(client, owner))["id"],
        "change": await a_change(conn, member, service),
        "sub_id": await a_sub_id(conn, member),
        "link": await fetch_one(
            conn,
            int,
            """
            INSERT INTO rotation_links (service_id, token_hash, name)
            VALUES (%(service)s, sha256('token'), 'PC') RETURNING id
            """,
            service=service,
        ),
        "device_link": await fetch_one(
            conn,
            int,
            """
            INSERT INTO device_links (service_id, token_hash, name)
            VALUES (%(service)s, sha256('token'), 'PC') RETURNING id
            """,
            service=service,
        ),
    }
    # Not the one whose address is being changed.
    certified = names["certified"] = await a_service(conn, member, plan=plan)
    names["span"] = (await choices(client, owner, certified))[0]["id"]
    names["number"] = await issue(client, owner, certified)
    await an_offer(conn, plan, service)
    return World(names, owner, other)


async def everything(conn: Connection) -> str:
    """What the shop knows and promises; counted and summed, so that any change shows."""
    return await fetch_one(
        conn,
        str,
        """
        SELECT concat_ws('|',
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM members t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM login_sessions t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM orders t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM payments t),
            (SELECT string_agg(md5(t::text), '' ORDER BY order_id) FROM tax_invoice_requests t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM refunds t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM subscriptions t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM billing_methods t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM services t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM leases t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM devices t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM point_entries t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM consents t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM passkeys t),
            (SELECT string_agg(md5(t::text), '' ORDER BY member_id) FROM totp_secrets t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM inquiries t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM inquiry_messages t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM inquiry_images t),
            (SELECT count(*) FROM login_sessions), (SELECT count(*) FROM certificate_versions),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM gateways t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM exits t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM endpoints t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM ticket_entries t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM ip_changes t),
            (SELECT string_agg(md5(t::text), '' ORDER BY service_id) FROM rotations t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM service_moves t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM rotation_links t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM sub_id_links t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM sub_id_events t),
            (SELECT string_agg(md5(t::text), '' ORDER BY sub_id, service_id) FROM service_grants t),
            (SELECT string_agg(md5(t::text), '' ORDER BY id) FROM device_links t),
            (SELECT count(*) FROM procrastinate_jobs), (SELECT count(*) FROM messages))
        """,
    )


def test_every_route_is_in_the_table(shared_app: Litestar) -> None:
    found = {
        (str(method), route.path)
        for route in shared_app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS" and not route.path.startswith(("/api/v1/openapi", CONSOLE))
    }

    assert found == OPEN | set(MEMBERS) | set(SUB_IDS) | set(GATEWAYS)


def test_every_call_of_the_api_document_is_in_the_table() -> None:
    """The document is what callers know of; a call in it without a row here has nobody who says whose it is."""
    document = openapi_document()["paths"]
    described = {
        (method.upper(), path)
        for path, calls in document.items()
        for method in calls
        if not path.startswith(CONSOLE)
    }

    rows = OPEN | set(MEMBERS) | set(SUB_IDS) | set(GATEWAYS)
    assert described <= {(method, re.sub(r":[a-z]+}", "}", path)) for method, path in rows}


async def test_a_visitor_is_refused_every_call_of_members(
    client: Client, conn: Connection, world: World
) -> None:
    before = await everything(conn)

    for (method, template), (body, _) in (MEMBERS | SUB_IDS).items():
        answer = await client.request(method, world.path(template), json=world.body(body))
        code = answer.json()["code"]
        assert (answer.status_code, code) == (401, "login_required"), (method, template)
        assert await everything(conn) == before, (method, template)


async def test_another_member_gets_not_found(client: Client, conn: Connection, world: World) -> None:
    before = await everything(conn)
    nowhere = World(world.names | NOWHERE, {}, {})

    for (method, template), (body, status) in MEMBERS.items():
        if status is None:
            continue
        foreign, missing = [
            await client.request(method, whose.path(template), json=whose.body(body), headers=world.other)
            for whose in (world, nowhere)
        ]
        assert foreign.status_code == status, (method, template, foreign.text)
        # Nothing tells what is another's from what is not there.
        assert foreign.json() == missing.json(), (method, template)
        assert await everything(conn) == before, (method, template)


async def test_the_owner_is_let_in(client: Client, conn: Connection, world: World) -> None:
    """So that the test above is about the owner, not about a wrong path."""
    for (method, template), (body, status) in MEMBERS.items():
        if status is None:
            continue
        # Undone, so that the next call finds all that this one may have ended.
        async with conn.transaction(force_rollback=True):
            answer = await client.request(
                method, world.path(template), json=world.body(body), headers=world.owner
            )
        assert answer.status_code not in {401, 403, 404}, (method, template, answer.text)


async def test_a_device_is_not_reached_through_another_service_of_the_same_member(
    client: Client, conn: Connection, world: World
) -> None:
    member = await fetch_one(
        conn, int, "SELECT member_id FROM services WHERE id = %(id)s", id=world.names["service"]
    )
    second = await a_service(conn, member, plan=world.names["plan"])  # pyright: ignore[reportArgumentType] - a number from the table

    answer = await client.delete(
        f"/api/v1/services/{second}/devices/{world.names['device']}", headers=world.owner
    )

    assert (answer.status_code, answer.json()["code"]) == (404, "device_not_found")


@pytest.mark.parametrize("who", ["nobody", "a member", "a gateway that is not"])
async def test_the_calls_of_gateways_need_a_gateways_token(
    client: Client, conn: Connection, world: World, who: str
) -> None:
    await a_gateway(conn, token="gw_real", public_key=None)
    headers: dict[str, dict[str, str]] = {
        "nobody": {},
        "a member": world.owner,
        "a gateway that is not": {"Authorization": "Bearer gw_"},
    }
    before = await everything(conn)

    for (method, path), body in GATEWAYS.items():
        answer = await client.request(method, path, json=world.body(body), headers=headers[who])
        assert (answer.status_code, answer.json()["code"]) == (401, "unknown_gateway"), (method, path)
        assert await everything(conn) == before, (method, path)


async def test_a_gateways_token_does_not_open_the_calls_of_members(
    client: Client, conn: Connection, world: World
) -> None:
    await a_gateway(conn, token="gw_real")

    for (method, template), (body, _) in MEMBERS.items():
        answer = await client.request(
            method,
            world.path(template),
            json=world.body(body),
            headers={"Authorization": "Bearer gw_real"},
        )
        assert answer.status_code == 401, (method, template)


async def refused(
    client: Client, conn: Connection, world: World, headers: Headers, routes: Iterable[tuple[str, str]]
) -> dict[str, int]:
    """The calls that were let in, or refused otherwise than as what is not there. A refusal changes nothing."""
    odd: dict[str, int] = {}
    for method, template in routes:
        before = await everything(conn)
        body = world.body((MEMBERS | SUB_IDS)[method, template][0])
        answer = await client.request(method, world.path(template), json=body, headers=headers)
        if answer.status_code != 404:
            odd[f"{method} {template}"] = answer.status_code
        assert await everything(conn) == before, (method, template)
    return odd


async def a_desk(conn: Connection, world: World, **rights: Any) -> tuple[MemberId, Headers]:
    """A sub-id of the world's owner, with these rights to its service, or none."""
    sub_id = await a_sub_id(conn, await owner_of(conn, world))
    if rights:
        await a_grant(conn, sub_id, world.names["service"], **rights)
    return sub_id, await a_login(conn, sub_id)


async def test_what_is_a_members_alone_is_not_there_for_a_sub_id_with_every_right(
    client: Client, conn: Connection, world: World
) -> None:
    _, desk = await a_desk(conn, world, devices=1, changes=9, sees_record=True)

    odd = await refused(client, conn, world, desk, [route for route in MEMBERS if route not in SHARED])

    assert odd == {}


@pytest.mark.parametrize("whose", ["without the service", "of another member"])
async def test_a_sub_id_reaches_no_service_that_it_was_not_granted(
    client: Client, conn: Connection, world: World, whose: str
) -> None:
    if whose == "of another member":
        desk = await a_login(conn, await a_sub_id(conn, await a_member(conn)))
    else:
        _, desk = await a_desk(conn, world)

    odd = await refused(
        client, conn, world, desk, [route for route, right in SHARED.items() if right != "login"]
    )

    assert odd == {}


@pytest.mark.parametrize("right", ["changes", "record"])
async def test_a_sub_id_without_a_right_does_not_find_what_it_opens(
    client: Client, conn: Connection, world: World, right: str
) -> None:
    _, desk = await a_desk(
        conn, world, devices=1, changes=0 if right == "changes" else 9, sees_record=right != "record"
    )

    odd = await refused(client, conn, world, desk, [route for route, by in SHARED.items() if by == right])

    assert odd == {}


async def test_a_sub_id_with_every_right_is_let_in(client: Client, conn: Connection, world: World) -> None:
    """To its own devices, links and changes: so that the tests above are about rights, not about wrong paths."""
    sub_id, desk = await a_desk(conn, world, devices=1, changes=9, sees_record=True)
    await execute(conn, "UPDATE devices SET made_by = %(sub_id)s", sub_id=sub_id)
    await execute(conn, "UPDATE device_links SET made_by = %(sub_id)s", sub_id=sub_id)
    await execute(conn, "UPDATE ip_changes SET made_by = %(sub_id)s", sub_id=sub_id)

    for method, template in [route for route, right in SHARED.items() if right != "login"]:
        async with conn.transaction(force_rollback=True):
            if "rotation" in template:
                await execute(conn, "UPDATE plans SET kind = 'dynamic'")
            answer = await client.request(
                method, world.path(template), json=world.body(MEMBERS[method, template][0]), headers=desk
            )
        assert answer.status_code not in {401, 403, 404}, (method, template, answer.text)


async def test_what_is_a_sub_ids_alone_is_not_there_for_its_owner(
    client: Client, conn: Connection, world: World
) -> None:
    assert await refused(client, conn, world, world.owner, SUB_IDS) == {}


async def test_an_owner_who_looks_as_a_sub_id_changes_nothing(
    client: Client, conn: Connection, world: World
) -> None:
    session = await a_session(conn, await owner_of(conn, world))
    sub_id, _ = await a_desk(conn, world, devices=1, changes=9, sees_record=True)
    begun = await do(client, session.headers, sub_id, "act")
    acting = {name: begun.headers[name] for name in ("authorization", "etis-rt")}

    odd = await refused(
        client, conn, world, acting, [route for route in MEMBERS if route[0] != "GET" or route not in SHARED]
    )

    # What the sub-id might do is refused as what may only be looked at.
    assert set(odd.values()) == {403}
    assert [route for route, right in SHARED.items() if right == "login" and " ".join(route) in odd] == []


async def test_staff_who_look_read_what_the_member_reads_but_what_is_kept_from_them(
    client: Client, conn: Connection, world: World
) -> None:
    """A read that is new is in neither list, and fails here until somebody says whether it hands out a secret."""
    reads = {(method, template) for method, template in MEMBERS if method == "GET"}
    look = await a_look(conn, await owner_of(conn, world))

    answers = {
        template: (await client.get(world.path(template), headers=look)).status_code for _, template in reads
    }
    kept = {template for template, status in answers.items() if status == 403}

    assert kept == KEPT_FROM_LOOKS
    assert set(answers) - kept == SHOWN_TO_LOOKS
    # Some are there for other kinds of services; none is an error.
    assert {status for template, status in answers.items() if template not in kept} <= {200, 404, 409}


async def owner_of(conn: Connection, world: World) -> MemberId:
    return await fetch_one(
        conn, MemberId, "SELECT member_id FROM services WHERE id = %(id)s", id=world.names["service"]
    )
