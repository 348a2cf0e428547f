"""What a webhook speaks of, in any of the provider's three envelopes (fact sheet section 7). Pure."""

import hmac
import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec

_BILLING_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_ORDER_ID = re.compile(r"[A-Za-z0-9_-]{6,64}")
# Of a payment that is paid, what else would tell us something.
_UNDONE = frozenset({"CANCELED", "PARTIAL_CANCELED", "WAITING_FOR_DEPOSIT"})


class PaymentHint(msgspec.Struct, frozen=True):
    """Somebody says that a payment changed."""

    order_id: str
    # Of a deposit's message, which has to carry the word that was agreed when the account was given out.
    secret: str | None
    is_deposit: bool
    # Whether it says that money went back, or never came.
    undone: bool

    def proves(self, agreed: str) -> bool:
        return hmac.compare_digest((self.secret or "").encode(), agreed.encode())


def payment_hint(body: Any) -> PaymentHint | None:
    """None where it names no order: those are not ours to act on."""
    outer = _members(body)
    inner = _members(outer.get("data"))
    told = inner or outer
    order_id, secret = told.get("orderId"), told.get("secret")
    if not isinstance(order_id, str) or not _ORDER_ID.fullmatch(order_id):
        return None
    return PaymentHint(
        order_id,
        secret if isinstance(secret, str) else None,
        is_deposit=not inner and "eventType" not in outer,
        undone=told.get("status") in _UNDONE,
    )


def deleted_billing_key(body: Any) -> str | None:
    """The key that the provider has deleted, which nobody else could name."""
    outer = _members(body)
    key = _members(outer.get("data")).get("billingKey")
    if outer.get("eventType") != "BILLING_DELETED" or not isinstance(key, str):
        return None
    return key if _BILLING_KEY.fullmatch(key) else None


def _members(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
