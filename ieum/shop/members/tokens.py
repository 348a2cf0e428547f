"""Issues, hashes and reads access and refresh tokens. No I/O; the clock is handed in."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

import jwt

from ieum.shop.kernel.secret_keys import accepted
from ieum.shop.members.types import Identity, MemberId, SessionId

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(days=365)
# Parallel requests may still use a refresh token for this long after it was rotated.
ROTATION_GRACE = timedelta(seconds=30)


def issue_access(identity: Identity, *, key: str, now: datetime) -> str:
    claims: dict[str, object] = {
        "sub": str(identity.member_id),
        "sid": identity.session_id,
        "exp": now + ACCESS_LIFETIME,
    }
    # The token of a sub-id names its owner, and says where it is the owner who looks.
    if identity.owner_id is not None:
        claims |= {"own": identity.owner_id, "act": identity.acting}
    return jwt.encode(claims, key, algorithm="HS256")


def read_access(token: str, *, key: str) -> Identity | None:
    """The identity in the token; None where it is forged, malformed or expired."""
    return next((found for one in accepted(key) if (found := _read(token, one))), None)


def _read(token: str, key: str) -> Identity | None:
    try:
        claims = jwt.decode(token, key, algorithms=["HS256"], options={"require": ["sub", "sid", "exp"]})
        owner = MemberId(int(claims["own"])) if "own" in claims else None
        return Identity(
            MemberId(int(claims["sub"])), SessionId(int(claims["sid"])), owner, bool(claims.get("act"))
        )
    except (jwt.InvalidTokenError, ValueError, TypeError):
        return None


def new_refresh() -> str:
    """256 random bits as 43 characters that are valid in headers and cookies."""
    return secrets.token_urlsafe(32)


def hash_refresh(token: str) -> bytes:
    """The hash that is stored; unkeyed, because a token of 256 random bits cannot be found by search."""
    return hashlib.sha256(b"refresh:" + token.encode()).digest()


def seal(successor: str, *, under: str) -> bytes:
    """Encrypt the successor so that only the holder of the token `under` can read it.

    A pad derived from `under` suffices, because each token seals a single successor.
    """
    return _xor(successor.encode(), under)


def unseal(sealed: bytes, *, under: str) -> str:
    return _xor(sealed, under).decode()


def _xor(text: bytes, under: str) -> bytes:
    pad = hmac.new(under.encode(), b"successor", hashlib.sha512).digest()
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))
