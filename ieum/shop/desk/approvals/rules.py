"""Rights to confirm a request, and its lifetime. Pure."""

from datetime import datetime, timedelta

import msgspec

from ieum.shop.desk.approvals.types import ApprovalRow, Company
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Staff

# A second person answers within a day; after that the owner may alone, and after a week nobody.
LIFETIME = timedelta(days=1)
FORGOTTEN = timedelta(days=7)


class Standing(msgspec.Struct, frozen=True):
    may_confirm: bool
    may_confirm_alone: bool
    why_not: str | None


def standing(
    row: ApprovalRow,
    staff: Staff,
    permission: Permission,
    *,
    company: Company,
    cannot_wait: bool,
    now: datetime,
) -> Standing:
    """Return what this person may do about the request.

    A puppet is no second person: neither who asks nor who confirms may be a newcomer, whose account may be somebody
    else's. An owner confirms alone where nobody else may, unless a colleague who could was shut out.
    """
    age, is_own = now - row.asked_at, row.asked_by.id == staff.id
    if row.state != "asked" or age > FORGOTTEN:
        return _no("이미 끝난 요청입니다.")
    is_between_two = not (is_own or company.is_asker_new or company.is_viewer_new)
    if staff.is_owner and (age > LIFETIME or not (is_between_two or company.others)):
        if company.was_colleague_removed and not cannot_wait:
            return _no(_AFTER_REMOVAL)
        return Standing(may_confirm=False, may_confirm_alone=True, why_not=None)
    if age > LIFETIME:
        return _no("하루가 지나 소유자만 혼자 확인할 수 있습니다.")
    if is_own:
        return _no("자신이 요청한 일은 다른 사람이 확인해야 합니다.")
    why_not = _why_no_second_person(staff, permission, company)
    return _no(why_not) if why_not else Standing(may_confirm=True, may_confirm_alone=False, why_not=None)


def _why_no_second_person(staff: Staff, permission: Permission, company: Company) -> str | None:
    if not (staff.may("approvals.confirm") and staff.may(permission)):
        return "이 일을 확인할 권한이 없습니다."
    if company.is_viewer_new:
        return (
            "링크로 비밀번호와 인증 앱을 정한 지 7일이 지나야 확인할 수 있습니다. 다른 사람이 확인해 주세요."
        )
    if company.is_asker_new:
        return "요청한 사람이 링크로 비밀번호와 인증 앱을 정한 지 7일이 되지 않았습니다. 다른 사람이 요청해 주세요."
    return None


_AFTER_REMOVAL = (
    "확인할 수 있던 직원이 제외되거나 그 권한을 잃은 지 7일이 지나지 않아 혼자 확인할 수 없습니다. "
    "규정대로의 환불과 법정 기한이 있는 일은 지금도 할 수 있습니다."
)


def _no(why: str) -> Standing:
    return Standing(may_confirm=False, may_confirm_alone=False, why_not=why)
