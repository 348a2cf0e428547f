"""Owners who make sub-ids, give them rights, change these and take them away, and suspend and remove sub-ids."""

from datetime import datetime, timedelta
from itertools import count

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services import devices
from ieum.shop.services.types import GrantChoice, ServiceId
from ieum.shop.sub_ids import making
from ieum.shop.sub_ids import service as sub_ids
from ieum.shop.sub_ids.types import SubIdForm
from tests.shop.builders.gateways import a_key
from tests.shop.model.delegated import check_over
from tests.shop.model.desks import Desks
from tests.shop.model.machine import ANY, CRASHES

NAME = "영업1팀"
# Days from today; None: it has no last day.
LAST_DAYS = st.sampled_from([None, None, 0, 10])
TURNS = st.sampled_from(
    ["suspend", "suspend", "resume", "resume", "resume", "withdraw", "withdraw", "remove"]
)
# Ids are never given twice, be it in another walk.
_numbers = count(1)


class Delegating(Desks):
    def __init__(self) -> None:
        super().__init__()
        self.do(self.found_first())

    async def found_first(self) -> None:
        """One sub-id is there from the start, with rights to both services and a device on each."""
        owner = self.house.customers[0].member
        form, settings = SubIdForm(f"desk_{next(_numbers)}", NAME), self.house.settings
        made = await making.make(
            self.house.db, owner, form, key=settings.secret_key, public_url=settings.public_url
        )
        async with self.house.db.transaction() as conn:
            for service in await fetch_all(
                conn,
                ServiceId,
                "SELECT id FROM services WHERE member_id = %(owner)s ORDER BY id",
                owner=owner,
            ):
                viewer = Viewer(owner, made.id)
                await sub_ids.grant(conn, owner, made.id, service, GrantChoice(2, 2, sees_record=True))
                locked = await devices.lock(conn, viewer, service)
                await devices.connect_new(conn, locked, viewer, name="PC", public_key=a_key())

    @rule(who=ANY, lasts=LAST_DAYS, crash_at=CRASHES)
    def found(self, who: int, lasts: int | None, crash_at: int | None) -> None:
        """Make a sub-id."""
        self.count("sub-id")
        form = {"loginId": f"desk_{next(_numbers)}", "name": NAME, "lastDay": _day(lasts)}
        self.do(self.press(self.customer(who), crash_at, "POST", "/sub-ids", **form))

    @rule(
        which=ANY,
        places=st.sampled_from([0, 1, 2, 3, 5]),
        changes=st.sampled_from([0, 1, 1, 2]),
        sees_record=st.booleans(),
        crash_at=CRASHES,
    )
    def grant(
        self, *, which: int, places: int, changes: int, sees_record: bool, crash_at: int | None
    ) -> None:
        """Give a sub-id a right to a service, or change what was given."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None:
                return
            # By when it is given, a right is told from the one that was taken before.
            await self.house.let_a_moment_pass(1)
            choice = {"deviceLimit": places, "changeLimit": changes, "seesRecord": sees_record}
            path = f"/sub-ids/{desk.sub_id}/services/{desk.service}"
            given = await self.press(self.owner_of(desk), crash_at, "PUT", path, **choice)
            self.count("grant" if given is not None else "grant, refused")

        self.do(act())

    @rule(which=ANY, turn=TURNS, crash_at=CRASHES)
    def turn(self, *, which: int, turn: str, crash_at: int | None) -> None:
        """Suspend a sub-id, resume it, take a right away, or remove it."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None:
                return
            self.count(turn)
            path = f"/sub-ids/{desk.sub_id}"
            if turn == "withdraw":
                await self.press(self.owner_of(desk), crash_at, "DELETE", f"{path}/services/{desk.service}")
            elif turn == "remove":
                await self.press(self.owner_of(desk), crash_at, "DELETE", path)
            else:
                await self.press(self.owner_of(desk), crash_at, "POST", f"{path}/{turn}")

        self.do(act())

    @rule(which=ANY, lasts=LAST_DAYS, passes=st.booleans(), crash_at=CRASHES)
    def limit(self, *, which: int, lasts: int | None, passes: bool, crash_at: int | None) -> None:
        """Give a sub-id a last day or none; every other time, what days are given pass, and the worker sees it."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None:
                return
            self.count("last day")
            change = {"name": NAME, "lastDay": _day(lasts)}
            await self.press(self.owner_of(desk), crash_at, "PUT", f"/sub-ids/{desk.sub_id}", **change)
            if passes:
                await self.let_end(desk.sub_id, crash_at)

        self.do(act())

    async def let_end(self, sub_id: MemberId, crash_at: int | None) -> None:
        ends_at = await fetch_optional(
            self.house.db.here,
            datetime,
            "SELECT access_ends_at FROM members WHERE id = %(sub_id)s AND access_ends_at > now()",
            sub_id=sub_id,
        )
        if ends_at is None:
            return
        self.count("over")
        # The database's time stands still during a walk.
        now = await fetch_one(self.house.db.here, datetime, "SELECT now()")
        await self.house.let_pass(ends_at - now + timedelta(seconds=1))
        async with self.house.may_crash(crash_at, None):
            await self.house.clerk.look_after_everything()
            await check_over(self.house.db.here)


def _day(days: int | None) -> str | None:
    return None if days is None else str(datetime.now(SEOUL).date() + timedelta(days=days))
