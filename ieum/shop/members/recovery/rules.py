"""Decides under which counter a code to a mailbox falls, so that nobody uses up what its owner may ask for. Pure.

An account that anybody may open with somebody else's name and address has counters of its own, which are not the
owner's. Only so many accounts have them, and each only so many codes, so that the mailbox is not flooded either.
"""

from datetime import datetime, timedelta

from ieum.shop.members.recovery.types import Claimant
from ieum.shop.members.security.rules import recognise_browser

STRANGER = "stranger"
# Of one purpose to one mailbox under one counter, so that the owner's browser waits for no stranger.
BETWEEN_MAILS = timedelta(minutes=1)
A_DAY_UNDER_ONE_COUNTER = 10
# All of its browsers and networks together. Others in its networks can use up half, and its own browser has the rest.
A_DAY_FOR_ONE_ACCOUNT = 20
# Those that have had the mail address longest; whoever signs up with it later counts as a stranger.
ACCOUNTS_WITH_COUNTERS = 3


def choose_counter(
    claimants: list[Claimant], sent: list[str], *, device: str, key: str, now: datetime
) -> str | None:
    """The first of these counters that has room: of this browser, of this network, of strangers. None where none has.

    `sent` are the counters of the codes that the mailbox got within a day, and `device` is the cookie of who asks.
    """
    candidates = [
        *(
            f"{_account(claimant)}{recognised}"
            for claimant in claimants
            if (recognised := recognise_browser(device, claimant.login_id, key=key, now=now))
        ),
        *(f"{_account(claimant)}home" for claimant in claimants if claimant.is_at_home),
        STRANGER,
    ]
    return next((counter for counter in candidates if _has_room(counter, sent)), None)


def _account(claimant: Claimant) -> str:
    return f"member:{claimant.id}:"


def _has_room(counter: str, sent: list[str]) -> bool:
    account = ":".join(counter.split(":")[:2]) + ":"
    of_account = sum(other.startswith(account) for other in sent)
    return sent.count(counter) < A_DAY_UNDER_ONE_COUNTER and of_account < A_DAY_FOR_ONE_ACCOUNT
