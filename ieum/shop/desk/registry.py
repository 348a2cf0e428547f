"""All changes and lists of the shop, as the composition root collects them from the rooms."""

from collections.abc import Callable, Iterable, Mapping

from ieum.shop.desk.changes import AnyChange, Changes
from ieum.shop.desk.listing import AnyList
from ieum.shop.kernel.errors import NotFound


class ChangeUnknown(NotFound):
    code = "change_unknown"
    detail = "없는 작업입니다. 화면을 새로고침해 주세요."


class Desk:
    """Changes and lists by name. A plain class, because a route's dependencies are not read by msgspec then."""

    def __init__(self, changes: Changes, lists: Mapping[str, AnyList]) -> None:
        self.changes = changes
        self.lists = lists

    def get(self, name: str) -> AnyChange:
        """Find a change. Raises ChangeUnknown."""
        if name not in self.changes:
            raise ChangeUnknown
        return self.changes[name]


def collect(
    changes: Iterable[AnyChange],
    lists: Iterable[AnyList] = (),
    of_lists: Callable[[Mapping[str, AnyList]], Iterable[AnyChange]] = lambda _lists: (),
) -> Desk:
    """Register changes and lists, and the changes that are about any list. Raises ValueError if two have one name."""
    by_name = _by_name(lists)
    return Desk(_by_name([*changes, *of_lists(by_name)]), by_name)


def _by_name[N: AnyChange | AnyList](declared: Iterable[N]) -> dict[str, N]:
    by_name: dict[str, N] = {}
    for one in declared:
        if one.name in by_name:
            raise ValueError(f"two are called {one.name}")
        by_name[one.name] = one
    return by_name
