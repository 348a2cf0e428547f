"""What a visitor needs to become a member: a phone, a mail address, codes."""

from base64 import b32decode
from datetime import UTC, datetime
from itertools import count

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from tests.journey.visitor import Visitor

ACCOUNT = "/mypage/information-correction"


_phones = count(20_000_000)


def a_phone() -> str:
    """Of nobody else: only so many codes go to one."""
    return f"010{next(_phones)}"


def mail_of(visitor: Visitor) -> str:
    return f"{visitor.login_id}@mail.example"


def app_code(secret: str) -> str:
    """What the authenticator app would show now."""
    app = TOTP(b32decode(secret), 6, SHA1(), 30)  # noqa: S303 - what RFC 6238 says
    return app.generate(int(datetime.now(UTC).timestamp())).decode()
