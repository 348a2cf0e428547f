"""The crowd with sub-ids in it: rights are given and taken at the same moment as they are used."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

from ieum.shop.kernel.db import execute
from ieum.shop.members import sessions
from ieum.shop.members.types import MemberId
from tests.shop.builders.gateways import a_key
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Shop
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.model.crowd import REFUSED, Crowd, Somebody
from tests.shop.model.house import refuse_unserved

# Links that are over or used up answer so.
GONE = 410


class Offices(Crowd):
    def __init__(self, shop: Shop, chance: random.Random, steps: Counter[str]) -> None:
        super().__init__(shop, chance, steps)
        self.given: list[str] = []
        self.deeds += [
            (5, self.grant),
            (2, self.withdraw),
            (2, self.suspend),
            (3, self.resume),
            (1, self.end_soon),
            (5, self.plug_at_desk),
            (1, self.unplug_at_desk),
            (3, self.hand_out),
            (2, self.set_up),
            (3, self.swap_at_desk),
            (2, self.rotate_at_desk),
        ]

    async def gather(self) -> None:
        """Each has two sub-ids besides."""
        await super().gather()
        async with self.shop.db.transaction() as conn:
            for person in self.people:
                for _ in range(2):
                    await a_sub_id(conn, MemberId(person.member))

    async def _pair(self, who: Somebody, *, granted: bool) -> dict[str, Any] | None:
        """A sub-id of somebody's and a service of theirs; where `granted`, one that it has a right to, mostly."""
        return await self._one(
            f"""
            SELECT jsonb_build_object('id', m.id, 'service', s.id, 'kind', p.kind, 'address', host(e.address))
              FROM members m
              JOIN services s ON s.member_id = m.owner_id
              JOIN plans p ON p.id = s.plan_id
              JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              JOIN exit_addresses e ON e.id = l.address_id
              LEFT JOIN service_grants g ON g.sub_id = m.id AND g.service_id = s.id
             WHERE m.owner_id = %(member)s ORDER BY {"g.sub_id IS NULL," if granted else ""} m.id, s.id LIMIT 6
            """,
            who,
        )

    async def _at_desk(
        self, who: Somebody, method: str, path: str, pair: dict[str, Any], **body: Any
    ) -> dict[str, Any] | None:
        """As the sub-id, who has just logged in, where it may."""
        async with self.shop.db.transaction() as conn:
            begun = await sessions.start(
                conn,
                pair["id"],
                owner=MemberId(who.member),
                key=KEY,
                address="127.0.0.1",
                user_agent="crowd",
            )
        if begun is None:
            self.refused["not logged in"] += 1
            return None
        desk = Somebody(pair["id"], {"Authorization": f"Bearer {begun.access}"})
        answer = await self._ask(desk, method, path, **body)
        return answer.json()["data"] if answer.is_success else None

    async def grant(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=False)
        if pair is not None:
            choice = {
                "deviceLimit": self.chance.choice([0, 1, 2]),
                "changeLimit": self.chance.choice([0, 1, 2]),
            }
            path = f"/sub-ids/{pair['id']}/services/{pair['service']}"
            await self._ask(who, "PUT", path, seesRecord=self.chance.random() < 0.5, **choice)

    async def withdraw(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None:
            await self._ask(who, "DELETE", f"/sub-ids/{pair['id']}/services/{pair['service']}")

    async def suspend(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None:
            await self._ask(who, "POST", f"/sub-ids/{pair['id']}/suspend")

    async def resume(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None:
            await self._ask(who, "POST", f"/sub-ids/{pair['id']}/resume")

    async def end_soon(self) -> None:
        """Its last day passes a moment later; or it is given no last day again."""
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is None:
            return
        if self.chance.random() < 0.5:
            await self._ask(who, "PUT", f"/sub-ids/{pair['id']}", name="영업1팀", lastDay=None)
            return
        async with self.shop.db.transaction() as conn:
            await execute(
                conn,
                "UPDATE members SET access_ends_at = now() + %(soon)s WHERE id = %(sub_id)s AND removed_at IS NULL",
                soon=timedelta(seconds=self.chance.choice([0, 60])),
                sub_id=pair["id"],
            )

    async def plug_at_desk(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None:
            path = f"/services/{pair['service']}/devices"
            await self._at_desk(who, "POST", path, pair, name="PC", publicKey=a_key())

    async def unplug_at_desk(self) -> None:
        device = await self._one(
            """
            SELECT jsonb_build_object('id', d.made_by, 'device', d.id, 'service', s.id) FROM devices d
              JOIN services s ON s.id = d.service_id AND s.member_id = %(member)s
             WHERE d.removed_at IS NULL AND d.made_by IS NOT NULL ORDER BY d.id
            """,
            who := self._somebody(),
        )
        if device is not None:
            path = f"/services/{device['service']}/devices/{device['device']}"
            await self._at_desk(who, "DELETE", path, device)

    async def hand_out(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is None:
            return
        made = await self._at_desk(who, "POST", f"/services/{pair['service']}/device-links", pair, name="PC")
        if made is not None:
            self.given.append(made["url"].partition("#")[2])
            await self.set_up()

    async def set_up(self) -> None:
        for token in self.given[-2:]:
            body = {"token": token, "publicKey": a_key()}
            answer = await self.shop.client.post("/api/v1/device-links/use", json=body)
            refuse_unserved(answer)
            assert answer.is_success or answer.status_code in REFUSED | {GONE}, answer.text
            if not answer.is_success:
                self.refused[answer.json()["code"]] += 1

    async def swap_at_desk(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None and pair["kind"] == "static":
            path = f"/services/{pair['service']}/ip-change"
            await self._at_desk(who, "POST", path, pair, address=pair["address"], reason="slow")

    async def rotate_at_desk(self) -> None:
        pair = await self._pair(who := self._somebody(), granted=True)
        if pair is not None and pair["kind"] == "dynamic":
            await self._at_desk(who, "POST", f"/services/{pair['service']}/rotation", pair)
