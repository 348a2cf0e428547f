"""Holders of services, as staff see them: masked as soon as they are read from the database."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.masking import mask_login_id, mask_name


class MaskedHolder(msgspec.Struct, rename="camel"):
    """Null where they have left: what the law keeps of them is kept apart."""

    id: int
    login_id: str | None
    name: str | None

    def __post_init__(self) -> None:
        """No instance ever says more. The masks of masked texts are the same texts."""
        self.login_id = mask_login_id(self.login_id) if self.login_id else None
        self.name = mask_name(self.name) if self.name else None


# Of a row `m` of members.
HOLDER: LiteralString = "jsonb_build_object('id', m.id, 'loginId', m.login_id, 'name', m.name)"
