"""The calls about recurring payments."""

from datetime import datetime
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.subscriptions import queries, service
from ieum.shop.console.subscriptions.filters import SubscriptionFilters, where_of
from ieum.shop.console.subscriptions.refusals import CannotCharge, CannotStop, NoSuchSubscription
from ieum.shop.console.subscriptions.types import (
    ChargedNow,
    ChargePress,
    Rise,
    SubscriptionChange,
    SubscriptionFacts,
    SubscriptionLine,
)
from ieum.shop.desk.access import Acting, ActorDependency, Looking, between, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.subscriptions.routes import ProviderDependency, SealerDependency
from ieum.shop.subscriptions.types import SubscriptionState

_Id = Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)]
_Flag = Annotated[bool | None, QueryParameter(required=False)]


@get("/api/v1/console/subscriptions", **reads("subscriptions.view"))
async def list_subscriptions(
    conn: Conn,
    looker: Looking,
    which: Annotated[SubscriptionState | None, QueryParameter(name="state", required=False)] = None,
    plan: _Id = None,
    member: _Id = None,
    q: Words = None,
    due_from: Annotated[datetime | None, QueryParameter(name="dueFrom", required=False)] = None,
    due_to: Annotated[datetime | None, QueryParameter(name="dueTo", required=False)] = None,
    dunning: _Flag = None,
    stopping: _Flag = None,
    rise: Annotated[Rise | None, QueryParameter(required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[SubscriptionLine]]:
    """Newest first; with a span of days those that run, by the day on which they are charged."""
    filters = SubscriptionFilters(
        state=which,
        plan=plan,
        member=member,
        q=q,
        due_from=due_from,
        due_to=due_to,
        dunning=dunning,
        stopping=stopping,
        rise=rise,
    )
    page = await queries.list_subscriptions(
        conn, await looker.search(where_of(filters)), by_due=filters.by_due, after=after, size=size
    )
    for line in page.items:
        service.masked_line(line)
    return ok(page)


@get("/api/v1/console/subscriptions/{id:int}", **reads("subscriptions.view", NoSuchSubscription))
async def get_subscription(conn: Conn, id: RowId) -> Answer[SubscriptionFacts]:
    return ok(await service.see(conn, id))


@post(
    "/api/v1/console/subscriptions/{id:int}/stop/preview",
    status_code=200,
    **reads("subscriptions.change", NoSuchSubscription, CannotStop),
)
async def preview_stop(conn: Conn, id: RowId) -> Answer[Preview]:
    return ok(await service.preview_stop(conn, id))


@post(
    "/api/v1/console/subscriptions/{id:int}/stop",
    status_code=200,
    **changes("subscriptions.change", NoSuchSubscription, CannotStop, PreviewChanged),
)
async def stop_subscription(
    act: Acting, id: RowId, data: JSONBody[SubscriptionChange]
) -> Answer[SubscriptionFacts]:
    """Charge nothing any more; what is paid is served to its end."""
    return ok(await service.stop(act, id, data))


@post(
    "/api/v1/console/subscriptions/{id:int}/charge/preview",
    status_code=200,
    **reads("subscriptions.change", NoSuchSubscription, CannotCharge),
)
async def preview_charge(conn: Conn, id: RowId) -> Answer[Preview]:
    return ok(await service.preview_charge(conn, id))


@post(
    "/api/v1/console/subscriptions/{id:int}/charge",
    status_code=200,
    **between("subscriptions.change", NoSuchSubscription, CannotCharge, PreviewChanged, PressKeyUsed),
)
async def charge_subscription(
    actor: ActorDependency,
    db: Db,
    provider: ProviderDependency,
    sealer: SealerDependency,
    id: RowId,
    data: JSONBody[ChargePress],
) -> Answer[ChargedNow]:
    """Charge what is owed now instead of on the next retry day; a card that refuses is no error of this call."""
    return ok(await service.charge_now(actor, db, provider, sealer, subscription=id, change=data))


ROUTES = [
    list_subscriptions,
    get_subscription,
    preview_stop,
    stop_subscription,
    preview_charge,
    charge_subscription,
]
