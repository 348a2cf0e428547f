"""Input and findings of a check of the log."""

from datetime import date, datetime

import msgspec

from ieum.shop.address_log.types import Entry, EventKind


class Told(Entry):
    """An entry, and in what the lease that it is about differs: None where that tells the same.

    Made of columns in the order of these fields.
    """

    differs: str | None


class Unwritten(msgspec.Struct):
    """Something that a lease tells and the log does not."""

    lease_id: int
    event: EventKind
    at: datetime


class Promised(msgspec.Struct):
    """The place of an entry, as a certificate has it."""

    day: date
    index: int


class Misfit(msgspec.Struct, frozen=True):
    """The first row that does not fit, and in what. `index` is None where the day's own row is wrong.

    `day` is None where a lease tells what no day has.
    """

    day: date | None
    index: int | None
    what: str


class Checked(msgspec.Struct):
    """Entries that were checked until the first misfit. Destroyed days are checked by their heads alone."""

    days: int = 0
    destroyed_days: int = 0
    entries: int = 0
    # Written more than ten minutes after what they tell of, unless that was before the log was begun.
    late: int = 0
    began_at: datetime | None = None
    misfit: Misfit | None = None
