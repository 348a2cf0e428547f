"""Wishes of changes, and objects of the console's world that they are made to."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from ieum.shop.desk.changes import AnyChange
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders.console_world import World

# Values of the required fields by their names; before them, those that one change needs of its own.
WISHES: dict[str, Any] = {
    "days": 1,
    "points": 1,
    "tickets": 1,
    "outcome": "refused",
    "kind": "fact",
    "catalog.make kind": "static",
    "code": "new-plan",
    "orders.refund kind": "rules",
    "incidents.begin kind": "leak",
    "noticedAt": "2026-11-01T00:00:00Z",
    "what": "적은 글",
    "receivedOn": "2026-11-01",
    "branch": "police",
    "authority": "서울경찰청",
    "documentNumber": "2026-1",
    "authorities.register kind": "other",
    "asked": "적은 글",
    "email": "new@ieum.example",
    "role": 1,
    "body": "적은 글",
    "subject": "점검",
    "screen": "record",
    "exports.personal screen": "members",
    "seen": 1,
    "version": 1,
    "until": f"{datetime.now(SEOUL) + timedelta(days=30):%Y-%m-%d}",
    "words": "점검",
    "catalog.switch state": "hidden",
    "status.say state": "looking",
    "status.go_on state": "looking",
    "level": "down",
    "ranges": ["203.0.113.7"],
    "values": {"grace": 3},
    "won": 1,
    "parts": ["payment"],
    "title": "결제 지연",
    "since": "2099-01-01T00:00:00Z",
    "address": "203.0.113.7",
    "addresses": "203.0.113.7",
    "at": "2026-11-02 14:05",
    "text": "203.0.113.7",
    "to": 2**62,
    "inquiries.assign to": None,
    "month": f"{datetime.now(SEOUL):%Y-%m}",
    "number": 1,
    "mtu": 1280,
    "channel": "mail",
    "content.draft kind": "notice",
    "slug": "a-new-text",
    "content.schedule at": "2099-01-01T00:00:00Z",
    "written": {"title": "적은 글", "body": "적은 글"},
    "tunnelNetwork": "172.20.0.0/16",
    "name": "seoul-9",
    "endpoint": "vpn9.shop.test:51820",
}
# Fields that are optional, of changes that would change nothing without them.
MORE: dict[str, dict[str, Any]] = {
    "catalog.plans": {"name": "다른 이름"},
    "catalog.prices": {"prices": [{"months": 1, "amount": 9900}]},
    "addresses.pool": {"name": "다른 이름"},
    "inquiries.canned_edited": {"title": "다른 제목"},
    "roles.change": {"name": "다른 이름"},
    "messages.broadcast": {"subject": "점검"},
}
# Paths of `World.ids` by what a change is made to, or by the change.
IDS = {
    "service": "services/{id}",
    "plan": "plans/{id}",
    "status": "status/incidents/{id}",
    "address": "addresses/{id}",
    "pool": "addresses/pools/{id}",
    "gateway": "gateways/{id}",
    "member": "members/{id}",
    "inquiry": "inquiries/{id}",
    "inquiry_image": "inquiries/images/{id}",
    "canned_answer": "canned-answers/{id}",
    "subscription": "subscriptions/{id}",
    "order": "orders/{order_id}",
    "invoices.issue": "invoices/{order_id}",
    "invoices.refuse": "invoices/{order_id}",
    "orders.refund": "invoices/{order_id}",
    "orders.resend": "invoices/{order_id}",
    "alarm": "alarms/{id}",
    "message": "messages/{id}",
    "broadcast": "broadcasts/{id}",
    "text": "content/drafts/{id}",
    "content.withdraw": "content/texts/{id}",
    "staff": "staff/{id}",
    "role": "roles/{id}",
    "incident": "incidents/{id}",
    "authority_request": "authorities/{id}",
}
TEXTS = {
    "settings.change": "business",
    "settings.block": "blocked",
    "settings.unblock": "blocked",
    "messages.prices": "message_prices",
    "staff.networks": "console",
    "authorities.export": "2026-2",
}


def a_wish(change: AnyChange, **known: Any) -> dict[str, Any]:
    """The fields that every press of the change needs, and of known ones those that it has."""
    fields = msgspec.structs.fields(change.wish)
    required = [field.encode_name for field in fields if field.required]
    wish = {name: WISHES.get(f"{change.name} {name}", WISHES.get(name)) for name in required}
    return wish | {name: value for name, value in known.items() if name in required}


def a_form(change: AnyChange, world: World) -> dict[str, Any]:
    """Target and wish of a change of what the world has. KeyError: nobody has said yet where this object is."""
    if change.of.key == "none":
        target = None
    elif change.name in TEXTS:
        target = TEXTS[change.name]
    else:
        target = world.ids[IDS.get(change.name) or IDS[change.of.name]]
    known = {
        "role": world.ids["roles/{id}"],
        "message": world.ids["messages/{id}"],
    }
    return {"target": target, "wish": a_wish(change, **known) | MORE.get(change.name, {})}
