"""The shop's secret keys: one that everything is made with, and the ones before it, so that a key can be changed.

As text it is the newest key, which is all that whoever signs or hashes has to know. Whoever checks asks for the others:
`accepted` for what proves something (tokens, codes, quotes), `recognised` for what is only compared or opened (hashes
of ids, secrets of authenticators). A key that somebody may have stolen is recognised, and accepted for nothing.
"""

from collections.abc import Sequence
from typing import Self


class SecretKey(str):
    __slots__ = ("accepted", "recognised")

    accepted: tuple[str, ...]
    recognised: tuple[str, ...]

    def __new__(cls, keys: Sequence[str], *, former: Sequence[str] = ()) -> Self:
        """`keys`: the newest first. `former`: keys that prove nothing any more."""
        made = super().__new__(cls, keys[0])
        made.accepted = tuple(keys)
        made.recognised = (*keys, *former)
        return made


def accepted(key: str) -> tuple[str, ...]:
    """The keys by which a proof may have been made, the newest first."""
    return key.accepted if isinstance(key, SecretKey) else (key,)


def recognised(key: str) -> tuple[str, ...]:
    """The keys by which something may have been hashed or sealed, the newest first."""
    return key.recognised if isinstance(key, SecretKey) else (key,)
