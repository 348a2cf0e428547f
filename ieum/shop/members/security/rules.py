"""Limits on failed attempts, and the keys they are counted under: accounts and networks. Pure."""

import hashlib
import hmac
import math
from datetime import datetime

from ieum.shop.kernel.limits import household_of, network_of
from ieum.shop.kernel.secret_keys import accepted
from ieum.shop.members.security import devices
from ieum.shop.members.security.types import KNOWN_FOR, Charge, Limit
from ieum.shop.members.types import Reputation

DELAYS = (30, 60, 120, 300, 900)
ACCOUNT = Limit(free=5, delays=DELAYS, fade_seconds=math.inf)
# Whole offices and mobile carriers share a network: some failures are normal there, so more are free, and they fade.
NETWORK = Limit(free=20, delays=DELAYS, fade_seconds=180)


def network_key(address: str) -> str:
    return f"network:{network_of(address)}"


def login_key(login_id: str, *, key: str) -> str:
    """For what was typed as a login id; hashed, because some people type their password there."""
    typed = login_id.encode("utf-8", "surrogatepass")
    return f"login:{hmac.new(key.encode(), b'login id:' + typed, hashlib.sha256).hexdigest()}"


def recognise_browser(cookie: str, login_id: str, *, key: str, now: datetime) -> str | None:
    """The key under which attempts at this id from this browser are counted; None where it has not earned one.

    A browser that has earned it under an older key of the shop keeps it, until its member logs in again.
    """
    found = (
        devices.recognise(cookie, login_key(login_id, key=one), key=one, now=now) for one in accepted(key)
    )
    return next((counted for counted in found if counted), None)


def home_key(login_id: str, address: str, *, key: str) -> str:
    """For attempts at this id from a network where its member has logged in before."""
    return f"home:{login_key(f'{login_id}@{household_of(address)}', key=key).removeprefix('login:')}"


def passkey_key(credential_id: bytes) -> str:
    """For what was sent as a credential's id."""
    return f"passkey:{hashlib.sha256(credential_id).hexdigest()}"


def reputation_of(network: Charge, *, under_way: int, now: datetime) -> Reputation:
    """The network's history, without the attempts under way, which are charged but have not failed yet."""
    if network.failures - under_way >= 0.5:
        return "failed"
    known = network.succeeded_at is not None and network.succeeded_at > now - KNOWN_FOR
    return "known" if known else "new"


def wait_text(what: str, seconds: int) -> str:
    """The sentence of a lock, with the wait in seconds, or from a minute on in minutes, rounded up."""
    wait = f"{seconds}초" if seconds < 60 else f"{math.ceil(seconds / 60)}분"
    return f"{what} 시도 횟수를 초과했습니다. {wait} 후 다시 시도해 주세요."


def seconds_until(moment: datetime, *, now: datetime) -> int:
    return max(1, math.ceil((moment - now).total_seconds()))


def just_locked(failures: float, limit: Limit) -> bool:
    """Tell whether this failure was the last free one."""
    return limit.free - 0.5 <= failures < limit.free + 0.5
