"""Recognises the browser of an earlier login by its cookie, so that guesses of strangers do not hold its member out.

The cookie is `nonce.proof.proof…`: a random name of the browser, and for each member who has logged in there lately
the day of that login and a keyed hash over all three. The first proof is for `ANYBODY`, for requests that name no
member. The cookie opens nothing: whoever presents it has a counter of failed attempts of their own, and still needs the
password (OWASP, "Device cookies"). Pure; the clock is handed in.
"""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from ieum.shop.kernel.secret_keys import accepted

KNOWN_FOR = timedelta(days=365)
# Members of one browser, such as a family's.
MEMBERS = 4
LENGTH = 400
# In place of an account: some member has logged in from this browser, whoever it was.
ANYBODY = "anybody"
_DAY = timedelta(days=1).total_seconds()


def recognise(cookie: str, account: str, *, key: str, now: datetime) -> str | None:
    """The key under which this browser's attempts at this account are counted; None where it has not earned one."""
    nonce, proofs = _parts(cookie)
    earned = any(
        _is_genuine(proof, nonce, account, key=one, now=now) for one in accepted(key) for proof in proofs
    )
    return f"device:{hashlib.sha256(f'{nonce}:{account}'.encode()).hexdigest()}" if earned else None


def remember(cookie: str, account: str, *, key: str, now: datetime) -> str:
    """The browser's cookie after a login to this account; what it proves of other members stays, newest first."""
    nonce, proofs = _parts(cookie)
    nonce = nonce or secrets.token_urlsafe(16)
    renewed = (ANYBODY, account)
    others = [
        proof
        for proof in proofs
        if not any(_is_genuine(proof, nonce, one, key=key, now=now) for one in renewed)
    ]
    fresh = [_proof(_day(now), nonce, one, key=key) for one in renewed]
    return ".".join([nonce, *fresh, *others[: MEMBERS - 1]])


def tidy(cookie: str) -> str:
    """The part of a cookie that can be kept and recognised later; empty where it cannot be one of ours."""
    nonce, proofs = _parts(cookie)
    tidied = ".".join([nonce, *proofs])
    return tidied if proofs and tidied.isascii() and tidied.isprintable() else ""


def _parts(cookie: str) -> tuple[str, list[str]]:
    nonce, *proofs = cookie[:LENGTH].split(".")
    return (nonce, proofs[: MEMBERS + 1]) if len(nonce) == 22 and nonce.isascii() else ("", [])


def _is_genuine(proof: str, nonce: str, account: str, *, key: str, now: datetime) -> bool:
    day = proof.partition("-")[0]
    if not (day.isascii() and day.isdecimal() and len(day) < 8):
        return False
    is_ours = hmac.compare_digest(_proof(int(day), nonce, account, key=key).encode(), proof.encode())
    return is_ours and 0 <= _day(now) - int(day) <= KNOWN_FOR.days


def _proof(day: int, nonce: str, account: str, *, key: str) -> str:
    text = f"device:{day}:{nonce}:{account}".encode()
    return f"{day}-{hmac.new(key.encode(), text, hashlib.sha256).hexdigest()[:32]}"


def _day(now: datetime) -> int:
    return int(now.timestamp() // _DAY)
