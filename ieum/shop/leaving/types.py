"""Members' view of leaving, and the data on which it is decided whether they may."""

from typing import Annotated

import msgspec
from msgspec import Meta


class Kept(msgspec.Struct, rename="camel"):
    """A kind of record that is kept after a member has left: for how long, and by which law."""

    what: str
    how_long: str
    basis: str


class Leaving(msgspec.Struct, rename="camel"):
    """Effects that leaving would have now."""

    may_leave: bool
    services_in_use: int
    point: int
    ip_ticket: int
    kept: list[Kept]
    destroyed: list[str]


class Leave(msgspec.Struct, rename={"password": "currentPw"}, forbid_unknown_fields=True):
    password: Annotated[str, Meta(min_length=1, max_length=200)]


class Holdings(msgspec.Struct):
    """Holdings and debts of a member who asks to leave."""

    services_in_use: int
    unpaid_orders: int
    settling_orders: int
    point: int
    ip_ticket: int
    # For how long use by the hour and sessions are kept.
    usage_months: int
    session_months: int
