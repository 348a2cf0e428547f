"""What a visitor needs to become a member: a phone, a mail address, codes."""

from base64 import b32decode
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from tests.journey.running import RunningShop
from tests.journey.visitor import Visitor

ACCOUNT = "/mypage/information-correction"


_phones = count(20_000_000)


@contextmanager
def verifying(shop: RunningShop, *, phone: bool = False, mail: bool = False) -> Generator[None]:
    """The operator wants proof; afterwards no more, for the tests that join without."""
    update = "UPDATE site_config SET phone_verification = %s, mail_verification = %s"
    with shop.database_connection() as conn:
        conn.execute(update, [phone, mail])
        try:
            yield
        finally:
            conn.execute(update, [False, False])


def a_phone() -> str:
    """Of nobody else: only so many codes go to one."""
    return f"010{next(_phones)}"


def mail_of(visitor: Visitor) -> str:
    return f"{visitor.login_id}@mail.example"


def app_code(secret: str) -> str:
    """What the authenticator app would show now."""
    app = TOTP(b32decode(secret), 6, SHA1(), 30)  # noqa: S303 - what RFC 6238 says
    return app.generate(int(datetime.now(UTC).timestamp())).decode()
