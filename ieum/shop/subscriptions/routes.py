"""Endpoints for cards on file, and for the changes to a recurring payment that charge no card."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.kernel.errors import Unauthenticated
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, RowId, created, ok
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.authentication import KEPT_FROM_LOOKS, MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member
from ieum.shop.payments.provider import Provider
from ieum.shop.subscriptions import method_queries, methods, service, views
from ieum.shop.subscriptions.types import (
    BillingMethod,
    CustomerKey,
    NewBillingMethod,
    PriceAnswer,
    Subscription,
)

SealerDependency = NamedDependency[Sealer]
ProviderDependency = NamedDependency[Provider]
CHANGES = (
    service.SubscriptionNotFound,
    service.SubscriptionEnded,
)


@get("/api/v1/billing-methods", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def list_billing_methods(conn: Conn, member: Member) -> Answer[list[BillingMethod]]:
    """The cards that can be charged, newest first."""
    return ok(await methods.list_of(conn, member.member_id))


@get(
    "/api/v1/billing-methods/customer-key",
    dependencies=MEMBERS_ONLY,
    opt=KEPT_FROM_LOOKS,
    responses=refusals(Unauthenticated),
)
async def get_customer_key(conn: Conn, member: Member) -> Answer[CustomerKey]:
    """Return the customer key and the member's data that the provider's window needs to register a card."""
    return ok(await method_queries.get_customer(conn, member.member_id))


@post(
    "/api/v1/billing-methods",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        methods.CardRefused, methods.CardUnconfirmed, methods.TooManyCards, methods.BillingMethodNotFound
    ),
)
async def register_billing_method(
    db: Db,
    provider: ProviderDependency,
    sealer: SealerDependency,
    member: Member,
    caller: Caller,
    data: JSONBody[NewBillingMethod],
) -> Answer[BillingMethod]:
    """Register the card that the provider's window has verified. Repeating the call gives the same answer."""
    return created(await methods.register(db, provider, sealer, member.member_id, data, address=caller))


@delete(
    "/api/v1/billing-methods/{method_id:int}",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(methods.BillingMethodNotFound, methods.BillingMethodInUse),
)
async def remove_billing_method(conn: Conn, member: Member, method_id: RowId) -> Answer[None]:
    await methods.remove(conn, member.member_id, method_id)
    return ok(None)


@get("/api/v1/subscriptions", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def list_subscriptions(conn: Conn, member: Member) -> Answer[list[Subscription]]:
    """Running ones first, then the newest."""
    return ok(await views.list_of(conn, member.member_id))


@post(
    "/api/v1/subscriptions/{subscription_id:int}/stop",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*CHANGES),
)
async def stop_subscription(conn: Conn, member: Member, subscription_id: RowId) -> Answer[Subscription]:
    """Stop a recurring payment: no more charges, and the service runs to the end of what is paid."""
    return ok(await service.stop(conn, member.member_id, subscription_id))


@post(
    "/api/v1/subscriptions/{subscription_id:int}/resume",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*CHANGES),
)
async def resume_subscription(conn: Conn, member: Member, subscription_id: RowId) -> Answer[Subscription]:
    """Take a stop back."""
    return ok(await service.resume(conn, member.member_id, subscription_id))


@post(
    "/api/v1/subscriptions/{subscription_id:int}/price-consent",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(*CHANGES, service.NothingToAnswer),
)
async def answer_price(
    conn: Conn, member: Member, caller: Caller, subscription_id: RowId, data: JSONBody[PriceAnswer]
) -> Answer[Subscription]:
    """Agree to a higher price or decline it; the answer may be changed until the period is charged."""
    return ok(
        await service.answer_price(
            conn, member.member_id, subscription_id, agreed=data.agreed, address=caller
        )
    )


ROUTES = [
    list_billing_methods,
    get_customer_key,
    register_billing_method,
    remove_billing_method,
    list_subscriptions,
    stop_subscription,
    resume_subscription,
    answer_price,
]
