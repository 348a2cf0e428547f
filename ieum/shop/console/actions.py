"""All that takes two people."""

from collections.abc import Mapping
from typing import Any

from ieum.shop.console.addresses.actions import ACTIONS as OF_ADDRESSES
from ieum.shop.console.approvals.types import Action
from ieum.shop.console.bulk.service import RUN
from ieum.shop.console.catalog.prices import CUT_PRICES
from ieum.shop.console.catalog.withdrawals import WITHDRAW_PRICES
from ieum.shop.console.exports.service import EXPORT
from ieum.shop.console.gateways.enrolling import ACTIONS as OF_GATEWAYS
from ieum.shop.console.incidents.crediting import CREDIT
from ieum.shop.console.members.actions import ACTIONS as OF_MEMBERS
from ieum.shop.console.messages.broadcasts import SEND
from ieum.shop.console.orders.actions import ACTIONS as OF_ORDERS
from ieum.shop.console.services.extending import EXTEND
from ieum.shop.console.settings.actions import ACTIONS as OF_SETTINGS
from ieum.shop.console.staff.actions import ACTIONS as OF_STAFF

ACTIONS: Mapping[str, Action[Any]] = {
    action.name: action
    for action in [
        *OF_STAFF,
        *OF_ORDERS,
        *OF_GATEWAYS,
        *OF_SETTINGS,
        SEND,
        *OF_MEMBERS,
        EXTEND,
        *OF_ADDRESSES,
        CUT_PRICES,
        WITHDRAW_PRICES,
        EXPORT,
        RUN,
        CREDIT,
    ]
}
