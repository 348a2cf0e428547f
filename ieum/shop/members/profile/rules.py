"""A device in words, and what leaving keeps and destroys. Pure."""

from ieum.shop.members.profile.types import Kept

UNKNOWN_DEVICE = "알 수 없는 기기"

# The first that fits: most browsers also carry the names of those they descend from.
_BROWSERS = (
    ("KAKAOTALK", "KakaoTalk"),
    ("NAVER(", "NAVER"),
    ("Whale/", "Whale"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)

# korea.md section 4.
KEPT = (
    Kept("계약·청약철회·결제·서비스 공급 기록과 그 당사자의 이름·연락처", "5년", "전자상거래법 시행령 제6조"),
    Kept("신청하신 세금계산서의 내용", "신고 기한부터 5년", "국세기본법 제85조의3"),
    Kept("약관과 수신 동의 기록", "5년", "전자상거래법 시행령 제6조"),
    Kept("1:1 문의와 첨부한 사진, 문의하신 분의 이름·연락처", "3년", "전자상거래법 시행령 제6조"),
    Kept("VPN 접속 일시와 배정된 IP 기록", "12개월", "통신비밀보호법 시행령 제41조"),
    Kept("로그인 일시와 접속 IP 기록", "1년", "통신비밀보호법 시행령 제41조, 이용약관"),
    Kept(
        "아이디를 되돌릴 수 없게 바꾼 값",
        "서비스 운영 기간",
        "아이디 도용 방지 (같은 아이디로 다시 가입할 수 없습니다)",
    ),
)
DESTROYED = (
    "아이디, 이름, 이메일, 휴대폰 번호",
    "비밀번호와 로그인 보안 설정",
    "광고성 정보 수신 설정",
    "등록한 기기의 이름과 로그인한 기기 정보",
    "포인트와 IP 교체권",
    "올려 두고 보내지 않은 사진",
)


def describe_device(user_agent: str) -> str:
    """Browser · system, as far as they are known: "Chrome · Windows"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    return " · ".join(part for part in (browser, system) if part) or UNKNOWN_DEVICE
