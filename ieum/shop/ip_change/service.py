"""Changes a service's address to another one of the same carrier and region; the tunnels stay up."""

from datetime import UTC, datetime
from uuid import uuid4

from ieum.shop.fleet import desired, leases
from ieum.shop.ip_change import queries
from ieum.shop.ip_change.types import Changed
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.ledgers import service as ledgers
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import service_templates
from ieum.shop.services import devices
from ieum.shop.site import queries as site


class AddressAlreadyChanged(ShopError):
    code = "address_already_changed"
    title = "IP가 이미 변경되었습니다"
    detail = "IP가 이미 변경되었습니다. 새로고침하여 현재 IP를 확인해 주세요. 교체권은 사용되지 않았습니다."


class NoOtherAddress(ShopError):
    code = "no_other_address"
    title = "변경할 IP가 없습니다"
    detail = "지금 변경해 드릴 수 있는 IP가 없습니다. 교체권은 사용되지 않았으니 잠시 후 다시 시도해 주세요."


async def change(conn: Connection, member: MemberId, service: int, *, seen: str) -> Changed:
    """Change the address, use a ticket and mail the member, all or nothing.

    Tickets stay good when the shop no longer sells them.
    `seen` is the address that the member wants to replace. Where the service has another one by now, nothing changes.
    """
    locked = await queries.lock_static(conn, service, member)
    if locked is None:
        raise await devices.refusal_of(conn, member, service)
    if locked.address != seen:
        raise AddressAlreadyChanged
    address = await leases.move_lease(conn, locked.id, "ticket")
    if address is None:
        raise NoOtherAddress
    # The gateway changes the exit of all devices at once and cuts the connections over the old one.
    await desired.put_exits_of(conn, [locked.id])
    await ledgers.use_ticket(conn, member, locked.id)
    changed = Changed(locked.id, locked.address, address, await queries.tickets_left(conn, member))
    await _tell(conn, member, locked.plan_name, changed)
    return changed


async def _tell(conn: Connection, member: MemberId, plan: str, changed: Changed) -> None:
    """Once: a repeated request finds the address changed, and ends before it comes here."""
    recipient = await members.find_member(conn, member)
    if recipient is None:
        return
    text = service_templates.ip_changed(
        site=(await site.get_config(conn)).site_name,
        name=recipient.name,
        plan=plan,
        previous=changed.previous_address,
        address=changed.address,
        tickets_left=changed.ip_ticket,
        at=datetime.now(UTC),
    )
    reference = f"ip-changed:{changed.service_id}:{uuid4().hex}"
    await messaging.mail(conn, to=recipient.email, text=text, reference=reference, member=member)
