"""The model's own count of what may be held unpaid: which answer an order must get."""

from collections.abc import Sequence

import msgspec

# The settings of the walk: shares in percent of what a pool has free.
OF_MEMBER, OF_NETWORK = 30, 40
BY_CARD, BY_DEPOSIT = 8, 3
# Whatever the shares say, a small pool lets a member hold as many.
LEAST_BY_CARD, LEAST_BY_DEPOSIT = 5, 1
DEPOSITS = 3
ORDERS_AN_HOUR = 30

SOLD = "sold"
TOO_MANY = "too_many_addresses"
OF_LINE = "too_many_addresses_of_network"
NONE_LEFT = "sold_out"


class Hold(msgspec.Struct):
    """An address that is held for an order that is not paid."""

    member: int
    order: str
    pool: int
    state: str
    by_deposit: bool
    # Its time is over: its address is taken as soon as somebody needs it.
    overdue: bool


class Rest(msgspec.Struct):
    """An address that rests because its buyer was refunded who had asked for it."""

    address: int
    member: int
    order: str
    pool: int
    service: int
    # Nothing that the gateway has said, or may still say, is of a connection.
    unused: bool
    long: bool


class Wish(msgspec.Struct):
    member: int
    pool: int
    quantity: int
    by_deposit: bool
    by_card: bool
    # Who has paid money for an order more than a week ago, and has kept it.
    regular: bool


class Shelf(msgspec.Struct):
    """Everything that is held and rests, and how much is free, where the buyer's order that waits is cancelled."""

    free: int
    holds: list[Hold]
    rests: list[Rest]
    # By which internet line each member orders.
    lines: dict[int, int]
    line: int

    def answers(self, wish: Wish) -> set[str]:
        """The answers that are right; where holds that are over are taken over, both are."""
        if wish.quantity > self.room_of_member(wish):
            return {TOO_MANY}
        if wish.quantity > self.room_of_line(wish):
            return {OF_LINE}
        if wish.quantity <= self.free:
            return {SOLD}
        over = sum(hold.overdue and hold.pool == wish.pool for hold in self.holds)
        return {NONE_LEFT} if wish.quantity > self.free + over else {NONE_LEFT, SOLD}

    def room_of_member(self, wish: Wish) -> int:
        holds = [
            hold for hold in self.holds if (hold.member, hold.by_deposit) == (wish.member, wish.by_deposit)
        ]
        rests = [rest for rest in self.rests if rest.member == wish.member]
        here = _of_pool(holds, wish.pool) + _of_pool(rests, wish.pool)
        there = self.free + here
        most = BY_DEPOSIT if wish.by_deposit else BY_CARD
        room = min(most - len(holds) - len(rests), most_of_member(there, by_deposit=wish.by_deposit) - here)
        if wish.by_card and wish.regular and not holds:
            room = max(room, there // 2 - here)
        return room

    def room_of_line(self, wish: Wish) -> int:
        """Holds that are over count for their member until somebody takes them, for the line no more."""
        held = [
            hold
            for hold in self.holds
            if hold.pool == wish.pool
            and self.lines[hold.member] == self.line
            and not (hold.overdue and hold.state == "awaiting_payment")
        ]
        rests = [
            rest for rest in self.rests if rest.pool == wish.pool and self.lines[rest.member] == self.line
        ]
        kept = len(held) + len(rests)
        there = self.free + kept
        room = most_of_line(there) - kept
        if wish.by_deposit:
            deposits = sum(hold.by_deposit for hold in held) + len(rests)
            return min(
                room, max(most_of_member(there, by_deposit=True), there * OF_NETWORK // 200) - deposits
            )
        keeps = any(hold.member == wish.member for hold in self.holds) or any(
            rest.member == wish.member for rest in self.rests
        )
        if not keeps:
            room = max(room, min(1, max(most_of_member(there), there * 2 * OF_NETWORK // 100) - kept))
        if wish.by_card and wish.regular:
            room = max(room, there // 2 - kept)
        return room


def may_rest_long(shelf: Shelf, member: int, pool: int, number: int) -> int:
    """How many of so many addresses that have just been given back rest for days, and not an hour.

    What is held unpaid counts with what rests, but for the half of the pool that may rest in all.
    """
    held = [hold for hold in shelf.holds if not (hold.overdue and hold.state == "awaiting_payment")]
    off_sale = [*held, *shelf.rests]
    of_member = [one for one in off_sale if one.member == member]
    here = _of_pool(of_member, pool)
    of_line = _of_pool([one for one in off_sale if shelf.lines[one.member] == shelf.line], pool)
    resting = _of_pool(shelf.rests, pool)
    room = min(
        BY_CARD - len(of_member),
        most_of_member(shelf.free + here) - here,
        most_of_line(shelf.free + of_line) - of_line,
        max(most_of_member(shelf.free + resting), (shelf.free + resting) // 2) - resting,
    )
    return min(number, max(0, room + number))


def most_of_member(there: int, *, by_deposit: bool = False) -> int:
    if by_deposit:
        return min(BY_DEPOSIT, _share(there, OF_MEMBER, LEAST_BY_DEPOSIT))
    return min(BY_CARD, _share(there, OF_MEMBER, LEAST_BY_CARD))


def most_of_line(there: int) -> int:
    return max(most_of_member(there), there * OF_NETWORK // 100)


def _share(there: int, percent: int, least: int) -> int:
    return max(least, there * percent // 100)


def _of_pool(some: Sequence[Hold | Rest], pool: int) -> int:
    return sum(one.pool == pool for one in some)
