"""The mail that contains several others, because their recipient has had enough single ones for the day. Pure."""

from datetime import datetime

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.messaging.templates import Text


def together(*, site: str, parts: list[tuple[str, datetime]]) -> Text:
    """`parts`: title and time of each mail. The mails follow below this text as they are.

    Titles repeat, so each has its time, with its day: an hour may end after midnight.
    """
    contents = "\n".join(f"- {_when(moment)} {title}" for title, moment in parts)
    return Text(
        f"[{site}] 알림 {len(parts)}건을 함께 보내 드립니다",
        f"""하루에 보내 드리는 메일 수를 넘어 알림 {len(parts)}건을 한 통에 모았습니다.
각 알림의 내용은 아래에 시간순으로 그대로 있습니다.

{contents}

신청하신 적이 없는 내용이면 고객센터로 알려 주세요.
""",
    )


def _when(moment: datetime) -> str:
    """`12월 1일 02:26`."""
    local = moment.astimezone(SEOUL)
    return f"{local.month}월 {local.day}일 {local:%H:%M}"
