"""Texts to members who come from another shop. No advertising."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Text


def moved_in(
    *, site: str, name: str, login_id: str, came_from: str, link: str, until: datetime, again: bool
) -> Text:
    """The link opens the account, so that it stands in the body alone, which is deleted once it is sent."""
    first = (
        "앞서 보내 드린 링크를 아직 쓰지 않으셔서 한 번 더 보내 드립니다. 이 안내는 다시 보내지 않습니다."
        if again
        else f"이용하시던 {came_from or '쇼핑몰'}의 회원 정보와 이용권을 저희가 이어받았습니다."
        " 남은 이용 기간과 IP는 그대로입니다."
    )
    # Members know the other shop's name; a request for a password from one they never heard of looks like a fraud.
    known = f"{came_from}에서 쓰시던 아이디의 " if came_from else ""
    return Text(
        f"[{site}] {known}비밀번호를 정하고 이어서 이용해 주세요",
        f"""{name} 님, 안녕하세요.

{first}

이전 비밀번호는 옮기지 않았습니다. 아래 링크에서 새 비밀번호를 정하고 약관에 동의하시면 바로 이용하실 수 있습니다.
기기는 이용현황에서 다시 설정해 주세요.

{link}

아이디: {login_id}
쓸 수 있는 기한: {seoul.minute(until)}까지, 한 번

기한이 지났으면 비밀번호 재설정에서 시작하실 수 있습니다. 이 링크는 다른 사람에게 알려 주지 마세요.
""",
    )
