"""Calls for links by which a person without an account sets up one device."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.kernel.errors import InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, RowId, ShopSettings, created, ok
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.members.authentication import VIEWERS_ONLY, Member
from ieum.shop.services import device_links, devices
from ieum.shop.services.device_link_types import (
    DeviceLink,
    LinkedDevice,
    MadeDeviceLink,
    NewDeviceLink,
    PresentedLink,
    ShownLink,
    UsedLink,
)
from ieum.shop.services.service import ServiceNotFound

# Of a network: pages that wait for their device's first connection ask every three seconds, several in an office.
LOOK_UPS_A_MINUTE = 600
NOT_USABLE = (
    InvalidFields,
    TooManyRequests,
    device_links.UnknownDeviceLink,
    device_links.DeviceLinkUsed,
    device_links.DeviceLinkExpired,
    device_links.DeviceLinkWithdrawn,
    device_links.DeviceLinkOver,
    device_links.LinkedDeviceRemoved,
    devices.GatewayNotReady,
)


@post(
    "/api/v1/services/{service_id:int}/device-links",
    dependencies=VIEWERS_ONLY,
    responses=refusals_of_change(
        ServiceNotFound,
        devices.ServiceNotActive,
        devices.ServiceSuspended,
        devices.GatewayNotReady,
        devices.DeviceLimitReached,
        devices.DeviceShareReached,
        device_links.TooManyDeviceLinks,
        device_links.TooManyDeviceLinksToday,
    ),
)
async def make_device_link(
    conn: Conn, settings: ShopSettings, member: Member, service_id: RowId, data: JSONBody[NewDeviceLink]
) -> Answer[MadeDeviceLink]:
    """Make a link by which somebody else sets up one device within an hour. Its address is shown only here."""
    return created(
        await device_links.make_link(
            conn, member.viewer, service_id, data.name, public_url=settings.public_url
        )
    )


@get(
    "/api/v1/services/{service_id:int}/device-links",
    dependencies=VIEWERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, ServiceNotFound),
)
async def list_device_links(conn: Conn, member: Member, service_id: RowId) -> Answer[list[DeviceLink]]:
    """The links that may still be used, without their tokens: a member's and its sub-ids', or a sub-id's own."""
    return ok(await device_links.list_links(conn, member.viewer, service_id))


@delete(
    "/api/v1/services/{service_id:int}/device-links/{device_link_id:int}",
    status_code=200,
    dependencies=VIEWERS_ONLY,
    responses=refusals_of_change(device_links.DeviceLinkNotFound, device_links.DeviceLinkSpent),
)
async def withdraw_device_link(
    conn: Conn, member: Member, service_id: RowId, device_link_id: RowId
) -> Answer[None]:
    await device_links.withdraw_link(conn, member.viewer, service_id, device_link_id)
    return ok(None)


@post("/api/v1/device-links/look-up", status_code=200, responses=refusals(*NOT_USABLE))
async def look_up_device_link(db: Db, caller: Caller, data: JSONBody[PresentedLink]) -> Answer[ShownLink]:
    """Say what a link is for, without spending it; and how its device is, to the browser that has the device's key."""
    async with db.connection() as conn:
        await count_request(conn, "device-link-look-up", who=network_of(caller), most=LOOK_UPS_A_MINUTE)
    async with db.transaction() as conn:
        return ok(await device_links.look_up(conn, data.token, data.public_key))


@post(
    "/api/v1/device-links/use",
    responses=refusals(
        *NOT_USABLE,
        device_links.NoPlaceForDevice,
        devices.PublicKeyTaken,
        devices.GatewayFull,
        devices.TooManyKeysToday,
    ),
)
async def use_device_link(
    db: Db, feed: NamedDependency[Feed], caller: Caller, data: JSONBody[UsedLink]
) -> Answer[LinkedDevice]:
    """Set up the link's device by a public key made on it. Sent again with the same key, it answers the same."""
    return created(await device_links.use(db, feed, data.token, data.public_key, caller=caller))


ROUTES = [make_device_link, list_device_links, withdraw_device_link, look_up_device_link, use_device_link]
