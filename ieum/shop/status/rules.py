"""States of the parts, by measurements and incidents. Pure."""

from ieum.shop.status.types import Incident, Measured, Part, PartName, PartState
from ieum.shop.status.words import PARTS

# Fewer say nothing: a single buyer closes a window, and a single address is wrong.
LEAST = 3
_WORST: tuple[PartState, ...] = ("ok", "degraded", "down")


def parts_of(measured: Measured, incidents: list[Incident]) -> list[Part]:
    """Judge each part. If the staff say something of a part, it holds, whatever is measured."""
    parts = [Part("shop", PARTS["shop"], "ok"), _payment(measured), _messages(measured), *_gateways(measured)]
    return [_as_told(part, incidents) for part in parts]


def out_of_reach(parts: list[Part]) -> list[Part]:
    """Judge the parts if the database cannot be asked: the shop is down, and of the rest nothing new is known."""
    words = "홈페이지를 일시적으로 이용하실 수 없습니다. 이미 설정한 VPN 연결은 그대로 쓰실 수 있습니다."
    return [Part(part.key, part.name, "down", words) if part.key == "shop" else part for part in parts]


def worst(parts: list[Part]) -> PartState:
    return _worst_of([part.state for part in parts])


def _worst_of(states: list[PartState]) -> PartState:
    found: list[PartState] = [state for state in _WORST if state in states]
    return found[-1] if found else "ok"


def _payment(measured: Measured) -> Part:
    is_slow = measured.payments_open >= LEAST and measured.payments_open * 2 >= measured.payments_asked
    words = "결제 확인이 평소보다 늦어지고 있습니다. 다시 결제하지 마시고 결제내역에서 확인해 주세요."
    return Part("payment", PARTS["payment"], "degraded", words) if is_slow else _well("payment")


def _messages(measured: Measured) -> Part:
    words = "메일이나 문자가 늦게 도착할 수 있습니다."
    is_late = measured.messages_late >= LEAST
    return Part("messages", PARTS["messages"], "degraded", words) if is_late else _well("messages")


def _gateways(measured: Measured) -> list[Part]:
    stopped = "일부 서버에서 인터넷 연결이 되지 않아 조치하고 있습니다."
    lost = "일부 장비의 응답이 확인되지 않아 살펴보고 있습니다. 이미 연결된 VPN은 계속 쓰실 수 있습니다."
    parts: list[Part] = []
    for region in measured.regions:
        words = (
            stopped if region in measured.regions_stopped else lost if region in measured.regions_lost else ""
        )
        parts.append(
            Part("gateways", f"{PARTS['gateways']} · {region}", "degraded" if words else "ok", words)
        )
    return parts


def _well(key: PartName) -> Part:
    return Part(key, PARTS[key], "ok")


def _as_told(part: Part, incidents: list[Incident]) -> Part:
    told: list[PartState] = [
        "ok" if incident.level == "notice" else incident.level
        for incident in incidents
        if incident.state != "over" and part.key in incident.parts
    ]
    return Part(part.key, part.name, _worst_of(told)) if told else part
