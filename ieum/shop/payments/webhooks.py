"""Reads the provider's webhooks, which come in three envelopes (fact sheet section 7). Pure."""

import hmac
import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec

_BILLING_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_ORDER_ID = re.compile(r"[A-Za-z0-9_-]{6,64}")
# The statuses that say that the money of a paid payment went back.
_REVERSALS = frozenset({"CANCELED", "PARTIAL_CANCELED", "WAITING_FOR_DEPOSIT"})


class PaymentHint(msgspec.Struct, frozen=True):
    """An unverified claim that a payment changed."""

    order_id: str
    # Only in deposit webhooks: the secret that the provider gave when it issued the virtual account.
    secret: str | None
    is_deposit: bool
    # The claim is that money went back, or never arrived.
    reversal: bool

    def has_secret(self, expected: str) -> bool:
        """Compares in constant time."""
        return hmac.compare_digest((self.secret or "").encode(), expected.encode())


def payment_hint(body: Any) -> PaymentHint | None:
    """None where the webhook names no order."""
    outer = _json_object(body)
    inner = _json_object(outer.get("data"))
    content = inner or outer
    order_id, secret = content.get("orderId"), content.get("secret")
    if not isinstance(order_id, str) or not _ORDER_ID.fullmatch(order_id):
        return None
    return PaymentHint(
        order_id,
        secret if isinstance(secret, str) else None,
        is_deposit=not inner and "eventType" not in outer,
        reversal=content.get("status") in _REVERSALS,
    )


def deleted_billing_key(body: Any) -> str | None:
    """The billing key that the provider says it has deleted. Only the provider and we know the key."""
    outer = _json_object(body)
    key = _json_object(outer.get("data")).get("billingKey")
    if outer.get("eventType") != "BILLING_DELETED" or not isinstance(key, str):
        return None
    return key if _BILLING_KEY.fullmatch(key) else None


def _json_object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
