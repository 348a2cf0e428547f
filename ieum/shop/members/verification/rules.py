"""Limits, lifetimes and formats of verifications. Pure; the clock is handed in."""

import math
from datetime import date, datetime, timedelta
from typing import Literal

from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.members.rules import EMAIL
from ieum.shop.members.verification.refusals import CodeResendTooSoon, TooManyCodes
from ieum.shop.members.verification.types import Channel, Counts, Recent

CODE_LIFETIME = timedelta(minutes=3)
MAX_TRIES = 5
RESEND_AFTER = timedelta(seconds=60)
# How long a verified number or address stays usable while the rest of the form is filled in.
VALID_FOR = timedelta(minutes=30)
IDENTITY_LIFETIME = timedelta(minutes=30)
# Each try is a call to the provider.
IDENTITY_MAX_TRIES = 20

DAY = timedelta(days=1)
A_DAY_TO_ONE_TARGET = 10
# From all networks: a stranger in one must not use up what the owner of the number or address gets in another.
A_DAY_TO_ONE_TARGET_FROM_ANYWHERE = 30
# Mobile carriers put thousands of subscribers behind one IPv4 address.
AN_HOUR_FROM_ONE_NETWORK = 30
A_DAY_FROM_ONE_NETWORK = 100
# A browser that a member has logged in from, and all of a network together: one account earns any number of cookies.
AN_HOUR_FROM_ONE_DEVICE = 10
AN_HOUR_FROM_KNOWN_BROWSERS = 5 * AN_HOUR_FROM_ONE_NETWORK

CODE_PURPOSES = ("sign-up", "change")
RECOVERY_PURPOSES = ("find-id", "reset-password")

ADULT_ENOUGH = 14
WRONG_CODE = "인증번호가 일치하지 않습니다."


def normal_mail(text: str) -> str | None:
    """The address in lower case, as no provider tells two people apart by case; None where it is not an address."""
    address = text.strip()
    return address.lower() if EMAIL.fullmatch(address) and address.isascii() else None


def normal_target(channel: Channel, text: str) -> str:
    """The number or address in the form that is stored and compared. Raises InvalidFields."""
    target = mobile_number(text) if channel == "phone" else normal_mail(text)
    if target is None:
        what = "휴대폰 번호를" if channel == "phone" else "이메일 주소를"
        raise InvalidFields(Field("target", "invalid", f"{what} 다시 확인해 주세요."))
    return target


def counts_for(purpose: str) -> Counts:
    """Choose the earlier requests that count against a new one of this purpose.

    A code for a sign-up or a change is always sent, so all of them count for its target: ten a day from one network,
    and thirty wherever they came from. A request for a lost id or password sends nothing unless it fits a member, and
    whoever types somebody else's address must not use up what the owner may ask for: only the same network's requests
    count, and they count whether or not they fit. How many codes really go to one mailbox is limited where they are
    sent (`recovery/jobs.py`). Each of the two has a pause of its own, because people who have found their id reset
    the password next.
    """
    if purpose in RECOVERY_PURPOSES:
        return Counts(RECOVERY_PURPOSES, (purpose,), anywhere=False)
    return Counts(CODE_PURPOSES, CODE_PURPOSES, anywhere=True)


def check_limits(recent: Recent) -> None:
    """Check the limits. Raises TooManyCodes or CodeResendTooSoon, with the seconds until a request is allowed."""
    caps = (
        (recent.of_target, A_DAY_TO_ONE_TARGET, DAY),
        (recent.of_target_anywhere, A_DAY_TO_ONE_TARGET_FROM_ANYWHERE, DAY),
        (recent.of_network, AN_HOUR_FROM_ONE_NETWORK, timedelta(hours=1)),
        (recent.of_network, A_DAY_FROM_ONE_NETWORK, DAY),
    )
    full = max(_seconds_until_free(times, limit, window, recent.now) for times, limit, window in caps)
    if full:
        raise TooManyCodes(full)
    soon = _seconds_until_free(recent.pausing, 1, RESEND_AFTER, recent.now)
    if soon:
        raise CodeResendTooSoon(soon)


def _seconds_until_free(times: list[datetime], limit: int, window: timedelta, now: datetime) -> int:
    """Seconds until the oldest of the last `limit` requests leaves the window; 0 where one more is allowed now."""
    if len(times) < limit:
        return 0
    return max(0, math.ceil((times[limit - 1] + window - now).total_seconds()))


def wrong_code(tries: int) -> InvalidFields:
    left = MAX_TRIES - tries
    rest = (
        f"{left}번 더 입력할 수 있습니다."
        if left
        else "입력 횟수를 모두 사용했습니다. 인증번호를 다시 받아 주세요."
    )
    return InvalidFields(Field("code", "code_wrong", f"{WRONG_CODE} {rest}"))


def channel_needed(auth_type: str | None, *, phone: bool, mail: bool) -> Literal["phone", "mail"] | None:
    """The channel that a sign-up has to verify; None where the shop asks for no verification.

    Where the shop accepts both, the visitor's choice counts. Raises InvalidFields where it is not accepted.
    """
    if not phone and not mail:
        return None
    if auth_type in {"phone", "identity"} and phone:
        return "phone"
    if auth_type == "mail" and mail:
        return "mail"
    what = "휴대폰 또는 이메일" if phone and mail else "휴대폰" if phone else "이메일"
    raise InvalidFields(
        Field("phoneVerificationId", "verification_required", f"{what} 인증을 완료해 주세요.")
    )


def is_old_enough(born: date, *, today: date) -> bool:
    """True from the fourteenth birthday on (개인정보보호법 22-2)."""
    had_birthday = (today.month, today.day) >= (born.month, born.day)
    return today.year - born.year - (not had_birthday) >= ADULT_ENOUGH
