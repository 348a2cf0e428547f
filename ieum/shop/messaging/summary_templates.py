"""The mail that contains several others, because their recipient has had enough single ones for the day. Pure."""

from ieum.shop.messaging.templates import Text


def together(*, site: str, titles: list[str]) -> Text:
    """`titles`: the subjects of the mails, which follow below this text as they are."""
    contents = "\n".join(f"- {title}" for title in titles)
    return Text(
        f"[{site}] 알림 {len(titles)}건을 함께 보내 드립니다",
        f"""오늘 이 주소로 보낸 메일이 많아 그 뒤의 알림 {len(titles)}건을 한 통에 모았습니다.
각 알림의 내용은 아래에 그대로 있습니다.

{contents}

신청하신 적이 없는 내용이면 고객센터로 알려 주세요.
""",
    )
