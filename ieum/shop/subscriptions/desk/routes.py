"""The calls about recurring payments."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.desk.access import Looking, reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.subscriptions.desk import queries, sheet
from ieum.shop.subscriptions.desk.filters import SubscriptionFilters, where_of
from ieum.shop.subscriptions.desk.refusals import NoSuchSubscription
from ieum.shop.subscriptions.desk.types import (
    Rise,
    SubscriptionFacts,
    SubscriptionLine,
)
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
        sheet.masked_line(line)
    return ok(page)


@get("/api/v1/console/subscriptions/{id:int}", **reads("subscriptions.view", NoSuchSubscription))
async def get_subscription(conn: Conn, id: RowId) -> Answer[SubscriptionFacts]:
    return ok(await sheet.see(conn, id))


ROUTES = [list_subscriptions, get_subscription]
