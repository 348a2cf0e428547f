from typing import Annotated

from msgspec import Meta, Struct, field


class Account(Struct, forbid_unknown_fields=True):
    """Account at the SMS carrier: its balance in won, and the numbers that it may send from."""

    balance: Annotated[int, Meta(ge=0)] = 100_000
    senders: list[Annotated[str, Meta(pattern=r"^\d{3,15}$")]] = field(default_factory=lambda: ["0212345678"])
