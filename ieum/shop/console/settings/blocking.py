"""Blocks addresses, from which the shop answers nothing but a refusal, and unblocks them."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ieum.shop.console.settings import queries
from ieum.shop.console.settings.refusals import SettingGroupNotFound
from ieum.shop.console.settings.types import WhoIsHit
from ieum.shop.desk.changes import Case, Change, Presser, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.site import queries as site_queries
from ieum.shop.site import rules as site_rules
from ieum.shop.site import service as site
from ieum.shop.site.refusals import TooManyBlocked

type Network = IPv4Network | IPv6Network
# The one list that there is, as the record names it.
LIST = "blocked"
BLOCKS_YOURSELF = (
    "지금 접속한 IP가 들어 있어 차단하면 콘솔도 쓸 수 없습니다. 이 IP를 빼고 다시 시도해 주세요."
)


class Ranges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranges: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=60)]],
        Meta(min_length=1, max_length=100, title="IP"),
    ]


class BlockSheet(msgspec.Struct):
    """Sheet of the wished ranges: which are blocked, which are not, and whom the latter hold."""

    blocked: list[str]
    free: list[str]
    hit: WhoIsHit | None = None


async def _look(conn: Connection, target: str, wish: Ranges) -> BlockSheet | None:
    """Sort the wished ranges by whether they are blocked. Raises InvalidFields."""
    if target != LIST:
        return None
    blocked = set((await site_queries.get_blocked(conn)).ranges)
    wished = list(map(str, _networks(wish)))
    return BlockSheet(
        blocked=[text for text in wished if text in blocked],
        free=[text for text in wished if text not in blocked],
    )


async def _look_at_hit(conn: Connection, target: str, wish: Ranges) -> BlockSheet | None:
    """Sort the ranges as `_look` does, and count whom the free ones hold. Raises InvalidFields."""
    sheet = await _look(conn, target, wish)
    if sheet is not None and sheet.free:
        sheet.hit = await queries.count_hit(conn, sheet.free)
    return sheet


async def _find_none(_conn: Connection, _target: str) -> BlockSheet | None:
    return None


async def _lock(conn: Connection, _target: str) -> None:
    await site_queries.lock_blocked(conn)


def _why_not_them(wish: Ranges, by: Presser) -> str | None:
    """Return why not if a range holds the presser's own address. Raises InvalidFields."""
    is_within = any(ip_address(by.address) in network for network in _networks(wish))
    return BLOCKS_YOURSELF if is_within else None


def _networks(wish: Ranges) -> list[Network]:
    """Parse the ranges. Raises InvalidFields, which says of each range what is wrong with it."""
    networks: list[Network] = []
    wrong: list[str] = []
    for text in dict.fromkeys(typed.strip() for typed in wish.ranges):
        try:
            # An IPv6 zone (`fe80::1%eth0`) means something on one machine alone; the table has none.
            network = ip_network(text.replace("%", " "))
        except ValueError:
            wrong.append(f"‘{text}’: 203.0.113.7이나 203.0.113.0/24처럼 적어 주세요.")
            continue
        if network.is_loopback:
            wrong.append(f"‘{text}’: 이 서버 자신은 차단할 수 없습니다.")
        elif site_rules.is_too_wide(network):
            widest = site_rules.WIDEST[network.version]
            wrong.append(f"‘{text}’: 너무 넓습니다. /{widest}보다 넓게 차단할 수 없습니다.")
        networks.append(network)
    if wrong:
        raise InvalidFields(Field("wish.ranges", "invalid", " ".join(wrong)))
    return networks


def _preview_block(sheet: BlockSheet, _wish: Ranges) -> Shown:
    hit = sheet.hit
    return Shown(
        title="접속을 차단합니다",
        rows=[Row("IP", "\n".join(sheet.free))],
        warnings=_warnings(hit) if hit else [],
        count=len(sheet.free),
        # Visits come all the time: nothing could ever be confirmed if the digest stood for their number.
        passing=[Row("하루 동안의 방문", f"{hit.visits:,}건")] if hit else [],
    )


def _preview_unblock(sheet: BlockSheet, _wish: Ranges) -> Shown:
    rows = [Row("IP", "\n".join(sheet.blocked))]
    return Shown(title="차단을 풉니다", rows=rows, count=len(sheet.blocked))


def _warnings(hit: WhoIsHit) -> list[str]:
    warnings = ["차단한 IP에서는 사이트의 모든 화면이 열리지 않고, 이용 중인 회원도 접속하지 못합니다."]
    if hit.addresses:
        warnings.append(
            f"우리가 파는 IP {hit.addresses:,}개가 들어 있습니다. 이 IP를 쓰는 회원은 사이트에 들어올 수 없습니다."
        )
    if hit.gateways:
        warnings.append(f"게이트웨이 {hit.gateways:,}대가 들어 있습니다. 차단하면 서버와 연결이 끊깁니다.")
    if hit.sessions:
        warnings.append("지금 콘솔을 쓰는 직원이 들어 있습니다. 차단하면 그 직원은 콘솔을 쓸 수 없습니다.")
    return warnings


async def _block(conn: Connection, case: Case[str, BlockSheet, Ranges]) -> None:
    await site.block(conn, _networks(case.wish))


async def _unblock(conn: Connection, case: Case[str, BlockSheet, Ranges]) -> None:
    await site.unblock(conn, _networks(case.wish))


BLOCKED = Thing[str, Any](
    name="setting",
    label="차단 목록",
    screen="settings",
    key="text",
    find=_find_none,
    missing=SettingGroupNotFound,
    facts=lambda sheet: {"blocked": sorted(sheet.blocked)},
)
BLOCK = Change(
    name="settings.block",
    label="접속 차단",
    done="접속을 차단했습니다.",
    of=BLOCKED,
    permission="settings.change",
    wish=Ranges,
    lock=_lock,
    look=_look_at_hit,
    refuses=lambda sheet, _wish: None if sheet.free else "이미 모두 차단한 IP입니다.",
    refuses_to=_why_not_them,
    preview=_preview_block,
    apply=_block,
    raises=(TooManyBlocked,),
)
UNBLOCK = Change(
    name="settings.unblock",
    label="차단 풀기",
    done="차단을 풀었습니다.",
    of=BLOCKED,
    permission="settings.change",
    wish=Ranges,
    lock=_lock,
    look=_look,
    refuses=lambda sheet, _wish: None if sheet.blocked else "차단 목록에 없는 IP입니다.",
    preview=_preview_unblock,
    apply=_unblock,
)
