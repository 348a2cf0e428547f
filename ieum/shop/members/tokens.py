"""How tokens are made, kept and read. No I/O; the clock is handed in."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

import jwt

from ieum.shop.members.types import Identity, MemberId, SessionId

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(days=365)
# Parallel requests that carry the token just rotated are let through for this long.
ROTATION_GRACE = timedelta(seconds=30)


def issue_access(identity: Identity, *, key: str, now: datetime) -> str:
    claims = {"sub": str(identity.member_id), "sid": identity.session_id, "exp": now + ACCESS_LIFETIME}
    return jwt.encode(claims, key, algorithm="HS256")


def read_access(token: str, *, key: str) -> Identity | None:
    """Who the token names; None when it is forged, malformed or past its time."""
    try:
        claims = jwt.decode(token, key, algorithms=["HS256"], options={"require": ["sub", "sid", "exp"]})
        return Identity(MemberId(int(claims["sub"])), SessionId(int(claims["sid"])))
    except (jwt.InvalidTokenError, ValueError, TypeError):
        return None


def new_refresh() -> str:
    """256 random bits, in 43 characters that fit a header and a cookie."""
    return secrets.token_urlsafe(32)


def hash_refresh(token: str) -> bytes:
    """What we keep: the token has 256 bits of its own, so a plain hash cannot be searched."""
    return hashlib.sha256(b"refresh:" + token.encode()).digest()


def seal(successor: str, *, under: str) -> bytes:
    """Hide the successor so that only who holds `under` can read it; `under` is used once, as a one-time pad."""
    return _xor(successor.encode(), under)


def unseal(sealed: bytes, *, under: str) -> str:
    return _xor(sealed, under).decode()


def _xor(text: bytes, under: str) -> bytes:
    pad = hmac.new(under.encode(), b"successor", hashlib.sha512).digest()
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))
