"""Changes on the wire."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.desk.presses import PressKey
from ieum.shop.desk.types import Facts

Number = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Text = Annotated[str, Meta(min_length=1, max_length=100)]
Digest = Annotated[str, Meta(min_length=1, max_length=64)]
# The id of the object; null for what makes one.
type Target = Number | Text | None


class WishForm(msgspec.Struct, forbid_unknown_fields=True):
    """`wish` has the fields of the change."""

    target: Target
    wish: dict[str, Any] = {}


class ChangePress(WishForm, forbid_unknown_fields=True, kw_only=True):
    """`key` is made by the page for one press. `digest` is that of the preview that was seen.

    A change with a preview needs `digest`, and `reason` unless its wish says why.
    """

    key: PressKey
    digest: Digest | None = None
    reason: Reason | None = None


class Wished(msgspec.Struct, frozen=True):
    """A wish as it waits for a second person.

    `key` is that of the press, so that what is given is given once. `stored` has the ids that the change's `freeze`
    has stored.
    """

    target: Target
    wish: dict[str, Any]
    key: str
    stored: Facts = {}


class ChangeMade(msgspec.Struct, rename="camel"):
    """The change is made. `made` has ids of what it has made, such as a new object's."""

    made: Facts = {}
