"""Recurring payments that are left unpaid, and the days of grace, which a member and a card have once a year."""

from datetime import UTC, datetime, timedelta
from typing import LiteralString, NamedTuple

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from ieum.shop.kernel.db import fetch_all
from tests.shop.model.editing import Editing
from tests.shop.model.machine import ANY
from tests.shop.model.renewing import Renewing
from tests.shop.model.selling import Selling

GRACE = timedelta(days=3)
YEAR = timedelta(days=365)
# What a card is refused with by its owner's doing.
OWNERS = frozenset({"REJECT_CARD_PAYMENT", "INVALID_STOPPED_CARD"})

RUNNING: LiteralString = """
    SELECT s.id, s.member_id AS member, s.state, s.tries, s.failure_code AS failure, s.paid_until, s.due_at,
           s.stop_requested_at IS NOT NULL AS stopped, concat_ws(' ', b.issuer_code, b.card_number) AS card,
           ARRAY(SELECT concat_ws(' ', issuer_code, card_number) FROM billing_methods
                  WHERE member_id = s.member_id ORDER BY id) AS cards,
           (SELECT max(ends_at) FROM services WHERE subscription_id = s.id AND state = 'active') AS served_until
      FROM subscriptions s JOIN billing_methods b ON b.id = s.billing_method_id
     ORDER BY s.id
"""


class Running(msgspec.Struct):
    id: int
    member: int
    state: str
    tries: int
    failure: str | None
    paid_until: datetime | None
    due_at: datetime | None
    stopped: bool
    card: str
    cards: list[str]
    served_until: datetime | None

    @property
    def is_refused(self) -> bool:
        return self.state == "past_due" and self.tries > 0


class Lapse(NamedTuple):
    """`passed`: of the walk's time. Not `certain`: it ended unpaid, or in another way, with some card of the member."""

    passed: timedelta
    member: int
    cards: list[str]
    certain: bool


class Lapsing(Renewing, Editing, Selling):
    def __init__(self) -> None:
        super().__init__()
        self.before: dict[int, Running] = {}
        self.lapses: list[Lapse] = []

    @rule(which=ANY, refused=st.sampled_from([True, True, True, False]), days=st.sampled_from([0, 4, 4]))
    def come_due(self, *, which: int, refused: bool, days: int) -> None:
        """The day of a charge comes; the card is mostly refused, and mostly nobody pays until the grace is over."""
        if not self.do(self.active()):
            self.do(self.refuse_cards(None))
            self.subscribe_one(which, "static", 1, None, on=True)
            # Before the plan is another one.
            self.do(self.check_sales())

        async def charge() -> None:
            chosen = self.one_of(await self.active(), which)
            if chosen is None or chosen.due_at is None:
                return
            self.count("due, refused" if refused else "due")
            await self.refuse_cards("REJECT_CARD_PAYMENT" if refused else None)
            # What is charged for was sold before this.
            await self.edit_plan(self.house.plans["static"], which)
            left = chosen.due_at - datetime.now(UTC) + timedelta(minutes=1)
            await self.house.let_pass(max(left, timedelta(minutes=1)))
            await self.look()

        async def look() -> None:
            await self.house.let_pass(timedelta(days=days))
            await self.look()

        self.do(charge())
        self.do(self.check_grace())
        if days:
            self.do(look())

    async def active(self) -> list[Running]:
        return [one for one in await fetch_all(self.house.db.here, Running, RUNNING) if one.state == "active"]

    async def refuse_cards(self, code: str | None) -> None:
        """From now on; None: none of them any more."""
        for key in self.keys():
            self.house.world.billing.set_refusal(key.billing.billing_key, code)

    async def look(self) -> None:
        await self.house.clerk.look_after_everything()
        await self.house.clerk.run_due(self.house.db.here)

    @invariant()
    def gives_grace_once_a_year(self) -> None:
        self.do(self.check_grace())

    async def check_grace(self) -> None:
        now = {one.id: one for one in await fetch_all(self.house.db.here, Running, RUNNING)}
        earlier, new = list(self.lapses), self._lapses(now)
        self.lapses += new
        for one in now.values():
            was = self.before.get(one.id)
            if (
                was is None
                or was.is_refused
                or not one.is_refused
                or one.stopped
                or one.failure not in OWNERS
            ):
                continue
            assert one.paid_until is not None
            grace = (one.served_until or one.paid_until) - one.paid_until
            if any(self._counts(lapse, one, certain=True) for lapse in earlier):
                self.count("no grace")
                assert grace <= timedelta(), f"{one} has grace {grace}, and {earlier} are within a year"
            elif not any(self._counts(lapse, one, certain=False) for lapse in self.lapses):
                self.count("grace")
                assert grace == GRACE, f"{one} has grace {grace}, and no lapse is within a year"
        self.before = now

    def _lapses(self, now: dict[int, Running]) -> list[Lapse]:
        found: list[Lapse] = []
        for one in now.values():
            was = self.before.get(one.id)
            if was is None or was.state == one.state:
                continue
            if one.state == "suspended" and one.failure is not None:
                found.append(Lapse(self.house.passed, one.member, [one.card], one.failure in OWNERS))
            # One that was paid at last may have been suspended before, in the same step.
            if was.state == "past_due" or (one.failure is not None and one.state in {"suspended", "ended"}):
                found.append(Lapse(self.house.passed, one.member, one.cards, certain=False))
        return found

    def _counts(self, lapse: Lapse, one: Running, *, certain: bool) -> bool:
        """Whether it takes the grace; a day more or less is nobody's business here."""
        within = YEAR - timedelta(days=1) if certain else YEAR + timedelta(days=1)
        cards = {one.card} if certain else {one.card, *one.cards}
        return (
            (lapse.certain or not certain)
            and self.house.passed - lapse.passed < within
            and (lapse.member == one.member or not cards.isdisjoint(lapse.cards))
        )
