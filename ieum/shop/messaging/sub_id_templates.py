"""Texts to owners about the last days of their sub-ids."""

from collections.abc import Sequence

from ieum.shop.messaging.templates import Button, Text

_NAMED = 10


def sub_ids_end(*, site: str, name: str, who: Sequence[str], until: str, days: int) -> Text:
    """`days`: before the last day's end; 0 once it is over."""
    names = ", ".join(who[:_NAMED]) + (f" 외 {len(who) - _NAMED}개" if len(who) > _NAMED else "")
    then = "그 뒤에는" if days else "이제"
    return Text(
        f"[{site}] 서브 아이디 사용 기간이 {_when(days)}",
        f"""{name} 님, 서브 아이디의 사용 기간이 {_when(days)}.

서브 아이디: {names}
마지막 날: {until} 24시까지

{then} 로그인할 수 없고, 이 아이디로 등록한 기기는 VPN을 켠 동안 인터넷에 접속되지 않습니다.
계속 쓰게 하시려면 마지막 날을 늦춰 주세요. 기기 설정은 그대로 쓸 수 있습니다.
""",
        Button("서브 아이디 관리", "/mypage/sub-id-management?page=1"),
    )


def sub_ids_end_sms(*, site: str, who: Sequence[str], until: str, days: int) -> str:
    others = f" 외 {len(who) - 1}개" if len(who) > 1 else ""
    return f"[{site}] 서브 아이디 {who[0]}{others}의 사용 기간({until}까지)이 {_when(days)}."


def _when(days: int) -> str:
    return {0: "끝났습니다", 1: "내일 끝납니다"}.get(days, "곧 끝납니다")
