"""Payment provider's keys, judged by their looks (fact sheet section 1). Pure."""

import re
from typing import Literal

from ieum.shop.kernel.particles import with_ro

_KEY = re.compile(r"(test|live)_(g?)([cs])k_[A-Za-z0-9_]{4,}")

type Side = Literal["client", "secret"]


def wrong_key(key: str, side: Side) -> str | None:
    """Explain why this cannot be a client key, or a secret key, that the shop can use; None if it can."""
    if key != key.strip().lstrip("\ufeff"):
        return "키 앞뒤에 공백이나 보이지 않는 문자가 있습니다."
    match = _KEY.fullmatch(key)
    beginning = "live_ck_" if side == "client" else "live_sk_"
    if match is None:
        return f"키는 {with_ro(beginning)} 시작합니다."
    if match[3] != side[0]:
        return (
            "시크릿 키를 클라이언트 키 자리에 적었습니다. 브라우저에 보이는 자리이므로 바꿔 주세요."
            if side == "client"
            else "클라이언트 키를 시크릿 키 자리에 적었습니다."
        )
    if match[2]:
        return f"결제위젯 연동 키입니다. {with_ro(beginning)} 시작하는 API 개별 연동 키를 적어 주세요."
    return None


def wrong_pair(client: str, secret: str) -> str | None:
    """Explain why these two do not belong together; None if nothing speaks against it."""
    wrong = wrong_key(client, "client") or wrong_key(secret, "secret")
    if wrong:
        return wrong
    if client[:4] != secret[:4]:
        return "한쪽은 시험용(test) 키이고 한쪽은 실거래(live) 키입니다. 같은 종류로 맞춰 주세요."
    return None


def is_test(key: str) -> bool:
    return key.startswith("test_")
