"""Effects of an announcement on the page, in words. Pure."""

from collections.abc import Sequence

from ieum.shop.desk.types import Row
from ieum.shop.status import rules
from ieum.shop.status.types import Incident, Level, Measured, Part, PartName, Progress
from ieum.shop.status.words import LEVELS, PROGRESS, STATES

STAYS = (
    "누구나 바로 볼 수 있고, 안내가 아니면 홈, 결제 화면, 이용현황, 결제내역, 1:1 문의 가운데 관계있는 곳에도 보입니다."
    " 올린 글은 고치거나 지울 수 없고, 틀린 것은 다음 글로 바로잡습니다."
)
GOES = (
    "홈 등 다른 화면에 보이던 글은 사라지고, 서비스 상태 페이지에는 90일 동안 남습니다."
    " 올린 글은 고치거나 지울 수 없습니다."
)
ENDS = "해결로 끝난 공지에는 더 적을 수 없습니다."
CUSTOMERS_ONLY = "장비나 제휴사의 이름, 회원의 이름이나 연락처가 없는지 확인해 주세요."


def changed(told: Incident, before: Incident) -> list[Row]:
    """List what will stand otherwise. All else is shown as it will look."""
    pairs = (
        ("정도", LEVELS[before.level], LEVELS[told.level]),
        ("진행", progress(before.level, before.state), progress(told.level, told.state)),
    )
    return [Row(label, after, before=was) for label, was, after in pairs if was != after]


def progress(level: Level, state: Progress) -> str:
    return LEVELS["notice"] if level == "notice" and state in {"looking", "known"} else PROGRESS[state]


def turned(measured: Measured, before: list[Incident], after: list[Incident]) -> list[Row]:
    """The parts of the page that will stand otherwise."""
    pairs = zip(rules.parts_of(measured, before), rules.parts_of(measured, after), strict=True)
    rows = [
        Row(f"페이지의 ‘{then.name}’", STATES[then.state], before=STATES[now.state])
        for now, then in pairs
        if now.state != then.state
    ]
    return rows or [Row("페이지의 상태", "그대로입니다")]


def hidden(measured: Measured, after: list[Incident]) -> list[Part]:
    """Parts that are measured to be ill, and will be called better than that because staff say so."""
    pairs = zip(rules.parts_of(measured, []), rules.parts_of(measured, after), strict=True)
    return [found for found, told in pairs if rules.worst([found, told]) != told.state]


def still_ill(measured: Measured, parts: Sequence[PartName], after: list[Incident]) -> list[Part]:
    """Parts of an announcement that ends, which will not be well on the page."""
    return [part for part in rules.parts_of(measured, after) if part.key in parts and part.state != "ok"]


def alike(parts: Sequence[PartName], present: list[Incident]) -> list[Incident]:
    """List the incidents that go on and are about one of these parts."""
    return [one for one in present if one.state != "over" and not set(parts).isdisjoint(one.parts)]


def told_already(alike: list[Incident]) -> str:
    titles = ", ".join(f"‘{one.title}’" for one in alike)
    return (
        f"같은 곳에 이미 알리는 중인 공지가 있습니다: {titles}. 같은 일이면 그 공지에서 이어서 알려 주세요."
    )


def named(parts: list[Part]) -> str:
    return ", ".join(f"{part.name} {STATES[part.state]}" for part in parts)
