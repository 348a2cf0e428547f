from typing import Annotated

import msgspec
from msgspec import Meta

type ScreenName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9/-]{1,59}$")]


class SavedView(msgspec.Struct, frozen=True, rename="camel"):
    """`query` is what the address bar of the list has behind its question mark.

    `is_default`: whoever asks has the list open with it.
    """

    id: int
    name: str
    query: str
    shared: bool
    mine: bool
    is_default: bool


class SavedViewForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    screen: ScreenName
    name: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")]
    query: Annotated[str, Meta(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]
    shared: bool = False
