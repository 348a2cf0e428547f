"""How long a wrong attempt keeps the next one away, and whose it is. Pure."""

import hashlib
import hmac
import math
from datetime import datetime

from ieum.shop.kernel.networks import network_of
from ieum.shop.members.security.types import KNOWN_FOR, Charge, Limit
from ieum.shop.members.types import MemberId, Reputation

DELAYS = (30, 60, 120, 300, 900)
ACCOUNT = Limit(free=5, delays=DELAYS, fade_seconds=math.inf)
# Offices and mobile carriers share one: more of them is no sign of an attack, and they fade.
NETWORK = Limit(free=20, delays=DELAYS, fade_seconds=180)


def network_key(address: str) -> str:
    return f"network:{network_of(address)}"


def login_key(login_id: str, *, key: str) -> str:
    """Of whatever was typed as a login id: a password at times, so it is not kept in readable form."""
    typed = login_id.encode("utf-8", "surrogatepass")
    return f"login:{hmac.new(key.encode(), b'login id:' + typed, hashlib.sha256).hexdigest()}"


def member_key(member: MemberId) -> str:
    """For a member who is logged in and asked again: strangers at the login do not use it up."""
    return f"member:{member}"


def passkey_key(credential_id: bytes) -> str:
    """Of whatever was sent as a credential's id."""
    return f"passkey:{hashlib.sha256(credential_id).hexdigest()}"


def reputation_of(network: Charge, *, under_way: int, now: datetime) -> Reputation:
    """What this network did before; what is under way now is charged, too, and is no failure yet."""
    if network.failures - under_way >= 0.5:
        return "failed"
    known = network.succeeded_at is not None and network.succeeded_at > now - KNOWN_FOR
    return "known" if known else "new"


def wait_text(what: str, seconds: int) -> str:
    """In seconds under a minute, else in minutes, rounded up."""
    wait = f"{seconds}초" if seconds < 60 else f"{math.ceil(seconds / 60)}분"
    return f"{what} 시도 횟수를 초과했습니다. {wait} 후 다시 시도해 주세요."


def seconds_until(moment: datetime, *, now: datetime) -> int:
    return max(1, math.ceil((moment - now).total_seconds()))


def just_locked(failures: float, limit: Limit) -> bool:
    """Whether this failure was the one that used up the free ones."""
    return limit.free - 0.5 <= failures < limit.free + 0.5
