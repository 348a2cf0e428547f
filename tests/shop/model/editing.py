"""Operators rename plans and change what they promise, at any moment after they have sold some."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import execute
from tests.shop.builders.desk import press
from tests.shop.model.machine import ANY, Clockwork

EDITS = st.sampled_from(["plan", "plan", "pool", "seller"])


class Editing(Clockwork):
    @rule(kind=st.sampled_from(["static", "dynamic", "ticket"]), what=EDITS, number=ANY)
    def edit(self, *, kind: str, what: str, number: int) -> None:
        """Change what a plan is called and promises, or its pool's carrier and region, or the shop's name."""
        self.count(f"edit {what}")
        match what:
            case "plan":
                self.do(self.edit_plan(self.house.plans[kind], number))
            case "pool":
                self.do(self.edit_pool(self.house.plans[kind], number))
            case _:
                self.do(
                    execute(
                        self.house.db.here,
                        "UPDATE site_config SET business_name = %(name)s",
                        name=f"이음 {number}",
                    )
                )

    async def edit_plan(self, plan: int, number: int) -> None:
        """By the console, as its staff do: what it shows is what it does."""
        now = (await self.house.order("GET", f"/plans/{plan}")).json()["data"]
        wish = {
            "name": f"이름 {number}",
            # Devices that are there stay, and the walk may add more.
            "deviceLimit": 3 + number % 3 if now["kind"] != "ticket" else 0,
            "connections": 1 + number % 4,
            "uploadMbit": 100 + number if number % 2 and now["kind"] != "ticket" else None,
            "downloadMbit": 200 + number if number % 3 and now["kind"] != "ticket" else None,
        }
        if all(now[name] == value for name, value in wish.items()):
            return
        changed = await press(self.house.client, self.house.staff, "catalog.plans", plan, **wish)
        assert changed.status_code == 200, changed.text
        after = (await self.house.order("GET", f"/plans/{plan}")).json()["data"]
        assert after == now | wish, f"plan {plan} is {after}, wished {wish}"

    async def edit_pool(self, plan: int, number: int) -> None:
        await execute(
            self.house.db.here,
            """
            UPDATE address_pools a SET carrier = %(carrier)s, region = %(region)s
              FROM plans p WHERE p.id = %(plan)s AND a.id = p.pool_id
            """,
            plan=plan,
            carrier=("KT", "SKT", "LG U+")[number % 3],
            region=f"지역 {number}",
        )
