"""Every screen that `web/console/screens.ts` collects: a new one is walked without being named here."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.journey.at_the_desk import Staff
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.shop.builders.inquiries import INQUIRY
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.subscriptions import a_subscription

CONSOLE = Path(__file__).parents[2] / "web" / "console"
# A screen's own lines; what it can jump to has no path.
_SCREEN = re.compile(
    r"\bpath: '([^']+)',\s+title: '([^']+)',.*?permission: (?:'([^']+)'|null),.*?"
    r"lazy: \(\) => import\('./([\w.-]+)'\)",
    re.DOTALL,
)
# Of the lists that leave to the frame what fails or is empty, these are looked at.
EXAMPLES_OF_LISTS = {"orders", "members"}


class DeclaredScreen(NamedTuple):
    path: str
    title: str
    # Empty where being logged in is enough.
    permission: str
    file: str
    folder: str
    """Below `web/console`."""

    @property
    def is_a_list_like_others(self) -> bool:
        """Whether the frame alone decides what this screen shows when the call for its list fails or brings nothing."""
        source = (CONSOLE / self.folder / f"{self.file}.tsx").read_text()
        is_list = "<ListScreen" in source or "<DeclaredList" in source
        return is_list and self.path not in EXAMPLES_OF_LISTS


def declared_screens() -> list[DeclaredScreen]:
    folders = re.findall(r"from './([\w-]+)/screens'", (CONSOLE / "screens.ts").read_text())
    found: list[DeclaredScreen] = []
    for folder in folders:
        source = (CONSOLE / folder / "screens.ts").read_text()
        screens = [
            DeclaredScreen(path, title, permission, file, folder)
            for path, title, permission, file in _SCREEN.findall(source)
        ]
        assert len(screens) == source.count("lazy:"), f"{folder}/screens.ts is written in another way"
        found += screens
    return found


SCREENS = declared_screens()


class Examples:
    """One of each thing that a screen is about, made once, the way its people make it."""

    def __init__(self, shop: RunningShop, owner: Staff) -> None:
        self._shop, self._owner = shop, owner
        with httpx.Client(timeout=30) as http:
            member = Member(shop, http, f"screens{owner.email.partition('@')[0]}")
            self._service: int = member.buy()["id"]
            self._inquiry: int = member.call("POST", "/api/v1/inquiries", **INQUIRY)["id"]
        self._login_id = member.login_id

    def address(self, screen: DeclaredScreen) -> str:
        """Raises KeyError for a screen whose thing nobody makes here."""
        if ":" not in screen.path:
            return f"/console/{screen.path}"
        made = self._makers[screen.path.removesuffix("/:id")](self)
        return f"/console/{screen.path.replace(':id', str(made))}"

    @cached_property
    def member(self) -> int:
        return self._first(f"/members?q={self._login_id}")

    @cached_property
    def order(self) -> str:
        return self._first(f"/orders?member={self.member}")

    @cached_property
    def subscription(self) -> int:
        plan = self._first("/plans")

        async def subscribe(conn: Connection) -> int:
            return await a_subscription(
                conn, MemberId(self.member), PlanId(plan), services=[ServiceId(self._service)]
            )

        return in_transaction(self._shop, subscribe)

    @cached_property
    def draft(self) -> int:
        return self._pressed_plain("content.draft", {"kind": "notice", "slug": "screens-look"})

    @cached_property
    def incident(self) -> int:
        form = {
            "kind": "outage",
            "isConfirmed": True,
            "title": "서울 게이트웨이 장애",
            "what": "10분 동안 연결되지 않았습니다.",
            "noticedAt": datetime.now(UTC).isoformat(),
            "audience": {"holds": "service"},
        }
        return self._made("incidents.begin", form, reason="장애 기록")

    @cached_property
    def announcement(self) -> int:
        form = {
            "title": "카드 결제가 늦어지고 있습니다",
            "parts": ["payment"],
            "level": "degraded",
            "state": "looking",
            "words": "카드사 응답이 늦습니다. 다시 결제하지 마시고 결제내역에서 확인해 주세요.",
        }
        return self._made("status.say", form)

    def end_announcement(self) -> None:
        """Buyers read of it on every checkout, which the tests after these take as it is without."""
        if "announcement" in vars(self):
            incident = str(self.announcement)
            told = "status", "say", "--by", "김주인", "--incident", incident, "--state", "over"
            self._shop.ieum(*told, "해결되었습니다.")

    @cached_property
    def bulk_run(self) -> int:
        form = {"change": "members.points", "wish": {"points": 100}, "ids": [self.member]}
        return self._pressed("/bulk", form, reason="장애 보상", key="press-of-the-screens")["runId"]

    _makers: dict[str, Callable[["Examples"], object]] = {  # noqa: RUF012 - a table, never written
        "members": lambda made: made.member,
        "orders": lambda made: made.order,
        "services": lambda made: made._service,
        "subscriptions": lambda made: made.subscription,
        "inquiries": lambda made: made._inquiry,
        "plans": lambda made: made._first("/plans"),
        "gateways": lambda made: made._first("/gateways"),
        "content": lambda made: made._first("/content/texts"),
        "content/drafts": lambda made: made.draft,
        "incidents": lambda made: made.incident,
        "status": lambda made: made.announcement,
        "bulk": lambda made: made.bulk_run,
    }

    def _first(self, path: str) -> Any:
        return self._owner.get(path)["items"][0]["id"]

    def _made(self, change: str, wish: dict[str, Any], **more: str) -> int:
        """Make an object by a change; its id."""
        form = {"target": None, "wish": wish}
        return self._pressed(f"/changes/{change}", form, key=f"press-of-{change.replace('.', '-')}", **more)[
            "made"
        ]["id"]

    def _pressed_plain(self, change: str, wish: dict[str, Any]) -> int:
        form = {"target": None, "wish": wish, "key": f"press-of-{change.replace('.', '-')}"}
        return self._owner.post(f"/changes/{change}", form)["made"]["id"]

    def _pressed(self, path: str, form: dict[str, Any], **more: str) -> Any:
        digest = self._owner.post(f"{path}/preview", form)["digest"]
        return self._owner.post(path, form | more | {"digest": digest})


def a_stranger(shop: RunningShop) -> Login:
    """Somebody whose one permission opens none of the screens but its own."""

    async def make(conn: Connection) -> Login:
        return await a_staff(conn, "exports.make")

    return in_transaction(shop, make)


def in_transaction(shop: RunningShop, work: Callable[[Connection], Any]) -> Any:
    async def run(db: Database) -> Any:
        async with db.transaction() as conn:
            return await work(conn)

    return shop.aside(run)
