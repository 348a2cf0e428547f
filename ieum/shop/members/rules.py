"""Checks the fields of a sign-up and the documents agreed to. Pure."""

import hashlib
import hmac
import re

from ieum.shop.kernel.errors import BAD_FORMAT, Field, refuse_wrong
from ieum.shop.kernel.phones import MOBILE, national_digits
from ieum.shop.kernel.secret_keys import recognised
from ieum.shop.members.leaked import is_leaked
from ieum.shop.members.names import is_name, tidy_name
from ieum.shop.members.types import Agreement, AgreementRow, NewMember, SignUp

LOGIN_ID = re.compile(r"[a-z][a-z0-9_]{5,19}")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+"
# No brackets and no colons: in a mail's header they could address another mailbox than the one our limits count.
EMAIL = re.compile(
    rf"(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@"
    r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"
)
RESERVED = frozenset(
    {"administrator", "operator", "manager", "webmaster", "postmaster"}
    | {"support", "security", "system", "service"}
)
PASSWORD_RULE = "영문, 숫자, 특수문자 중 2종류 10자 이상 또는 3종류 8자 이상 입력해 주세요."  # noqa: S105 - a sentence
NAME_RULE = "이름은 2~60자의 글자로 입력해 주세요. 띄어쓰기와 ' - . · 를 함께 쓸 수 있습니다."
LEAKED = "이미 유출되어 널리 알려진 비밀번호입니다. 다른 비밀번호를 입력해 주세요."


def check_sign_up(form: SignUp) -> NewMember:
    """The member in the form we store. Raises InvalidFields with every wrong field at once."""
    name, email, phone = tidy_name(form.mberNm), tidy_email(form.email), national_digits(form.phone)
    refuse_wrong(
        [
            *wrong_login_id(form.mberId),
            *wrong_password(form.mberPw, login_id=form.mberId, phone=phone),
            *wrong_name(name),
            *wrong_email(email),
            *wrong_phone(phone),
        ]
    )
    return NewMember(form.mberId, form.mberPw, name, email, phone)


def hash_login_id(login_id: str, *, key: str) -> bytes:
    """The hash that stays of an id when its member leaves; keyed, because ids are short enough to try them all."""
    return hmac.new(key.encode(), b"login-id:" + login_id.encode(), hashlib.sha256).digest()


def login_id_hashes(login_id: str, *, key: str) -> list[bytes]:
    """The hashes that it may have left, whichever key was the shop's then; the first is today's."""
    return [hash_login_id(login_id, key=one) for one in recognised(key)]


def tidy_email(email: str) -> str:
    return email.strip()


def wrong_name(name: str) -> list[Field]:
    return [] if is_name(name) else [_field("mberNm", NAME_RULE)]


def wrong_email(email: str) -> list[Field]:
    if EMAIL.fullmatch(email) and email.isascii():
        return []
    return [_field("email", "이메일 주소를 다시 확인해 주세요.")]


def wrong_phone(phone: str) -> list[Field]:
    return [] if MOBILE.fullmatch(phone) else [_field("phone", "휴대폰 번호를 다시 확인해 주세요.")]


def check_agreements(ticked: list[Agreement], in_force: list[AgreementRow]) -> dict[str, bool]:
    """Every document in force and whether it was agreed to.

    Raises InvalidFields where a required one is missing, or where a version is not the one in force: the page was
    loaded before the text changed.
    """
    chosen = {agreement.key: agreement.version for agreement in ticked}
    missing = [doc for doc in in_force if doc.required and doc.key not in chosen]
    refuse_wrong(
        [Field(f"agreements.{doc.key}", "required", "필수 항목에 동의해 주세요.") for doc in missing]
    )
    versions = {doc.key: doc.version for doc in in_force}
    stale = [key for key, version in chosen.items() if versions.get(key) != version]
    outdated = "동의 문서가 변경되었습니다. 새로고침한 뒤 다시 확인해 주세요."
    refuse_wrong([Field(f"agreements.{key}", "outdated", outdated) for key in stale])
    return {doc.key: doc.key in chosen for doc in in_force}


def wrong_login_id(login_id: str) -> list[Field]:
    if not LOGIN_ID.fullmatch(login_id):
        return [
            _field(
                "mberId",
                "아이디는 영문 소문자로 시작하는 6~20자의 영문 소문자, 숫자, 밑줄(_)로 입력해 주세요.",
            )
        ]
    if login_id in RESERVED:
        return [Field("mberId", "taken", "사용할 수 없는 아이디입니다. 다른 아이디를 입력해 주세요.")]
    return []


def wrong_password(password: str, *, login_id: str, phone: str) -> list[Field]:
    classes = sum(bool(re.search(pattern, password)) for pattern in (r"[A-Za-z]", r"\d", r"[^A-Za-z0-9]"))
    if len(password) > 64 or not (
        (classes >= 2 and len(password) >= 10) or (classes >= 3 and len(password) >= 8)
    ):
        return [_field("mberPw", PASSWORD_RULE)]
    if (login_id and login_id.lower() in password.lower()) or (len(phone) >= 8 and phone[-8:] in password):
        what = "아이디나 휴대폰 번호를" if phone else "아이디를"
        return [_field("mberPw", f"비밀번호에 {what} 넣을 수 없습니다.")]
    if _has_run(password, 4):
        return [_field("mberPw", "같은 문자나 연속된 문자를 4자 이상 쓸 수 없습니다.")]
    if is_leaked(password):
        return [Field("mberPw", "leaked", LEAKED)]
    return []


def _has_run(text: str, length: int) -> bool:
    """Tell whether a text has a run of equal (aaaa), rising (1234) or falling (dcba) characters of this length."""
    steps = [ord(b) - ord(a) for a, b in zip(text.lower(), text.lower()[1:], strict=False)]
    return any(
        len(set(window)) == 1 and window[0] in {-1, 0, 1}
        for window in (steps[i : i + length - 1] for i in range(len(steps) - length + 2))
    )


def _field(name: str, detail: str = BAD_FORMAT) -> Field:
    return Field(name, "invalid", detail)
