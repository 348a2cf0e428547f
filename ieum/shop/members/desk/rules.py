"""Rules of what staff may do to a member now, and of what is masked. Pure."""

from msgspec.structs import replace

from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Row, Staff
from ieum.shop.kernel.masking import mask_email, mask_name, mask_phone, mask_within
from ieum.shop.members.desk.types import MemberFacts, MemberRights, MomentKind

# What of a member's history only those see who may see it elsewhere, too.
NEEDED: dict[MomentKind, Permission] = {
    "orders": "orders.view",
    "money": "orders.view",
    "points": "members.view",
    "services": "services.view",
    "devices": "services.view",
    "changes": "services.view",
    "inquiries": "inquiries.view",
    "messages": "messages.view",
    "logins": "members.view",
    "staff": "members.view",
}

# Whoever looks as the member sees what the member sees, unmasked: so only who may see each of it in the console.
NEEDED_TO_LOOK: tuple[Permission, ...] = (
    "members.look_as",
    "members.view",
    "members.unmask",
    "orders.view",
    "services.view",
    "subscriptions.view",
    "inquiries.view",
)

LEFT = "탈퇴한 회원입니다."
_SUB_ID = "서브 아이디를 만든 회원에게 할 수 있습니다."


def who(member: MemberFacts) -> Row:
    return Row("회원", f"{member.login_id} ({mask_name(member.name or '')})")


def kinds_for(staff: Staff) -> list[MomentKind]:
    return [kind for kind, permission in NEEDED.items() if staff.may(permission)]


def rights_of(member: MemberFacts) -> MemberRights:
    if member.left_at is not None:
        return MemberRights(LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, LEFT)
    of_member = _SUB_ID if member.owner is not None else None
    is_blocked = member.blocked_at is not None
    return MemberRights(
        unmask=None,
        points=of_member,
        block=of_member or ("이미 차단한 회원입니다." if is_blocked else None),
        unblock=of_member or (None if is_blocked else "차단하지 않은 회원입니다."),
        sessions=None if member.sessions else "로그인한 기기가 없습니다.",
        reset_factors=None if member.second_factor else "2단계 인증을 쓰지 않습니다.",
        look=of_member or ("차단한 회원입니다." if is_blocked else None),
    )


def masked(member: MemberFacts) -> MemberFacts:
    return replace(
        member,
        name=member.name and mask_name(member.name),
        email=member.email and mask_email(member.email),
        phone=member.phone and mask_phone(member.phone),
    )


def scrub(text: str, member: MemberFacts) -> str:
    """A text without what the page masks elsewhere: a mail begins with the member's name, an inquiry ends with it."""
    return mask_within(text, name=member.name, email=member.email, phone=member.phone)
