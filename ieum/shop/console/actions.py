"""All changes of the shop, and all that takes two people."""

from collections.abc import Mapping
from typing import Any

from ieum.shop.address_desk.changes import CHANGES as ADDRESSES
from ieum.shop.address_desk.corrections import CHANGES as CORRECTIONS
from ieum.shop.address_desk.imports import IMPORT
from ieum.shop.address_desk.listed import ADDRESSES as LIST_OF_ADDRESSES
from ieum.shop.address_desk.lookups import WHO
from ieum.shop.address_desk.pool_names import NAME as NAME_POOL
from ieum.shop.broadcasts.desk.changes import CHANGES as BROADCASTS
from ieum.shop.broadcasts.listed import BROADCASTS as LIST_OF_BROADCASTS
from ieum.shop.catalog.desk.changes import CHANGES as PLANS
from ieum.shop.checkout.desk.charges import CHANGES as CHARGES
from ieum.shop.checkout.desk.payments import CHANGES as PAYMENTS
from ieum.shop.console.authorities.changes import CHANGES as AUTHORITIES
from ieum.shop.console.authorities.listed import REGISTER
from ieum.shop.console.incidents.changes import CHANGES as INCIDENTS
from ieum.shop.console.incidents.crediting import CREDIT
from ieum.shop.console.incidents.listed import INCIDENTS as LIST_OF_INCIDENTS
from ieum.shop.console.settings.changes import CHANGES as SETTINGS
from ieum.shop.console.staff import networks
from ieum.shop.console.staff.access import CHANGES as STAFF_ACCESS
from ieum.shop.console.staff.changes import CHANGES as STAFF_RIGHTS
from ieum.shop.console.staff.roles import CHANGES as ROLES
from ieum.shop.desk.approvals.listed import APPROVALS
from ieum.shop.desk.approvals.types import Action
from ieum.shop.desk.bulk.listed import ROWS, RUNS
from ieum.shop.desk.bulk.service import run_action
from ieum.shop.desk.confirming import action_of
from ieum.shop.desk.record.listed import RECORD
from ieum.shop.desk.registry import collect
from ieum.shop.evacuation.desk import CHANGES as MOVES
from ieum.shop.exports.changes import changes_of
from ieum.shop.exports.listed import EXPORTS
from ieum.shop.gateway_desk.changes import CHANGES as GATEWAYS
from ieum.shop.gateway_desk.enrolling import CHANGES as ENROLMENTS
from ieum.shop.gateway_desk.evacuations import CHANGES as EVACUATIONS
from ieum.shop.gateway_desk.listed import GATEWAYS as LIST_OF_GATEWAYS
from ieum.shop.inquiries.desk.changes import CHANGES as INQUIRIES
from ieum.shop.inquiries.desk.listed import INQUIRIES as QUEUE
from ieum.shop.invoices.desk.changes import CHANGES as INVOICES
from ieum.shop.invoices.desk.listed import INVOICES as LIST_OF_INVOICES
from ieum.shop.invoices.desk.listed import RECEIPT_LIST
from ieum.shop.ip_change.desk import CHANGES as REPLACEMENTS
from ieum.shop.ledgers.desk.changes import CHANGES as GIFTS
from ieum.shop.members.desk.changes import CHANGES as MEMBERS
from ieum.shop.members.desk.listed import MEMBERS as LIST_OF_MEMBERS
from ieum.shop.numbers.costs import CHANGE as SET_COST
from ieum.shop.numbers.profit_listed import PROFITS
from ieum.shop.order_desk.listed import ORDERS
from ieum.shop.order_desk.messages import CHANGES as ORDER_MESSAGES
from ieum.shop.outbox.changes import CHANGES as MESSAGES
from ieum.shop.outbox.listed import MESSAGES as LIST_OF_MESSAGES
from ieum.shop.publishing.desk.changes import CHANGES as TEXTS
from ieum.shop.publishing.desk.listed import DRAFTS as LIST_OF_DRAFTS
from ieum.shop.publishing.desk.listed import TEXTS as LIST_OF_TEXTS
from ieum.shop.reconciliation.desk.changes import CHANGES as ALARMS
from ieum.shop.reconciliation.desk.listed import ALARMS as LIST_OF_ALARMS
from ieum.shop.refunds.desk.changes import CHANGES as REFUNDS
from ieum.shop.services.desk.changes import CHANGES as SERVICES
from ieum.shop.services.desk.listed import SERVICES as LIST_OF_SERVICES
from ieum.shop.services.desk.listed import SERVICES_OF_MEMBER
from ieum.shop.status.desk.changes import CHANGES as STATUS
from ieum.shop.status.desk.listed import ANNOUNCEMENTS
from ieum.shop.subscriptions.desk.blocking import BLOCK
from ieum.shop.subscriptions.desk.changes import CHANGES as SUBSCRIPTIONS
from ieum.shop.subscriptions.desk.listed import SUBSCRIPTIONS as LIST_OF_SUBSCRIPTIONS
from ieum.shop.usage.desk import SESSIONS

DESK = collect(
    [
        *SERVICES,
        *MOVES,
        *REPLACEMENTS,
        *PLANS,
        *STATUS,
        *SETTINGS,
        *ADDRESSES,
        NAME_POOL,
        *CORRECTIONS,
        IMPORT,
        WHO,
        *GATEWAYS,
        *ENROLMENTS,
        *EVACUATIONS,
        SET_COST,
        *GIFTS,
        *MEMBERS,
        BLOCK,
        *INQUIRIES,
        *SUBSCRIPTIONS,
        *CHARGES,
        *INVOICES,
        *ALARMS,
        *REFUNDS,
        *PAYMENTS,
        *MESSAGES,
        *BROADCASTS,
        *TEXTS,
        *STAFF_RIGHTS,
        *STAFF_ACCESS,
        *ROLES,
        networks.SET,
        *INCIDENTS,
        CREDIT,
        *AUTHORITIES,
        *ORDER_MESSAGES,
    ],
    [
        LIST_OF_SERVICES,
        SERVICES_OF_MEMBER,
        SESSIONS,
        LIST_OF_MEMBERS,
        QUEUE,
        LIST_OF_ADDRESSES,
        LIST_OF_GATEWAYS,
        RECORD,
        APPROVALS,
        RUNS,
        ROWS,
        EXPORTS,
        ANNOUNCEMENTS,
        REGISTER,
        LIST_OF_INCIDENTS,
        LIST_OF_MESSAGES,
        LIST_OF_BROADCASTS,
        ORDERS,
        LIST_OF_SUBSCRIPTIONS,
        LIST_OF_INVOICES,
        RECEIPT_LIST,
        LIST_OF_ALARMS,
        PROFITS,
        LIST_OF_TEXTS,
        LIST_OF_DRAFTS,
    ],
    changes_of,
)
ACTIONS: Mapping[str, Action[Any]] = {
    action.name: action
    for action in [
        run_action(DESK),
        *(action_of(change) for change in DESK.changes.values()),
    ]
}
