"""The mail to the privacy officer about a lookup of who had an address. It names nobody who was found."""

from ieum.shop.messaging.templates import Text


def looked_up(
    *,
    site: str,
    number: int,
    address: str,
    when: str,
    by: str,
    reason: str,
    opened: bool,
    services: int,
) -> Text:
    clients = "열람함" if opened else "열람하지 않음"
    return Text(
        f"[{site}] IP 이용자 조회 기록 {number}",
        f"""IP 주소를 이용한 회원이 조회되었습니다.

조회 번호: {number}
조회한 사람: {by}
사유: {reason}
조회한 주소: {address}
조회한 시각: {when}
찾은 서비스: {services}건
접속한 기기의 IP: {clients}

모르는 조회라면 조회한 사람에게 바로 확인해 주세요. 이 기록은 고치거나 지울 수 없습니다.
""",
    )
