"""What sub-ids do with the rights that they have or had: devices, links for devices, and changes of addresses."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all, fetch_optional
from ieum.shop.members import sessions, tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.changes import let_gateways_call, settle_all
from tests.shop.builders.gateways import a_key
from tests.shop.model.house import Customer, refuse_unserved
from tests.shop.model.machine import ANY, CRASHES, Clockwork
from tests.shop.model.swapping import HEARD

DEEDS = st.sampled_from(["add", "add", "add", "change key", "remove"])


class Desk(msgspec.Struct):
    """A sub-id and a service of its owner's; `granted`: whether it has a right to it."""

    sub_id: MemberId
    owner: MemberId
    service: ServiceId
    kind: str
    address: str | None
    granted: bool


class Login(NamedTuple):
    """`held`: the sub-id may not be used, and has the session of before."""

    customer: Customer
    held: bool


class Desks(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    @rule(which=ANY, deed=DEEDS, crash_at=CRASHES)
    def use_desk(self, *, which: int, deed: str, crash_at: int | None) -> None:
        """A sub-id adds a device, changes the key of one, or removes one, be it allowed or not."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None:
                return
            path = f"/services/{desk.service}/devices"
            if deed == "add":
                await self.as_desk(desk, deed, crash_at, "POST", path, name="PC", publicKey=a_key())
                return
            own = await fetch_all(
                self.house.db.here,
                int,
                """
                SELECT id FROM devices
                 WHERE made_by = %(sub_id)s AND service_id = %(service)s AND removed_at IS NULL ORDER BY id
                """,
                sub_id=desk.sub_id,
                service=desk.service,
            )
            device = self.one_of(own, which)
            if device is None:
                return
            if deed == "remove":
                await self.as_desk(desk, deed, crash_at, "DELETE", f"{path}/{device}")
            else:
                await self.as_desk(desk, deed, crash_at, "PUT", f"{path}/{device}/key", publicKey=a_key())

        self.do(act())

    @rule(which=ANY, pressed=HEARD, crash_at=CRASHES)
    def hand_out(self, *, which: int, pressed: bool, crash_at: int | None) -> None:
        """A sub-id makes a link by which somebody sets up a device, who mostly does so at once."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None:
                return
            path = f"/services/{desk.service}/device-links"
            made = await self.as_desk(
                desk, "hand out", None if pressed else crash_at, "POST", path, name="PC"
            )
            if made is not None:
                self.given.append(made["url"].partition("#")[2])

        self.do(act())
        if pressed:
            self.set_up_one(-1, crash_at)

    @rule(which=ANY, crash_at=CRASHES)
    def set_up(self, which: int, crash_at: int | None) -> None:
        """Whoever has a link tries it, whatever has become of it, its maker or the service."""
        self.set_up_one(which, crash_at)

    def set_up_one(self, which: int, crash_at: int | None) -> None:
        token = self.one_of(self.given, which)
        if token is None:
            return

        async def act() -> None:
            async with self.house.may_crash(crash_at, None):
                body = {"token": token, "publicKey": a_key()}
                answer = await self.house.client.post("/api/v1/device-links/use", json=body)
                refuse_unserved(answer)
                assert answer.status_code in {201, 404, 409, 410, 429, 503}, answer.text
                self.count("set up" if answer.is_success else "set up, refused")

        self.do(act())

    @rule(which=ANY, heard=HEARD, back=st.booleans(), crash_at=CRASHES)
    def swap_at_desk(self, *, which: int, heard: bool, back: bool, crash_at: int | None) -> None:
        """A sub-id changes the address of a service; mostly the gateway answers, and every other time it goes back."""

        async def act() -> None:
            desk = self.one_of(await self.desks(), which)
            if desk is None or desk.address is None:
                return
            if desk.kind == "dynamic":
                await self.as_desk(desk, "rotate", crash_at, "POST", f"/services/{desk.service}/rotation")
                return
            await let_gateways_call(self.house.db.here)
            path = f"/services/{desk.service}/ip-change"
            await self.as_desk(desk, "swap", crash_at, "POST", path, address=desk.address, reason="slow")
            if heard:
                await self.hear_gateways(None)
                await settle_all(self.house.db)
            if back:
                await self.go_back_at_desk(desk, crash_at)

        self.do(act())

    async def go_back_at_desk(self, desk: Desk, crash_at: int | None) -> None:
        """Undo the last change of the service, whoever made it."""
        change = await fetch_optional(
            self.house.db.here,
            dict[str, Any],
            """
            SELECT jsonb_build_object('id', c.id, 'address', host(a.address))
              FROM ip_changes c
              JOIN leases l ON l.service_id = c.service_id AND l.state = 'active'
              JOIN exit_addresses a ON a.id = l.address_id
             WHERE c.service_id = %(service)s AND c.undoes IS NULL ORDER BY c.id DESC LIMIT 1
            """,
            service=desk.service,
        )
        if change is not None:
            path = f"/ip-changes/{change['id']}/undo"
            await self.as_desk(desk, "swap back", crash_at, "POST", path, address=change["address"])

    async def as_desk(
        self, desk: Desk, what: str, crash_at: int | None, method: str, path: str, **body: Any
    ) -> Any:
        """Ask as the sub-id; one that is suspended, removed or over gets nothing."""
        login = await self.log_in(desk)
        if login is None:
            self.count(f"desk: {what}, not logged in")
            return None
        done = await self.press(login.customer, crash_at, method, path, **body)
        self.count(f"desk: {what}" if done is not None else f"desk: {what}, refused")
        assert done is None or not login.held, (
            f"{method} {path} of {desk}, which is suspended, removed or over"
        )
        assert done is None or desk.granted, f"{method} {path} of {desk}, which has no right"
        return done

    async def log_in(self, desk: Desk) -> Login | None:
        """A new session, or where none begins, the newest one of before; None where there was none."""
        async with self.house.db.transaction() as conn:
            pair = await sessions.start(
                conn,
                desk.sub_id,
                owner=desk.owner,
                key=self.house.settings.secret_key,
                address="127.0.0.1",
                user_agent="model",
            )
        if pair is not None:
            return Login(Customer(desk.sub_id, {"Authorization": f"Bearer {pair.access}"}), held=False)
        session = await fetch_optional(
            self.house.db.here,
            SessionId,
            "SELECT id FROM login_sessions WHERE member_id = %(sub_id)s ORDER BY id DESC LIMIT 1",
            sub_id=desk.sub_id,
        )
        if session is None:
            return None
        identity = Identity(desk.sub_id, session, desk.owner)
        access = tokens.issue_access(identity, key=self.house.settings.secret_key, now=datetime.now(UTC))
        return Login(Customer(desk.sub_id, {"Authorization": f"Bearer {access}"}), held=True)

    def owner_of(self, desk: Desk) -> Customer:
        return next(one for one in self.house.customers if one.member == desk.owner)

    async def desks(self) -> list[Desk]:
        """Sub-ids with services that they have a right to; every fourth has none, and may be removed or over."""
        found = await fetch_all(
            self.house.db.here,
            Desk,
            """
            SELECT m.id AS sub_id, m.owner_id AS owner, s.id AS service, p.kind, host(e.address) AS address,
                   g.sub_id IS NOT NULL AS granted
              FROM members m
              JOIN services s ON s.member_id = m.owner_id
              JOIN plans p ON p.id = s.plan_id
              LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              LEFT JOIN exit_addresses e ON e.id = l.address_id
              LEFT JOIN service_grants g ON g.sub_id = m.id AND g.service_id = s.id
             WHERE m.owner_id = ANY(%(owners)s)
             ORDER BY m.id, s.id
            """,
            owners=[customer.member for customer in self.house.customers],
        )
        have = [desk for desk in found if desk.granted and desk.address is not None]
        return [*have, *have, *have, *[desk for desk in found if desk not in have][-max(1, len(have)) :]]
