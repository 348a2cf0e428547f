"""Records that outlive a member who leaves, and those destroyed at once, as the page and the mail say it."""

from ieum.shop.leaving.types import Kept

_CONTRACTS = (
    Kept(
        "계약·청약철회·결제·서비스 공급 기록(배정된 IP 포함)과 그 당사자의 아이디·이름·연락처",
        "5년",
        "전자상거래법 시행령 제6조",
    ),
    Kept("신청하신 세금계산서의 내용", "신고 기한부터 5년", "국세기본법 제85조의3"),
    Kept("약관과 수신 동의 기록", "5년", "전자상거래법 시행령 제6조"),
    Kept("1:1 문의와 첨부한 사진, 문의하신 분의 아이디·이름·연락처", "3년", "전자상거래법 시행령 제6조"),
    Kept("기기별 최근 접속 일시", "12개월", "통신비밀보호법 시행령 제41조"),
)
_ACCOUNT = (
    Kept("로그인 일시와 접속 IP 기록", "1년", "통신비밀보호법 시행령 제41조, 이용약관"),
    Kept(
        "아이디를 되돌릴 수 없게 바꾼 값",
        "서비스 운영 기간",
        "아이디 도용 방지 (같은 아이디로 다시 가입할 수 없습니다)",
    ),
)
DESTROYED = (
    "회원 계정의 아이디, 이름, 이메일, 휴대폰 번호 (법이 보관하게 한 기록에 필요한 것만 계정과 분리하여 보관합니다)",
    "비밀번호와 로그인 보안 설정",
    "광고성 정보 수신 설정",
    "등록한 기기와 기기 설정 링크의 이름, 로그인한 기기 정보",
    "IP를 변경하신 이유로 덧붙이신 말",
    "IP 변경 링크의 이름과 링크를 쓸 수 있게 정하신 네트워크",
    "만드신 서브 아이디의 아이디와 이름, 비밀번호, 활동 기록",
    "발급하신 고정 IP 이용 확인서 (번호만 남아, 그 번호를 조회하면 명의자가 탈퇴하였다고 안내합니다)",
    "포인트와 IP 교체권",
    "올려 두고 보내지 않은 사진",
)

# Months of use are dropped whole: what was recorded on the first day of one is kept for a month longer.
MONTHS_BEGIN = "기록한 달의 마지막 날부터"


def kept(*, usage_months: int, session_months: int) -> list[Kept]:
    """List what is kept of a member who leaves, in the words of the privacy policy."""
    return [
        *_CONTRACTS,
        Kept(
            "접속 기록 (기기, 배정된 IP, 접속한 기기의 IP, 시작과 종료 시각, 주고받은 데이터의 양)",
            f"{MONTHS_BEGIN} {session_months}개월",
            "통신비밀보호법 시행령 제41조",
        ),
        Kept("시간별 데이터의 양", f"{MONTHS_BEGIN} {usage_months}개월", "이용량의 확인과 분쟁의 해결"),
        *_ACCOUNT,
    ]


# What was destroyed, as its owner reads it, by the name under which that is recorded.
DESTROYED_WORDS = {
    "profile": "회원 정보",
    "left_members": "탈퇴한 뒤 보관하던 회원 정보",
    "consents": "동의 내역",
    "device_usage": "기기별 사용량",
    "certificates": "이용 확인서",
    "leases": "IP 배정 기록",
    "address_log_services": "IP 기록과 서비스의 연결",
    "address_log_entries": "IP 변경 기록",
    "login_sessions": "로그인 기록",
    "ip_change_words": "IP 변경 사유",
    "sub_ids": "삭제한 서브 아이디",
    "rotation_links": "IP 변경 링크",
    "device_links": "기기 등록 링크",
    "messages": "보낸 메일과 문자",
    "inquiries": "1:1 문의",
    "inquiry_actions": "문의 처리 내역",
    "tax_invoice_requests": "세금계산서 신청",
}
