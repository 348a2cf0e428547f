"""States as people read them in a finding: statements write `order.paid`, and the rooms name it."""

import re
from collections.abc import Mapping

from ieum.shop.evacuation.words import STATES as MOVES
from ieum.shop.ip_change.words import STATES as CHANGES
from ieum.shop.orders.words import STATES as ORDERS
from ieum.shop.payments.words import STATES as PAYMENTS
from ieum.shop.refunds.words import STATES as REFUNDS
from ieum.shop.services.words import STATES as SERVICES
from ieum.shop.stock.words import LEASES

_OF: dict[str, Mapping[str, str]] = {
    "order": {**ORDERS},
    "payment": {**PAYMENTS},
    "refund": {**REFUNDS},
    "service": {**SERVICES},
    "lease": {**LEASES},
    "change": {**CHANGES},
    "move": {**MOVES},
}
_WORD = re.compile(rf"\b({'|'.join(_OF)})\.([a-z_]+)", re.ASCII)


def in_words(detail: str) -> str:
    """Name the states in a finding. An unknown state stays as it is written."""
    return _WORD.sub(lambda found: {**_OF[found[1]], "none": "없음"}.get(found[2], found[0]), detail)
