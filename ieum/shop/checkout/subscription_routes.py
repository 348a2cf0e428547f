"""Endpoints for recurring payments that charge a card at once: start, pay now, change the card."""

from litestar import post, put
from litestar.params import JSONBody

from ieum.shop.checkout import subscription
from ieum.shop.kernel.http import Answer, Db, RowId, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY_BETWEEN, Member
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders.claims import TooManyAddresses, TooManyOfNetwork
from ieum.shop.orders.service import OrderExpired, OrderNotFound, SoldOut
from ieum.shop.payments.refusals import OrderClosed, PaymentRefused
from ieum.shop.subscriptions import methods, service
from ieum.shop.subscriptions.routes import CHANGES, ProviderDependency, SealerDependency
from ieum.shop.subscriptions.types import MethodChange, NewSubscription, Subscription


@post(
    "/api/v1/subscriptions",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        OrderNotFound,
        SoldOut,
        OrderExpired,
        TooManyAddresses,
        TooManyOfNetwork,
        OrderClosed,
        PaymentRefused,
        service.NotRecurring,
        methods.BillingMethodNotFound,
    ),
)
async def start_subscription(
    db: Db,
    provider: ProviderDependency,
    sealer: SealerDependency,
    member: Member,
    data: JSONBody[NewSubscription],
) -> Answer[OrderView]:
    """Begin a subscription by charging its first period. `confirming`: the outcome is not known yet."""
    return ok(await subscription.start(db, provider, sealer, member.member_id, data))


@post(
    "/api/v1/subscriptions/{subscription_id:int}/pay-now",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(*CHANGES, service.NothingDue, service.StopRequested, PaymentRefused),
)
async def pay_now(
    db: Db,
    provider: ProviderDependency,
    sealer: SealerDependency,
    member: Member,
    subscription_id: RowId,
) -> Answer[Subscription]:
    """Charge what is owed now."""
    return ok(await subscription.pay_now(db, provider, sealer, member.member_id, subscription_id))


@put(
    "/api/v1/subscriptions/{subscription_id:int}/billing-method",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(*CHANGES, methods.BillingMethodNotFound),
)
async def change_billing_method(
    db: Db,
    provider: ProviderDependency,
    sealer: SealerDependency,
    member: Member,
    subscription_id: RowId,
    data: JSONBody[MethodChange],
) -> Answer[Subscription]:
    """Charge another card from now on, and what is owed at once. `failure` says whether that was refused."""
    return ok(
        await subscription.change_method(
            db, provider, sealer, member.member_id, subscription_id, data.billing_method_id
        )
    )


ROUTES = [start_subscription, pay_now, change_billing_method]
