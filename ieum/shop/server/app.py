"""The server as one Litestar app: the routes of every room, and what they share."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, MediaType, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI
from litestar.types import ControllerRouterHandler

from ieum.shop.address_log.routes import ROUTES as ADDRESS_LOG
from ieum.shop.catalog.routes import ROUTES as CATALOG
from ieum.shop.certificates.routes import ROUTES as CERTIFICATES
from ieum.shop.checkout.payment_routes import ROUTES as PAYMENTS
from ieum.shop.checkout.routes import ROUTES as ORDERS
from ieum.shop.checkout.subscription_routes import ROUTES as CARD_CHARGES
from ieum.shop.console.actions import ACTIONS as CONSOLE_ACTIONS
from ieum.shop.console.actions import DESK
from ieum.shop.console.documents import ConsoleFiles
from ieum.shop.console.routes import ROUTES as CONSOLE
from ieum.shop.desk.change_routes import ROUTES as CHANGE_ROUTES
from ieum.shop.desk.change_routes import described
from ieum.shop.evacuation.routes import ROUTES as MOVES
from ieum.shop.files.routes import ROUTES as FILES
from ieum.shop.gateways.host_routes import ROUTES as HOSTS
from ieum.shop.gateways.routes import ROUTES as GATEWAYS
from ieum.shop.inquiries.images import Uploads
from ieum.shop.inquiries.routes import ROUTES as INQUIRIES
from ieum.shop.invoices.routes import ROUTES as INVOICES
from ieum.shop.ip_change.offer_routes import ROUTES as ADDRESS_OFFERS
from ieum.shop.ip_change.routes import ROUTES as ADDRESS_CHANGES
from ieum.shop.kernel.db import Database, PooledDatabase
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import ShopRequest, provide_caller, provide_conn
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.metrics import begin_at_zero, enter_cached_uses
from ieum.shop.kernel.primary import Primary
from ieum.shop.kernel.safety_headers import NO_SNIFFING
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.watching import STREAMS, Watch
from ieum.shop.leaving.routes import ROUTES as LEAVING
from ieum.shop.ledgers.routes import ROUTES as LEDGERS
from ieum.shop.members.authentication import session_middleware
from ieum.shop.members.passwords import measure as measure_hashing
from ieum.shop.members.profile.routes import ROUTES as PROFILE
from ieum.shop.members.recovery.routes import ROUTES as RECOVERY
from ieum.shop.members.routes import ROUTES as MEMBERS
from ieum.shop.members.security.routes import ROUTES as SECURITY
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.members.verification.provider import IdentityProvider
from ieum.shop.members.verification.routes import ROUTES as VERIFICATIONS
from ieum.shop.moving_in.routes import ROUTES as MOVING_IN
from ieum.shop.order_history.routes import ROUTES as HISTORY
from ieum.shop.pages import outage
from ieum.shop.pages.routes import ROUTES as PAGES
from ieum.shop.pages.web_app import Site
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.toss import toss_client
from ieum.shop.proofs.routes import ROUTES as PROOFS
from ieum.shop.proofs.service import ask_due
from ieum.shop.publishing.routes import ROUTES as CONTENT
from ieum.shop.refunds.routes import ROUTES as REFUNDS
from ieum.shop.rotation.gateway_routes import ROUTES as TAILS
from ieum.shop.rotation.routes import ROUTES as ROTATION
from ieum.shop.search.routes import ROUTES as SEARCH
from ieum.shop.server.allowance import Allowance
from ieum.shop.server.composing import ComposeQueries
from ieum.shop.server.compression import CompressPublicAnswers
from ieum.shop.server.dates import refuse_ends_of_calendar
from ieum.shop.server.figures.board import Board
from ieum.shop.server.figures.routes import metrics
from ieum.shop.server.head import AnswerHead
from ieum.shop.server.headers import AddHeaders
from ieum.shop.server.measuring import metrics_middleware
from ieum.shop.server.noting import HANDLERS
from ieum.shop.server.readiness import Readiness, readyz
from ieum.shop.server.response_cache import ResponseCache
from ieum.shop.server.schema_names import RenderWithoutModules
from ieum.shop.server.tracing import TraceRequests
from ieum.shop.services.device_link_routes import ROUTES as DEVICE_LINKS
from ieum.shop.services.routes import ROUTES as SERVICES
from ieum.shop.signing.routes import ROUTES as KEYS
from ieum.shop.site.blocking import Blocklist, RefuseBlocked
from ieum.shop.site.intake import VisitIntake
from ieum.shop.site.routes import ROUTES as SITE
from ieum.shop.status.routes import ROUTES as STATUS
from ieum.shop.status.routes import show as show_status
from ieum.shop.status.types import StatusUnknown
from ieum.shop.sub_ids.own_routes import ROUTES as OWN_SUB_ID
from ieum.shop.sub_ids.routes import ROUTES as SUB_IDS
from ieum.shop.subscriptions.routes import ROUTES as SUBSCRIPTIONS
from ieum.shop.usage.routes import ROUTES as USAGE

# People look there when something is wrong: an outage has to be a page, as everywhere.
STATUS_PAGE = Router(
    "/",
    route_handlers=[show_status],
    exception_handlers={**outage.HANDLERS, StatusUnknown: outage.render_unknown},
)
ROOMS: Sequence[Sequence[ControllerRouterHandler]] = (
    SITE,
    KEYS,
    MEMBERS,
    PROFILE,
    SECURITY,
    VERIFICATIONS,
    RECOVERY,
    CATALOG,
    ORDERS,
    HISTORY,
    INVOICES,
    LEDGERS,
    REFUNDS,
    PAYMENTS,
    SERVICES,
    DEVICE_LINKS,
    USAGE,
    SUBSCRIPTIONS,
    CARD_CHARGES,
    LEAVING,
    SUB_IDS,
    OWN_SUB_ID,
    MOVING_IN,
    INQUIRIES,
    ADDRESS_CHANGES,
    ADDRESS_OFFERS,
    MOVES,
    ROTATION,
    TAILS,
    CERTIFICATES,
    GATEWAYS,
    PROOFS,
    HOSTS,
    ADDRESS_LOG,
    CONTENT,
    SEARCH,
    FILES,
    STATUS,
    [STATUS_PAGE],
    CONSOLE,
    PAGES,
)
# What handlers may ask for by name; `create_app` puts it into the app's state.
PROVIDED = (
    "db",
    "settings",
    "sealer",
    "provider",
    "identity_provider",
    "feed",
    "ask_due",
    "visits",
    "counts",
    "console_actions",
    "desk",
    "board",
    "readiness",
)
# Whose failures wake somebody: `deploy/prometheus/rules/shop.yml`.
WATCHED_CALLS = ("/api/v1/orders", "/api/v1/payments/confirm")
BODY_LIMIT = 64 * 1024
# Of a process, beside those APART. Each costs PostgreSQL 4.5 MB once a crowd has come. One core of Python keeps fewer
# busy while the database is quick; while it is slow to commit, they bound how many orders wait at once.
CONNECTIONS = 10
# One for the visits, one for the figures, and one for `/readyz`.
APART = 3


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False)
def healthz() -> str:
    """The process is alive."""
    return "ok"


def create_app(
    settings: Settings,
    *,
    db: Database | None = None,
    provider: Provider | None = None,
    identity_provider: IdentityProvider | None = None,
    site: Site | None = None,
) -> Litestar:
    """Build the whole server. Tests pass their own database, which they open, and providers. Raises SettingsError."""
    return build(state_of(settings, db=db, provider=provider, identity_provider=identity_provider, site=site))


def state_of(
    settings: Settings,
    *,
    db: Database | None = None,
    provider: Provider | None = None,
    identity_provider: IdentityProvider | None = None,
    site: Site | None = None,
) -> State:
    """Make the connections and providers of a server, as `create_app` takes them."""
    primary = Primary(settings.database_url)
    sizes = {} if db else {"requests": CONNECTIONS, "apart": APART}
    pools = {name: PooledDatabase(primary, size=size, for_requests=True) for name, size in sizes.items()}
    main_db, apart_db = (db, db) if db else pools.values()
    feed, counts = Feed(primary), MinuteCounts()
    return State(
        {
            "settings": settings,
            "pools": pools,
            "db": main_db,
            "sealer": Sealer(settings.sealing_keys),
            "provider": provider or toss_client(settings),
            "identity_provider": identity_provider or _identity_provider(settings),
            "feed": feed,
            "ask_due": ask_due,
            "site": site or Site(settings),
            "visits": VisitIntake(apart_db, counts),
            "board": Board(apart_db),
            "readiness": Readiness(apart_db),
            "counts": counts,
            "console_actions": CONSOLE_ACTIONS,
            "desk": DESK,
            "console_files": ConsoleFiles(settings),
            "uploads": Uploads(processes=settings.workers),
            "blocklist": Blocklist(feed),
        }
    )


def build(state: State) -> Litestar:
    """The server over this state. It takes half a second; whoever needs it often gives a built one another state."""
    settings: Settings = state.settings
    app = _build(state, [route for room in ROOMS for route in room])
    let_in = Allowance(ComposeQueries(app.asgi_handler), app.state)
    cache = ResponseCache(CompressPublicAnswers(AddHeaders(let_in, is_https=settings.is_https)))
    for path in WATCHED_CALLS:
        begin_at_zero("POST", path)
    guarded = RefuseBlocked(cache, app.state)
    app.asgi_handler = AnswerHead(TraceRequests(guarded, logs_requests=settings.logs_requests))
    return app


def _identity_provider(settings: Settings) -> IdentityProvider | None:
    account = settings.identity
    return account and PortOneClient(account.url, account.secret, store_id=account.store_id)


def describe() -> OpenAPI:
    """Describe all calls; this needs no settings and no database."""
    served: list[ControllerRouterHandler] = [
        route for room in ROOMS for route in room if route not in CHANGE_ROUTES
    ]
    return _build(State(), [*served, *described(DESK)]).openapi_schema


def _build(state: State, routes: Sequence[ControllerRouterHandler]) -> Litestar:
    return Litestar(
        route_handlers=[healthz, readyz, metrics, *routes],
        dependencies={
            "conn": Provide(provide_conn),
            "caller": Provide(provide_caller),
            **{name: _from_state(name) for name in PROVIDED},
        },
        before_request=refuse_ends_of_calendar,
        exception_handlers=HANDLERS,
        middleware=[metrics_middleware, session_middleware],
        lifespan=[_lifespan],
        state=state,
        # As the API's description names them; `AddHeaders` gives them to errors, too.
        response_headers=NO_SNIFFING,
        request_class=ShopRequest,
        request_max_body_size=BODY_LIMIT,
        openapi_config=OpenAPIConfig(
            title="ieum", version="1", path="/api/v1/openapi", render_plugins=[RenderWithoutModules()]
        ),
        logging_config=None,
        debug=False,
    )


def _from_state(name: str) -> Provide:
    """Provide handlers with what the app's state has under this name at the time of the request."""

    async def provide(state: State) -> Any:
        return state[name]

    return Provide(provide)


def _look_at_streams(feed: Feed) -> None:
    STREAMS.set(feed.count_streams())
    # Whoever is scraped tells what all processes have counted, so that these enter it in time.
    enter_cached_uses()


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncGenerator[None]:
    state = app.state
    async with AsyncExitStack() as stack:
        for pool in state.pools.values():
            await stack.enter_async_context(pool)
        watch = Watch(state.pools, also=partial(_look_at_streams, state.feed))
        if state.pools:
            watch.start()
            await state.blocklist.start(state.db)
            state.feed.start()
            # Loads the script that draws pages, so that no visitor waits for it and a broken one prevents the start.
            await state.site.plan("/")
            measure_hashing()
        try:
            yield
        finally:
            await watch.stop()
            await state.visits.close()
            await state.blocklist.stop()
            await state.feed.stop()
            state.site.close()
            await state.provider.close()
            if state.identity_provider:
                await state.identity_provider.close()
