"""Which order a webhook speaks of, in any of the provider's three envelopes (fact sheet section 7). Pure."""

import re
from collections.abc import Mapping
from typing import Any, cast

_ORDER_ID = re.compile(r"[A-Za-z0-9_-]{6,64}")


def order_of(body: Any) -> str | None:
    """None where it names no order: those are not ours to act on."""
    outer = _members(body)
    order_id = (_members(outer.get("data")) or outer).get("orderId")
    return order_id if isinstance(order_id, str) and _ORDER_ID.fullmatch(order_id) else None


def _members(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
