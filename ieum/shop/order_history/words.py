"""The words of ways to pay, as a member has chosen them and until the provider names the card."""

from collections.abc import Mapping

from ieum.shop.order_history.types import PayMethod
from ieum.shop.orders.words import METHODS

PAY_METHODS: Mapping[PayMethod, str] = {
    "card": "신용·체크카드·간편결제",
    "transfer": METHODS["transfer"],
    "virtualAccount": METHODS["virtual_account"],
    "billing": METHODS["billing"],
    "points": METHODS["points"],
}
