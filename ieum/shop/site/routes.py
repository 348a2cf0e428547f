"""Calls for the config, the payment provider's keys, visits, browsers' errors and the caller's address (spec 7)."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.errors import InvalidFields, NotFound, TooManyRequests
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, ShopSettings, UserAgent, ok
from ieum.shop.kernel.limits import MinuteCounts, network_of
from ieum.shop.kernel.problems import AnyRequest, refusals
from ieum.shop.site import queries, service, touches
from ieum.shop.site.intake import VisitIntake, VisitsBusy
from ieum.shop.site.types import ClientError, PaymentKey, PublicConfig, Visit

ERRORS_PER_MINUTE, ERRORS_OF_ALL_PER_MINUTE = 10, 120


@get("/api/v1/config/info", opt=FOR_EVERYBODY)
async def config_info(conn: Conn, settings: ShopSettings) -> Answer[PublicConfig]:
    """Return what the operator has configured for everybody to see."""
    return ok(service.public_config(await queries.get_config(conn), identity=settings.identity is not None))


@get("/api/v1/pg/{pg_name:str}", opt=FOR_EVERYBODY, responses=refusals(NotFound))
async def payment_keys(settings: ShopSettings, pg_name: FromPath[str]) -> Answer[list[PaymentKey]]:
    """Return the provider's client keys: one for a single payment, one to register a card for recurring payment."""
    if pg_name != "toss":
        raise NotFound("지원하지 않는 결제대행사입니다.")
    return ok(
        [
            PaymentKey("normal", settings.toss_normal.client, settings.toss_sdk_url),
            PaymentKey("billing", settings.toss_billing.client, settings.toss_sdk_url),
        ]
    )


@post(
    "/api/v1/home/visit",
    status_code=200,
    responses=refusals(InvalidFields, TooManyRequests, VisitsBusy),
)
async def log_visit(
    request: AnyRequest,
    settings: ShopSettings,
    visits: NamedDependency[VisitIntake],
    caller: Caller,
    data: JSONBody[Visit],
    user_agent: UserAgent = None,
) -> Response[Answer[None]]:
    """Store a visit that came from another site, with the address that we see, not the one that was sent.

    It answers once the visit is stored. Where the owner wants to know which keywords bring members, the browser
    remembers its first visit.
    """
    visit, days = await visits.store(data, caller=caller, user_agent=user_agent or "")
    cookie = touches.answer(visit, request.headers.get("cookie", ""), settings, days=days)
    return Response(ok(None), headers={"Set-Cookie": cookie} if cookie else None)


@post("/api/v1/home/client-error", status_code=200, responses=refusals(InvalidFields, TooManyRequests))
async def log_client_error(
    db: Db, counts: NamedDependency[MinuteCounts], caller: Caller, data: JSONBody[ClientError]
) -> Answer[None]:
    """Count an error in a browser; nothing that may identify a person is stored."""
    counts.count("client-error", network_of(caller), a_minute=ERRORS_PER_MINUTE)
    counts.count("client-error", "everybody", a_minute=ERRORS_OF_ALL_PER_MINUTE)
    async with db.transaction() as conn:
        await service.note_error(conn, data)
    return ok(None)


@get("/api/get-ip")
async def get_ip(caller: Caller) -> Answer[str]:
    """Return the address that the caller reaches us from."""
    return ok(str(caller))


ROUTES = [config_info, payment_keys, log_visit, log_client_error, get_ip]
