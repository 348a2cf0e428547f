"""The networks from which the console answers, as an owner changes them."""

from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.console.login.refusals import LocksYouOut, MoreThanOwn
from ieum.shop.console.staff import queries
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.changes import Case, Change, Shown, Thing
from ieum.shop.desk.types import Rights, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields, NotFound
from ieum.shop.messaging.staff_templates import networks_changed
from ieum.shop.site import queries as site

# The only list of networks there is.
CONSOLE = "console"
MOST = 100


class SetNetworks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Networks, one in a line. An empty list lets everybody in who can log in; if it is left out, nothing changes."""

    networks: (
        Annotated[
            str,
            Meta(
                max_length=MOST * 51,
                title="네트워크",
                description="한 줄에 하나씩, 203.0.113.0/24처럼 적어 주세요. 지금 접속한 IP가 들어 있어야 합니다. "
                "비우면 어디서나 로그인할 수 있습니다.",
            ),
        ]
        | UnsetType
        | None
    ) = UNSET


async def _find(conn: Connection, target: str) -> list[str] | None:
    return await queries.list_networks(conn) if target == CONSOLE else None


async def _lock(conn: Connection, _target: str) -> None:
    await queries.lock_networks(conn)


def _allows(rights: Rights, _sheet: list[str], _wish: SetNetworks) -> MoreThanOwn | None:
    """Refuse everybody but owners: others could shut the owners out."""
    if rights.is_owner:
        return None
    return MoreThanOwn(
        "콘솔에 접속할 수 있는 네트워크는 소유자만 바꿀 수 있습니다. 소유자에게 요청해 주세요."
    )


def _preview(sheet: list[str], wish: SetNetworks) -> Shown:
    """Preview a list of networks. Raises InvalidFields."""
    networks = _read(wish)
    warning = (
        f"저장하면 {len(networks)}개 네트워크 밖에서는 바로 콘솔을 쓸 수 없습니다."
        if networks
        else "저장하면 어디서나 콘솔에 로그인할 수 있습니다."
    )
    return Shown(
        title="접속 네트워크를 바꿉니다",
        rows=[Row("네트워크", _in_words(networks), before=_in_words(sheet))],
        warnings=[warning, "모든 직원에게 메일로 알립니다."],
    )


async def _set(conn: Connection, case: Case[str, list[str], SetNetworks]) -> None:
    """Replace the list and tell all staff, who may be shut out. Raises LocksYouOut."""
    networks = _read(case.wish)
    here = ip_address(case.address)
    if networks and not any(here in ip_network(network) for network in networks):
        raise LocksYouOut
    await queries.replace_networks(conn, networks)
    config = await site.get_config(conn)
    text = networks_changed(
        site=config.site_name,
        networks=networks,
        by=await queries.get_name(conn, case.by),
        reason=case.reason,
    )
    reference = f"staff-networks:{datetime.now(UTC):%Y%m%d%H%M%S%f}"
    await approvals.mail_staff(conn, config, text, reference=reference)


def _read(wish: SetNetworks) -> list[str]:
    """Read the wished networks. Raises InvalidFields."""
    lines = wish.networks.splitlines() if isinstance(wish.networks, str) else []
    try:
        networks = {str(ip_network(line.strip(), strict=False)) for line in lines if line.strip()}
    except ValueError:
        raise InvalidFields(Field("networks", "invalid", BAD_FORMAT)) from None
    if len(networks) > MOST:
        raise InvalidFields(Field("networks", "out_of_range", f"{MOST}개까지 적을 수 있습니다."))
    return sorted(networks)


def _in_words(networks: list[str]) -> str:
    return ", ".join(networks) or "어디서나"


SET = Change(
    name="staff.networks",
    label="허용 네트워크 변경",
    done="접속 네트워크를 바꿨습니다.",
    of=Thing[str, list[str]](
        name="networks",
        label="네트워크",
        screen="networks",
        key="text",
        find=_find,
        missing=NotFound,
        facts=lambda networks: {"networks": networks},
    ),
    permission="staff.change",
    wish=SetNetworks,
    lock=_lock,
    allows=_allows,
    refuses=lambda _sheet, wish: "바뀐 것이 없습니다." if wish.networks is UNSET else None,
    preview=_preview,
    apply=_set,
    raises=(MoreThanOwn, LocksYouOut),
)
