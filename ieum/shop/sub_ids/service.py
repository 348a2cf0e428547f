"""Owners' actions on their sub-ids: they grant, suspend, remove, and look at a sub-id's pages.

Each change locks the sub-id first, then services in the order of their ids, then gateways, and is noted for both sides
to read.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, refuse_wrong
from ieum.shop.kernel.limits import count_request, member_key
from ieum.shop.kernel.masking import mask_name
from ieum.shop.kernel.paging import Listing
from ieum.shop.members import erasure, sub_id_queries
from ieum.shop.members import queries as members
from ieum.shop.members.names import tidy_label
from ieum.shop.members.security import queries as security
from ieum.shop.members.types import Identity, MemberId, SubIdLogin
from ieum.shop.services import grants
from ieum.shop.services import queries as services
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import Device, GrantChoice, ServiceId
from ieum.shop.sub_ids import links, queries, rules
from ieum.shop.sub_ids.refusals import NotToBeSeenAs, SubIdNotFound, TooManySubIdChanges
from ieum.shop.sub_ids.types import Event, OwnSubId, SubIdChange, SubIdDetail, SubIdListing, UsedSession
from ieum.shop.usage.member_queries import SESSION_DAYS


async def list_page(
    conn: Connection, owner: MemberId, *, search: str, state: str | None, page: int
) -> SubIdListing:
    found = await queries.list_sub_ids(conn, owner, search=search.strip(), state=state, page=page)
    counts = await sub_id_queries.count(conn, owner)
    return SubIdListing(**msgspec.structs.asdict(found), in_use=counts.in_use, limit=counts.limit)


async def get(conn: Connection, owner: MemberId, sub_id: int) -> SubIdDetail:
    """Everything of one sub-id, a removed one too. Raises SubIdNotFound, also for another member's."""
    found = await queries.find(conn, owner, sub_id)
    if found is None:
        raise SubIdNotFound
    granted = await queries.list_grants(conn, found.id)
    made = await services.list_devices(
        conn, [ServiceId(grant.service_id) for grant in granted], made_by=found.id
    )
    for grant in granted:
        grant.devices = [
            msgspec.structs.replace(msgspec.convert(device, Device, from_attributes=True), made_by=None)
            for device in made
            if device.service_id == grant.service_id
        ]
    factors = await security.get_security(conn, found.id)
    return SubIdDetail(
        **msgspec.structs.asdict(found),
        second_factor=factors.totp,
        passkeys=len(factors.passkeys),
        grants=granted,
    )


async def change(conn: Connection, owner: MemberId, sub_id: int, choice: SubIdChange) -> None:
    """Change the name, or the last day; devices go off and on again with it."""
    now = datetime.now(UTC)
    name = tidy_label(choice.name)
    login = await _lock(conn, owner, sub_id)
    ends_at = rules.end_of(choice.last_day)
    moved = ends_at != login.ends_at
    refuse_wrong([*rules.wrong_name(name), *(rules.wrong_last_day(choice.last_day, now) if moved else [])])
    if name != login.name:
        await sub_id_queries.rename(conn, login.id, name)
    if moved:
        await _count_change(conn, owner)
        await sub_id_queries.set_end(conn, login.id, ends_at)
        if login.is_over and not login.is_suspended:
            await grants.switch_on(conn, [login.id])
        day = choice.last_day and choice.last_day.isoformat()
        await queries.insert_event(conn, login.id, "changed", detail={"lastDay": day})


async def suspend(conn: Connection, owner: MemberId, sub_id: int) -> None:
    """End its sessions and stop serving its devices, which it keeps. A second time changes nothing."""
    login = await _lock(conn, owner, sub_id)
    if login.is_suspended:
        return
    await sub_id_queries.suspend(conn, login.id)
    await sub_id_queries.end_sessions(conn, [login.id])
    await grants.switch_off(conn, [login.id])
    await queries.insert_event(conn, login.id, "suspended")


async def resume(conn: Connection, owner: MemberId, sub_id: int) -> None:
    """Let it log in again, and serve its devices. A second time changes nothing."""
    login = await _lock(conn, owner, sub_id)
    if not login.is_suspended:
        return
    await _count_change(conn, owner)
    await sub_id_queries.resume(conn, login.id)
    if not login.is_over:
        await grants.switch_on(conn, [login.id])
    await queries.insert_event(conn, login.id, "resumed")


async def remove(conn: Connection, owner: MemberId, sub_id: int) -> None:
    """Take its devices, rights and login away for good; its record stays for its owner to see."""
    login = await _lock(conn, owner, sub_id)
    await _withdraw_login(conn, [login.id])
    await queries.insert_event(conn, login.id, "removed")


async def grant(conn: Connection, owner: MemberId, sub_id: int, service: int, choice: GrantChoice) -> None:
    """Let it use a service, or change how. Raises SubIdNotFound, ServiceNotFound, InvalidFields."""
    login = await _lock(conn, owner, sub_id)
    most = await queries.find_plan_limit(conn, owner, service)
    if most is None:
        raise ServiceNotFound
    if choice.device_limit > most:
        detail = f"이 상품은 기기를 {most}대까지 등록할 수 있습니다."
        raise InvalidFields(Field("deviceLimit", "above_plan", detail))
    before = await grants.find(conn, login.id, service)
    if before != choice:
        await _count_change(conn, owner)
    if not await grants.put(conn, owner, login.id, service, choice):
        raise ServiceNotFound
    if before == choice:
        return
    await queries.insert_event(conn, login.id, "granted", service=service, detail=msgspec.to_builtins(choice))


async def withdraw(conn: Connection, owner: MemberId, sub_id: int, service: int) -> None:
    """Take a service away, with the devices that it made there. A second time changes nothing."""
    login = await _lock(conn, owner, sub_id)
    if await grants.withdraw(conn, owner, login.id, service):
        await queries.insert_event(conn, login.id, "withdrawn", service=service)


async def new_link(
    conn: Connection, owner: MemberId, sub_id: int, *, resets_factors: bool, public_url: str
) -> links.PasswordLink:
    """Make another link; the one before stops working. The password stays as it is until the link is used."""
    login = await _lock(conn, owner, sub_id)
    link = await links.make(conn, login.id, resets_factors=resets_factors, public_url=public_url)
    await queries.insert_event(conn, login.id, "link_made", detail={"resetsFactors": resets_factors})
    return link


async def begin_acting(conn: Connection, owner: Identity, sub_id: int) -> None:
    """Let the owner's session look at the pages of the sub-id; it may change nothing. Both sides can read that."""
    login = await _lock(conn, owner.member_id, sub_id)
    if login.is_suspended or login.is_over:
        raise NotToBeSeenAs
    await _count_change(conn, owner.member_id)
    await members.set_acting(conn, owner.session_id, login.id)
    await queries.insert_event(conn, login.id, "acting_began")


async def end_acting(conn: Connection, acting: Identity) -> None:
    """The database notes that it ended, whatever ends it: this, a logout, or the sub-id's suspension."""
    await members.set_acting(conn, acting.session_id, None)


async def list_events(conn: Connection, owner: MemberId, sub_id: int, page: int) -> Listing[Event]:
    return await queries.list_events(conn, await _own(conn, owner, sub_id), page)


async def list_sessions(conn: Connection, owner: MemberId, sub_id: int, page: int) -> Listing[UsedSession]:
    return await queries.list_sessions(conn, await _own(conn, owner, sub_id), days=SESSION_DAYS, page=page)


async def get_own(conn: Connection, sub_id: MemberId) -> OwnSubId:
    own = await queries.get_own(conn, sub_id)
    return msgspec.structs.replace(own, owner_name=mask_name(own.owner_name))


async def end_over(conn: Connection, owner: MemberId, sub_id: MemberId) -> None:
    """Stop serving the devices of a sub-id whose last day has passed, and let nobody look as it any longer."""
    login = await sub_id_queries.lock(conn, owner, sub_id)
    # Its owner may have given it another day meanwhile.
    if login is not None and login.is_over:
        await grants.switch_off(conn, [login.id])
        await sub_id_queries.end_acting(conn, login.id)


async def destroy_of(conn: Connection, owner: MemberId) -> None:
    """Destroy all sub-ids of a member who leaves, who holds no running service any more."""
    sub_ids = await sub_id_queries.list_of(conn, owner)
    if sub_ids:
        await _withdraw_login(conn, sub_ids)
        await _destroy(conn, sub_ids)


async def destroy_removed(conn: Connection, *, limit: int) -> int:
    """Destroy what is left of sub-ids that were removed so long ago that no use of theirs is on record any more."""
    due = await sub_id_queries.list_destroyable(conn, limit=limit)
    if due:
        await _destroy(conn, due)
    return len(due)


async def _withdraw_login(conn: Connection, sub_ids: Sequence[MemberId]) -> None:
    await sub_id_queries.remove(conn, sub_ids)
    await sub_id_queries.end_sessions(conn, sub_ids)
    for sub_id in sub_ids:
        await erasure.delete_login_factors(conn, sub_id)
        await links.revoke(conn, sub_id)
    await grants.withdraw_all(conn, sub_ids)


async def _destroy(conn: Connection, sub_ids: list[MemberId]) -> None:
    await queries.forget(conn, sub_ids)
    await services.blank_names_made_by(conn, sub_ids)
    await sub_id_queries.destroy(conn, sub_ids)


async def _lock(conn: Connection, owner: MemberId, sub_id: int) -> SubIdLogin:
    login = await sub_id_queries.lock(conn, owner, sub_id)
    if login is None:
        raise SubIdNotFound
    return login


async def _count_change(conn: Connection, owner: MemberId) -> None:
    """Count what may be done again and again, each time with an event. Raises TooManySubIdChanges.

    Suspending, removing and withdrawing are not counted: nobody is kept from taking something away, and each of them
    can only follow what is counted.
    """
    await count_request(
        conn,
        "sub-id-change",
        who=member_key(owner),
        most=rules.CHANGES_AN_HOUR,
        per="hour",
        refusal=TooManySubIdChanges,
    )


async def _own(conn: Connection, owner: MemberId, sub_id: int) -> MemberId:
    found = await queries.find(conn, owner, sub_id)
    if found is None:
        raise SubIdNotFound
    return found.id
