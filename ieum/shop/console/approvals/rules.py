"""Who may confirm what, and until when. Pure."""

from datetime import datetime, timedelta

import msgspec

from ieum.shop.console.approvals.types import ApprovalRow
from ieum.shop.console.permissions import Permission
from ieum.shop.console.types import Staff

# A second person answers within a day; after that the owner may alone, and after a week nobody.
LIFETIME = timedelta(days=1)
FORGOTTEN = timedelta(days=7)


class Standing(msgspec.Struct, frozen=True):
    may_confirm: bool
    may_confirm_alone: bool
    why_not: str | None


def standing(
    row: ApprovalRow, staff: Staff, permission: Permission, *, others: int, now: datetime
) -> Standing:
    """What this person may do about it. `others`: how many more people than who asked could confirm it."""
    age, is_own = now - row.asked_at, row.asked_by.id == staff.id
    if row.state != "asked" or age > FORGOTTEN:
        return _no("이미 끝난 요청입니다.")
    if staff.is_owner and (age > LIFETIME or (is_own and not others)):
        return Standing(may_confirm=False, may_confirm_alone=True, why_not=None)
    if age > LIFETIME:
        return _no("하루가 지나 소유자만 혼자 확인할 수 있습니다.")
    if is_own:
        return _no("자신이 요청한 일은 다른 사람이 확인해야 합니다.")
    if not (staff.may("approvals.confirm") and staff.may(permission)):
        return _no("이 일을 확인할 권한이 없습니다.")
    return Standing(may_confirm=True, may_confirm_alone=False, why_not=None)


def _no(why: str) -> Standing:
    return Standing(may_confirm=False, may_confirm_alone=False, why_not=why)
