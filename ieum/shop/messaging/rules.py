"""Hours for an SMS that nobody waits for, addresses that are one mailbox, words without links. Pure."""

import math
import re
from datetime import datetime, time, timedelta

from ieum.shop.kernel.seoul import SEOUL, moment_of

MORNING, EVENING = time(8), time(21)
# Providers that deliver `name+anything` to `name`. Others may refuse such an address or give it to somebody else.
_WITH_TAGS = frozenset(
    {
        "gmail.com",
        "outlook.com",
        "hotmail.com",
        "live.com",
        "msn.com",
        "icloud.com",
        "proton.me",
        "fastmail.com",
    }
)
# Providers that give each account these names as well, and nobody else the address at another of them.
_SAME_AS = {
    "googlemail.com": "gmail.com",
    "daum.net": "hanmail.net",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "protonmail.com": "proton.me",
    "protonmail.ch": "proton.me",
    "pm.me": "proton.me",
}


def by_day(moment: datetime) -> datetime:
    """Return the moment itself, or the next morning where it is at night in Seoul."""
    local = moment.astimezone(SEOUL)
    if MORNING <= local.time() < EVENING:
        return moment
    day = local.date() + timedelta(days=local.time() >= EVENING)
    return moment_of(day, MORNING)


def seconds_until(moment: datetime | None, now: datetime) -> int:
    """Return the seconds until a moment, rounded up so that nothing is early; 0 for None."""
    return 0 if moment is None else max(0, math.ceil((moment - now).total_seconds()))


def mailbox_of(address: str) -> str:
    """Spell all addresses of a mailbox alike: in small letters, without what its provider ignores."""
    name, _, domain = address.strip().lower().rpartition("@")
    domain = _SAME_AS.get(domain, domain)
    if domain in _WITH_TAGS:
        name = name.partition("+")[0]
    if domain == "gmail.com":
        name = name.replace(".", "")
    return f"{name}@{domain}"


def unlinked(words: str) -> str:
    """Put an unseen sign into a member's words where a mail program would find an address and make a link of it.

    Anybody may enter a stranger's mail address, and our mails must not carry their links there.
    """
    return re.sub(r"(?<=\S)[.:@](?=\S)", "\\g<0>\u2060", words)
