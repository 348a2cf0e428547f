"""All changes of the shop, as the composition root collects them from the rooms."""

from collections.abc import Iterable

from litestar.di import NamedDependency

from ieum.shop.desk.changes import AnyChange, Changes
from ieum.shop.kernel.errors import NotFound


class ChangeUnknown(NotFound):
    code = "change_unknown"
    detail = "없는 작업입니다. 화면을 새로고침해 주세요."


class Desk:
    """Changes by name. A plain class, because a route's dependencies are not read by msgspec then."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes

    def get(self, name: str) -> AnyChange:
        """Raises ChangeUnknown."""
        if name not in self.changes:
            raise ChangeUnknown
        return self.changes[name]


DeskDependency = NamedDependency[Desk]


def collect(changes: Iterable[AnyChange]) -> Desk:
    """Raises ValueError if two changes have one name."""
    by_name: dict[str, AnyChange] = {}
    for change in changes:
        if change.name in by_name:
            raise ValueError(f"two changes are called {change.name}")
        by_name[change.name] = change
    return Desk(by_name)
