"""Declares changes that staff make. The room that owns the row declares each once; `pressing` does the rest.

A press lets its caller in, locks, looks, refuses, previews, compares the digest, asks a second person if it takes two,
applies, looks again, and notes the difference in the record. A bulk change does the same for each row.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, LiteralString

import msgspec

from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Where
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import ApprovalId, Facts, Link, Rights, Row, StaffId, StaffSessionId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings


class Stays(ShopError):
    """The change does not fit the state that its object has now."""

    code = "change_stays"
    title = "지금은 할 수 없습니다"
    detail = "지금 상태에서는 할 수 없는 일입니다. 새로고침하여 상태를 확인해 주세요."


class Thing[T, S](msgspec.Struct, frozen=True, kw_only=True):
    """Objects that changes are made to, such as services.

    `screen` is the console's screen of their list. `key` is the type of their ids; "none" if there is only one, or for
    what makes them: the target is null then. `find` returns the sheet of one, or None if there is none with this id.
    `facts` are what the record compares before and after a change; none by themselves.
    """

    name: str
    label: str
    screen: str
    unit: str = "개"
    key: Literal["number", "text", "none"] = "number"
    find: Callable[[Connection, T], Awaitable[S | None]]
    missing: type[ShopError]
    facts: Callable[[S], Facts] = lambda _sheet: {}


def seen_as[T, S](
    thing: Thing[T, Any],
    find: Callable[[Connection, T], Awaitable[S | None]],
    facts: Callable[[S], Facts] = lambda _sheet: {},
) -> Thing[T, S]:
    """Objects of this kind for a change that needs another sheet of them."""
    return Thing(
        name=thing.name,
        label=thing.label,
        screen=thing.screen,
        unit=thing.unit,
        key=thing.key,
        find=find,
        missing=thing.missing,
        facts=facts,
    )


def to_make[S](thing: Thing[Any, Any], _sheet: type[S]) -> Thing[None, S]:
    """Objects of this kind for a change that makes one: it has no target, and its `look` returns the sheet."""

    async def find(_conn: Connection, _target: None) -> S | None:
        return None

    return Thing(
        name=thing.name,
        label=thing.label,
        screen=thing.screen,
        unit=thing.unit,
        key="none",
        find=find,
        missing=NotFound,
    )


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A preview before its digest. `seen` is what else the change depends on, such as the ids of a selection.

    `passing` are rows that are others all the time, such as visits: the digest does not stand for them.
    """

    title: str
    rows: Sequence[Row] = ()
    warnings: Sequence[str] = ()
    count: int | None = None
    amount: int | None = None
    links: Sequence[Link] = ()
    passing: Sequence[Row] = ()
    seen: object = None


class Case[T, S, W](msgspec.Struct, frozen=True, kw_only=True):
    """A change that is being applied. `key` is unique to the press, or to the bulk run; `by` pressed.

    `by_name` is empty in a bulk run. A second person's confirmation has an `approval`; `asked_by` and `reason` are then
    those of the request. `ready` is what `before_lock` yields; None if a second person confirms. `stored` is what the
    change's `freeze` has stored; `waits` tells it that a second person has to confirm. `alone`: an owner confirms it
    without a second person. `session` and `address` are those of the press, and `noted_as` is how the record names who
    presses; a bulk run has none.
    """

    target: T
    sheet: S
    wish: W
    key: str
    by: StaffId
    by_name: str = ""
    asked_by: StaffId
    reason: str
    ready: Any = None
    stored: Facts = {}
    waits: bool = False
    noted_as: By | None = None
    settings: Settings
    session: StaffSessionId | None = None
    address: str = ""
    alone: bool = False
    approval: ApprovalId | None = None


class Presser(msgspec.Struct, frozen=True):
    """The person who presses, and the address that they press from."""

    staff: StaffId
    address: str


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a change.

    `id` is that of a new object, or of the one that the record names: it is noted with these facts alone. `facts` go to
    the record beside the difference; `before` are those of before the change, if `before_lock` has changed the object
    before its sheet was read. `answer` is what the page is told, also if the press is repeated. `once` is what it is
    told a single time, such as a secret: nothing keeps it, and a change that waits for a second person has none.
    `notes` are further lines of the record; a bulk change has none.
    """

    id: int | str | None = None
    before: Facts = {}
    facts: Facts = {}
    answer: Facts = {}
    once: Facts = {}
    notes: Sequence[Note] = ()


class Outside(msgspec.Struct, frozen=True):
    """Reach of a change before and after its transaction.

    `provider` is a `payments.provider.Provider`, whose room stands above this one.
    """

    db: Database
    feed: Feed
    sealer: Sealer
    provider: Any


class Pressed[T, W](msgspec.Struct, frozen=True, kw_only=True):
    """A press that is committed. `answer` is that of its `Made`."""

    target: T
    wish: W
    answer: Facts


class Bulk[W](msgspec.Struct, frozen=True, kw_only=True):
    """The bulk form of a change. `fits` says in SQL to which rows of `of` it can be made now.

    `where_of` reads the filters of their list. `rows` sums it up for the preview; `aims` adds rows that have to be
    looked up. `worth` prices in SQL what a row is given: rows of one `alike` are worth the same, and are priced once.
    `refuses` says why a wish is not for many rows, such as one above a limit that a single press does not have.
    """

    of: LiteralString
    where_of: Callable[[str], Where]
    fits: LiteralString
    rows: Callable[[W, int], Sequence[Row]]
    warnings: Sequence[str] = ()
    aims: Callable[[Connection, W], Awaitable[Sequence[Row]]] | None = None
    gives: Literal["points", "tickets", "days"] = "days"
    alike: LiteralString = "0"
    worth: LiteralString | None = None
    refuses: Callable[[W], str | None] = lambda _wish: None


class Freeze[T, S, W](msgspec.Struct, frozen=True, kw_only=True):
    """Rows that a change stores once its press is let in, such as the recipients of a notice.

    `store` returns their ids. The change is applied to these rows at once, or once a second person confirms them,
    although by then the wish would mean others. While they wait, `lock` holds them, `look` reads the sheet from them
    (None if they are gone), and `cannot_wait` tells whether the law has a clock for them. `drop` ends them if the wish
    is refused, withdrawn or expires.
    """

    store: Callable[[Connection, Case[T, S, W]], Awaitable[Facts]]
    lock: Callable[[Connection, Facts], Awaitable[object]]
    look: Callable[[Connection, Facts], Awaitable[S | None]]
    drop: Callable[[Connection, Facts], Awaitable[None]]
    cannot_wait: Callable[[Facts], bool] = lambda _stored: False


class Change[T, S, W](msgspec.Struct, frozen=True, kw_only=True):
    """A change of one object.

    `label` names it on its button, and `done` says that it is made. `wish` holds what the person decides; its fields
    become the form of the dialog. `lock` holds the row until the transaction ends, and `lock_wish` the rows that the
    wish names. `allows` refuses people who lack rights beyond the permission: those who press, and at a confirmation
    those who ask and confirm, if both lack them. `look` reads the sheet if that depends on the wish, in the place of
    the object's `find`. `refuses` says why the state forbids it; of a wish that
    does not fit the object it raises InvalidFields. `refuses_to` says why this person may not, from where they are: it
    is not asked again when a second person confirms, and a bulk change has none. `preview` is pure. `apply` calls the
    room, and returns facts for the record beside the difference. `undo` takes back what was applied with a key. `worth`
    prices what the member receives, for the budget of a day; if only the sheet says how much, `price` does, and `worth`
    says who receives it. `takes_two` tells why a second person has to confirm, and `too_much` why this person needs
    one by what they did lately. `freeze` stores rows that the change is applied to. `cannot_wait` tells which
    wishes the law has a clock for. `raises` are refusals of the room beyond those of every change. `asks_reason` is
    False if the wish itself says why; `least_reason` is how many characters a reason has at least, `largest` how
    many bytes a press has at most. A change without `preview` is pressed at once, and needs no reason: it is for
    what is easily taken back, and may have neither a worth nor a second person.

    Providers and gateways are called outside the transaction. `before_lock` surrounds it: what it yields is the case's
    `ready`, and what is inside raises if the press is refused. `after_commit` does what the press has recorded, and
    returns what the page is told beside `answer`. It has to be repeatable: a press whose key was pressed before calls
    it again, because a crash may have kept the first from it.
    """

    name: str
    label: str
    done: str
    of: Thing[T, S]
    permission: Permission
    wish: type[W]
    apply: Callable[[Connection, Case[T, S, W]], Awaitable[Made | Facts | None]]
    before_lock: Callable[[Outside, T, W], AbstractAsyncContextManager[object]] | None = None
    after_commit: Callable[[Outside, Pressed[T, W]], Awaitable[Facts]] | None = None
    lock: Callable[[Connection, T], Awaitable[object]] | None = None
    lock_wish: Callable[[Connection, W], Awaitable[object]] | None = None
    look: Callable[[Connection, T, W], Awaitable[S | None]] | None = None
    allows: Callable[[Rights, S, W], ShopError | None] | None = None
    refuses: Callable[[S, W], str | None] = lambda _sheet, _wish: None
    refuses_to: Callable[[W, Presser], str | None] = lambda _wish, _by: None
    preview: Callable[[S, W], Shown] | None = None
    asks_reason: bool = True
    undo: Callable[[Connection, Case[T, S, W]], Awaitable[Made | Facts | None]] | None = None
    worth: Callable[[Connection, T, W], Awaitable[Gift]] | None = None
    price: Callable[[S, W], int] | None = None
    takes_two: Callable[[S, W], str | None] | None = None
    too_much: Callable[[Connection, StaffId, S, W], Awaitable[str | None]] | None = None
    freeze: Freeze[T, S, W] | None = None
    cannot_wait: Callable[[W], bool] = lambda _wish: False
    in_bulk: Bulk[W] | None = None
    raises: tuple[type[ShopError], ...] = ()
    least_reason: int = 1
    largest: int = 64 * 1024

    @property
    def is_plain(self) -> bool:
        return self.preview is None

    @property
    def needs_reason(self) -> bool:
        return self.asks_reason and not self.is_plain

    @property
    def calls_out(self) -> bool:
        return self.before_lock is not None or self.after_commit is not None

    def __post_init__(self) -> None:
        """Check the declaration. Raises ValueError for a plain change that gives something, or takes two.

        Also for one that a second person or a bulk run would commit without its `after_commit`.
        """
        if self.is_plain and (self.worth or self.takes_two or self.too_much or self.in_bulk):
            raise ValueError(f"{self.name} has no preview that anybody could confirm")
        if self.calls_out and (
            self.in_bulk or (self.after_commit and (self.worth or self.takes_two or self.too_much))
        ):
            raise ValueError(f"{self.name} calls out, and only its own press does so")
        if self.in_bulk and (self.allows or self.freeze):
            raise ValueError(f"{self.name} asks for rights, or stores rows, and a bulk run does neither")


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a change that leaves nothing to decide."""


type AnyCase = Case[Any, Any, Any]
type AnyBulk = Bulk[Any]
type AnyChange = Change[Any, Any, Any]
type Changes = Mapping[str, AnyChange]


def result_of(made: Made | Facts | None) -> Made:
    return made if isinstance(made, Made) else Made(facts=made or {})


def difference(before: Facts, after: Facts) -> tuple[Facts, Facts]:
    """Keep of both what is not the same in both."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )
