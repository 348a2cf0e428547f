"""Rights of sub-ids to services, and their devices, which are served while the right lasts.

Whoever changes a grant, or withholds a sub-id, locks its services first, in the order of their ids. Adding a device
locks the service, too, as making and using a link for one does, and reads the grant and the sub-id in a later
statement: so no device is added to a right that has just gone.
"""

from collections.abc import Sequence
from datetime import date

from ieum.shop.gateways import desired, tunnels
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.services import device_link_queries as links
from ieum.shop.services import queries
from ieum.shop.services.types import DeviceId, GrantChoice, GrantedDevice, ServiceId, Share


async def put(conn: Connection, owner: MemberId, sub_id: MemberId, service: int, choice: GrantChoice) -> bool:
    """Grant a service of the owner's to a sub-id, or change what was granted. False where the owner has none such.

    A smaller share of devices takes none away; it keeps others from being added.
    """
    await queries.hold_service(conn, service, owner)
    return await any_row(
        conn,
        """
        INSERT INTO service_grants (sub_id, service_id, device_limit, change_limit, sees_record)
        SELECT %(sub_id)s, s.id, %(device_limit)s, %(change_limit)s, %(sees_record)s
          FROM services s
         WHERE s.id = %(service)s AND s.member_id = %(owner)s AND s.state IN ('active', 'suspended')
        ON CONFLICT (sub_id, service_id) DO UPDATE
           SET device_limit = excluded.device_limit, change_limit = excluded.change_limit,
               sees_record = excluded.sees_record
        """,
        owner=owner,
        sub_id=sub_id,
        service=service,
        device_limit=choice.device_limit,
        change_limit=choice.change_limit,
        sees_record=choice.sees_record,
    )


async def find(conn: Connection, sub_id: MemberId, service: int) -> GrantChoice | None:
    """Find what was granted of a service; the caller has locked the sub-id."""
    return await fetch_optional(
        conn,
        GrantChoice,
        """
        SELECT device_limit, change_limit, sees_record FROM service_grants
         WHERE sub_id = %(sub_id)s AND service_id = %(service)s
        """,
        sub_id=sub_id,
        service=service,
    )


async def withdraw(conn: Connection, owner: MemberId, sub_id: MemberId, service: int) -> bool:
    """Take a right away, and the devices and links that the sub-id has by it. False where there was none."""
    await queries.hold_service(conn, service, owner)
    gone = await any_row(
        conn,
        """
        DELETE FROM service_grants g USING services s
         WHERE g.sub_id = %(sub_id)s AND g.service_id = %(service)s AND s.id = g.service_id
           AND s.member_id = %(owner)s
        """,
        owner=owner,
        sub_id=sub_id,
        service=service,
    )
    if gone:
        await links.withdraw_links_made_by(conn, [sub_id], service=service)
        await remove_devices(
            conn, [d for d in await _list_devices(conn, [sub_id]) if d.service_id == service]
        )
    return gone


async def withdraw_all(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Take every right of these sub-ids away, every device and every link, as when they are removed."""
    await _hold_services(conn, sub_ids)
    await links.withdraw_links_made_by(conn, list(sub_ids))
    await remove_devices(conn, await _list_devices(conn, sub_ids))
    await execute(conn, "DELETE FROM service_grants WHERE sub_id = ANY(%(sub_ids)s)", sub_ids=list(sub_ids))


async def withdraw_links(conn: Connection, sub_id: MemberId) -> None:
    """Take back every link for a device that the sub-id has made and nobody has used."""
    await _hold_services(conn, [sub_id])
    await links.withdraw_links_made_by(conn, [sub_id])


async def switch_off(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Stop serving the devices of these sub-ids, which keep them; the caller has noted that they are withheld."""
    await _hold_services(conn, sub_ids)
    devices = [device for device in await _list_devices(conn, sub_ids) if not device.off]
    await desired.rest_endpoints(conn, [device.public_key for device in devices])
    await _mark(conn, devices, off=True)


async def switch_on(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Serve the devices of these sub-ids again."""
    await _hold_services(conn, sub_ids)
    devices = [device for device in await _list_devices(conn, sub_ids) if device.off]
    await _mark(conn, devices, off=False)
    await desired.put_exits_of(conn, sorted({device.service_id for device in devices}))


async def is_usable(conn: Connection, sub_id: MemberId, service: int) -> bool:
    """Tell whether the sub-id has a right to the service, and is neither suspended nor over."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM service_grants g WHERE g.sub_id = %(sub_id)s AND g.service_id = %(service)s AND may_use(g)
        """,
        sub_id=sub_id,
        service=service,
    )


async def find_share(conn: Connection, sub_id: MemberId, service: int) -> Share | None:
    """Find how often the sub-id may change the address, in a statement after the one that locked the service.

    None where it has no right to the service, or may not use any.
    """
    return await fetch_optional(
        conn,
        Share,
        """
        SELECT g.change_limit AS limit, changes_left(g, p.kind) AS left
          FROM service_grants g
          JOIN services s ON s.id = g.service_id
          JOIN plans p ON p.id = s.plan_id
         WHERE g.sub_id = %(sub_id)s AND g.service_id = %(service)s AND may_use(g)
        """,
        sub_id=sub_id,
        service=service,
    )


async def note_change(conn: Connection, sub_id: MemberId, service: ServiceId, *, day: date) -> None:
    """Count a change of a dynamic service's address on this day in Seoul."""
    await execute(
        conn,
        """
        UPDATE service_grants SET day = %(day)s, changes = CASE WHEN day = %(day)s THEN changes ELSE 0 END + 1
         WHERE sub_id = %(sub_id)s AND service_id = %(service)s
        """,
        sub_id=sub_id,
        service=service,
        day=day,
    )


async def sees_record(conn: Connection, sub_id: MemberId, service: int) -> bool:
    return await any_row(
        conn,
        """
        SELECT 1 FROM service_grants
         WHERE sub_id = %(sub_id)s AND service_id = %(service)s AND sees_record
        """,
        sub_id=sub_id,
        service=service,
    )


async def remove_devices(conn: Connection, devices: Sequence[GrantedDevice]) -> None:
    """Remove devices for good; the caller has locked their services."""
    ids = [device.id for device in devices]
    await desired.remove_endpoints(conn, [device.public_key for device in devices])
    await queries.remove_devices(conn, ids)
    await tunnels.give_back(conn, ids)


async def _hold_services(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    """Lock every service that these sub-ids have a right to, whether or not they have a device there."""
    await execute(
        conn,
        """
        SELECT 1 FROM services
         WHERE id IN (SELECT service_id FROM service_grants WHERE sub_id = ANY(%(sub_ids)s))
         ORDER BY id
           FOR NO KEY UPDATE
        """,
        sub_ids=list(sub_ids),
    )


async def _list_devices(conn: Connection, sub_ids: Sequence[MemberId]) -> list[GrantedDevice]:
    return await fetch_all(
        conn,
        GrantedDevice,
        """
        SELECT id, service_id, public_key, off_at IS NOT NULL AS off
          FROM devices
         WHERE made_by = ANY(%(sub_ids)s) AND removed_at IS NULL
         ORDER BY service_id, id
        """,
        sub_ids=list(sub_ids),
    )


async def _mark(conn: Connection, devices: Sequence[GrantedDevice], *, off: bool) -> None:
    ids: list[DeviceId] = [device.id for device in devices]
    await execute(
        conn,
        """
        UPDATE devices SET off_at = CASE WHEN %(off)s THEN now() END
         WHERE id = ANY(%(devices)s) AND removed_at IS NULL
        """,
        devices=ids,
        off=off,
    )
