"""Texts about logging in: codes, recovery and security notices. Pure; subjects carry no personal data."""

from typing import NamedTuple

_PROFILE = "/mypage/information-correction"
_RESET = "/reset-password"
_SUB_IDS = "/mypage/sub-id-management?page=1"


class Button(NamedTuple):
    """The main action of a mail. `path` is an address of the shop; a member page asks for the login first."""

    label: str
    path: str


class Text(NamedTuple):
    """A mail. Its HTML form is made of `body` (`layout.py` says how), so that both forms say the same."""

    subject: str
    body: str
    button: Button | None = None


def to_owner(*, text: Text, login_id: str) -> Text:
    """Write to the owner what a sub-id would be told if it had a mailbox."""
    return Text(
        text.subject,
        f"""회원님이 만드신 서브 아이디 {login_id}에 대한 알림입니다.
서브 아이디는 이메일이 없어 회원님께 보내 드립니다.

{text.body}
걱정되는 점이 있으면 서브 아이디 관리에서 사용을 중지하거나, 비밀번호를 다시 정하는 링크를 만들어 주세요.
""",
        Button("서브 아이디 관리 열기", _SUB_IDS),
    )


def code_sms(*, site: str, code: str) -> str:
    return f"[{site}] 인증번호는 {code}입니다. (3분 이내 입력)"


def code_mail(*, site: str, code: str) -> Text:
    return Text(
        f"[{site}] 인증번호 안내",
        f"""인증번호를 3분 이내에 입력해 주세요.

인증번호: {code}

요청하신 적이 없다면 이 메일은 무시하셔도 됩니다. 인증번호는 다른 사람에게 알려 주지 마세요.
""",
    )


def found_login_ids(*, site: str, login_ids: list[str], code: str) -> Text:
    return Text(
        f"[{site}] 아이디 안내",
        f"""요청하신 아이디를 알려 드립니다.

아이디: {", ".join(login_ids)}
인증번호: {code}

인증번호는 10분 이내에 입력해 주세요.
요청하신 적이 없다면 이 메일은 무시하셔도 됩니다. 인증번호는 다른 사람에게 알려 주지 마세요.
""",
        Button("로그인하기", "/login"),
    )


def reset_code(*, site: str, code: str) -> Text:
    return Text(
        f"[{site}] 비밀번호 재설정 인증번호 안내",
        f"""비밀번호 재설정 인증번호를 10분 이내에 입력해 주세요.

인증번호: {code}

요청하신 적이 없다면 이 메일은 무시하셔도 됩니다. 인증번호는 다른 사람에게 알려 주지 마세요.
""",
    )


def password_reset(*, site: str, name: str, when: str, passkeys_removed: int, passkeys_kept: int) -> Text:
    """Tell of a reset: how many passkeys it has deleted, and how many still open the account."""
    passkeys = f"등록된 패스키 {passkeys_removed}개도 삭제되었습니다.\n" if passkeys_removed else ""
    if passkeys_kept:
        passkeys = (
            f"등록된 패스키 {passkeys_kept}개로는 계속 로그인할 수 있습니다. "
            "모르는 패스키가 있으면 마이페이지 > 정보수정에서 삭제해 주세요.\n"
        )
    return Text(
        f"[{site}] 비밀번호가 재설정되었습니다",
        f"""{name} 님, {when}에 비밀번호가 재설정되어 모든 기기에서 로그아웃되었습니다.
{passkeys}
본인이 하신 일이 아니라면 바로 비밀번호를 다시 설정하고 고객센터로 알려 주세요.
""",
        Button("비밀번호 다시 설정하기", _RESET),
    )


def login_locked(*, site: str, name: str, when: str) -> Text:
    return Text(
        f"[{site}] 로그인 시도가 여러 번 실패하여 잠시 제한했습니다",
        f"""{name} 님의 계정에 잘못된 로그인 정보가 여러 번 입력되어 로그인을 잠시 제한했습니다.

일시: {when}

이미 로그인한 기기는 그대로 이용하실 수 있습니다. 본인이 시도하셨다면 안내된 시간 뒤에 다시 로그인해 주세요.
본인이 아니라면 비밀번호를 변경하고, 마이페이지 > 정보수정에서 2단계 인증이나 패스키를 등록해 주세요.
""",
        Button("비밀번호 재설정하기", _RESET),
    )


def token_reused(*, site: str, name: str, when: str) -> Text:
    return Text(
        f"[{site}] 다른 곳에서 로그인 정보가 사용된 것 같습니다",
        f"""{name} 님, 이미 쓰인 로그인 정보가 다시 사용되어 해당 로그인을 종료했습니다.

일시: {when}

로그인 정보가 다른 곳으로 새어 나갔을 수 있습니다. 다시 로그인하신 뒤 비밀번호를 변경하고, 마이페이지 > 정보수정에서
로그인된 기기를 확인해 주세요.
""",
        Button("로그인된 기기 확인하기", _PROFILE),
    )


def security_changed(*, site: str, name: str, when: str, what: str) -> Text:
    return Text(
        f"[{site}] 로그인 보안 설정이 변경되었습니다",
        f"""{name} 님의 계정에서 {what}되었습니다.

일시: {when}

본인이 변경하지 않았다면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요.
""",
        Button("보안 설정 확인하기", _PROFILE),
    )
