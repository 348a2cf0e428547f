"""Changes of the settings and of the list of blocked addresses, each as it was previewed."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from msgspec.structs import replace

from ieum.shop.console.settings import actions, queries, rules
from ieum.shop.console.settings.refusals import BlocksYourself, NothingToChange
from ieum.shop.console.settings.types import (
    BlockForm,
    BlockWish,
    SettingsChanged,
    SettingsForm,
    WhoIsHit,
    WishOfGroup,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.site import queries as site_queries
from ieum.shop.site import rules as site_rules
from ieum.shop.site import service as site
from ieum.shop.site import setting_queries

type Network = IPv4Network | IPv6Network


async def change(act: Act, group: str, form: SettingsForm) -> SettingsChanged:
    """Change a group, or ask a second person for it.

    Raises SettingGroupNotFound, InvalidFields, NothingToChange, PreviewChanged, DynamicNotServed.
    """
    wish = WishOfGroup(group, form.values)
    before = await setting_queries.lock_values(act.conn)
    after = actions.check(wish, before)
    if rules.preview(group, before, after).digest != form.digest:
        raise PreviewChanged
    approval = None
    if rules.takes_two(before, after):
        approval = (await approvals.ask(act, actions.CHANGE, wish, reason=form.reason)).approval_id
    else:
        await actions.carry_out(act, wish, reason=form.reason)
    return SettingsChanged(rules.group(group, await setting_queries.get_values(act.conn)), approval)


async def preview_blocking(conn: Connection, wish: BlockWish, *, caller: str) -> Preview:
    """Raises InvalidFields, BlocksYourself, NothingToChange."""
    networks = _networks(wish)
    if wish.doing == "block" and any(ip_address(caller) in network for network in networks):
        raise BlocksYourself
    blocked = (await site_queries.get_blocked(conn)).ranges
    ranges = [text for text in map(str, networks) if (text in blocked) != (wish.doing == "block")]
    if not ranges:
        raise NothingToChange(
            "이미 모두 차단한 IP입니다." if wish.doing == "block" else "차단 목록에 없는 IP입니다."
        )
    hit = await queries.count_hit(conn, ranges)
    title = "접속을 차단합니다" if wish.doing == "block" else "차단을 풉니다"
    rows = [Row("IP", "\n".join(ranges))]
    warnings = _warnings(hit) if wish.doing == "block" else []
    shown = previews.preview(title, rows, warnings=warnings, count=len(ranges))
    if wish.doing == "unblock":
        return shown
    # Visits come all the time: the digest does not stand for their number, or nothing could ever be confirmed.
    return replace(shown, rows=[*rows, Row("하루 동안의 방문", f"{hit.visits:,}건")])


async def change_blocking(act: Act, form: BlockForm) -> list[str]:
    """Raises InvalidFields, BlocksYourself, NothingToChange, PreviewChanged, TooManyBlocked."""
    before = await site_queries.lock_blocked(act.conn)
    shown = await preview_blocking(act.conn, form, caller=act.address)
    if shown.digest != form.digest:
        raise PreviewChanged
    networks = _networks(form)
    write = site.block if form.doing == "block" else site.unblock
    ranges = await write(act.conn, networks)
    act.note(
        "settings.change",
        "setting",
        "blocked",
        before={"blocked": sorted({*before} - {*ranges})},
        after={"blocked": sorted({*ranges} - {*before})},
        reason=form.reason,
    )
    return ranges


def _networks(wish: BlockWish) -> list[Network]:
    """Raises InvalidFields, which says of each range what is wrong with it."""
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
        raise InvalidFields(Field("ranges", "invalid", " ".join(wrong)))
    return networks


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
