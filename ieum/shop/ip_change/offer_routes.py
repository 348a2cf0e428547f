"""The call that changes a flagged address for nothing."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.ip_change import offers
from ieum.shop.ip_change.offer_types import Offered, OfferRequest
from ieum.shop.ip_change.refusals import AddressAlreadyChanged, ChangeUnderWay
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.services import devices
from ieum.shop.services.service import ServiceNotFound


@post(
    "/api/v1/services/{service_id:int}/address-offer",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(
        ServiceNotFound,
        devices.ServiceNotActive,
        devices.ServiceSuspended,
        devices.GatewayNotReady,
        AddressAlreadyChanged,
        ChangeUnderWay,
        offers.NothingOffered,
        offers.NoneToOffer,
        offers.OffersUsedUp,
    ),
)
async def take_offer(
    conn: Conn, member: Member, service_id: RowId, data: JSONBody[OfferRequest]
) -> Answer[Offered]:
    """Change an address with which something is wrong for another one of the same carrier, for nothing."""
    return ok(await offers.take(conn, member.member_id, service_id, seen=data.address))


ROUTES = [take_offer]
