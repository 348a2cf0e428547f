"""All calls of the console."""

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from ieum.shop.accountant.routes import ROUTES as ACCOUNTANT
from ieum.shop.address_desk.routes import ROUTES as ADDRESSES
from ieum.shop.broadcasts.desk.routes import ROUTES as BROADCASTS
from ieum.shop.catalog.desk.routes import ROUTES as CATALOG
from ieum.shop.console.approval_routes import ROUTES as APPROVALS
from ieum.shop.console.authorities.routes import ROUTES as AUTHORITIES
from ieum.shop.console.documents import ROUTES as DOCUMENTS
from ieum.shop.console.incidents.routes import ROUTES as INCIDENTS
from ieum.shop.console.login.routes import ROUTES as LOGIN
from ieum.shop.console.record_routes import ROUTES as RECORD
from ieum.shop.console.search.routes import ROUTES as SEARCH
from ieum.shop.console.settings.routes import ROUTES as SETTINGS
from ieum.shop.console.staff.routes import ROUTES as STAFF
from ieum.shop.console.timeline.routes import ROUTES as TIMELINE
from ieum.shop.console.today.routes import ROUTES as TODAY
from ieum.shop.console.views.routes import ROUTES as VIEWS
from ieum.shop.desk.bulk.routes import ROUTES as BULK
from ieum.shop.desk.change_routes import ROUTES as CHANGES
from ieum.shop.exports.routes import ROUTES as EXPORTS
from ieum.shop.gateway_desk.routes import ROUTES as GATEWAYS
from ieum.shop.inquiries.desk.routes import ROUTES as INQUIRIES
from ieum.shop.invoices.desk.routes import ROUTES as INVOICES
from ieum.shop.members.desk.look_routes import ROUTES as LOOKS
from ieum.shop.members.desk.routes import ROUTES as MEMBERS
from ieum.shop.numbers.profit_routes import ROUTES as PROFITS
from ieum.shop.numbers.routes import ROUTES as NUMBERS
from ieum.shop.order_desk.routes import ROUTES as ORDERS
from ieum.shop.outbox.routes import ROUTES as MESSAGES
from ieum.shop.publishing.desk.routes import ROUTES as CONTENT
from ieum.shop.reconciliation.desk.routes import ROUTES as RECONCILIATION
from ieum.shop.services.desk.routes import ROUTES as SERVICES
from ieum.shop.status.desk.routes import ROUTES as STATUS
from ieum.shop.subscriptions.desk.routes import ROUTES as SUBSCRIPTIONS
from ieum.shop.usage.desk_routes import ROUTES as SESSIONS

ROUTES: Sequence[ControllerRouterHandler] = [
    *SUBSCRIPTIONS,
    *RECONCILIATION,
    *INVOICES,
    *ACCOUNTANT,
    *DOCUMENTS,
    *LOGIN,
    *STAFF,
    *APPROVALS,
    *RECORD,
    *TODAY,
    *ORDERS,
    *MESSAGES,
    *BROADCASTS,
    *AUTHORITIES,
    *INCIDENTS,
    *STATUS,
    *CONTENT,
    *INQUIRIES,
    *MEMBERS,
    *LOOKS,
    *TIMELINE,
    *ADDRESSES,
    *GATEWAYS,
    *CHANGES,
    *SERVICES,
    *SESSIONS,
    *CATALOG,
    *EXPORTS,
    *BULK,
    *SETTINGS,
    *NUMBERS,
    *PROFITS,
    *VIEWS,
    *SEARCH,
]
