"""Questions of the setup, in this order, and why each thing is needed."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Found
from ieum.operations.setup import trying


class Question(NamedTuple):
    name: str
    title: str
    why: str
    default: str = ""
    is_secret: bool = False
    may_be_empty: bool = False


class Section(NamedTuple):
    """Questions that are tested together.

    `optional` is the word under which a file says whether it is wanted; `without`, what a shop lacks that has none.
    """

    title: str
    questions: tuple[Question, ...]
    test: Callable[[Subject], Awaitable[list[Found]]]
    optional: str = ""
    without: str = ""


ADDRESS = Section(
    "주소",
    (
        Question(
            "IEUM_PUBLIC_URL",
            "상점의 주소",
            "방문자가 여는 https 주소입니다. 메일의 링크와 패스키가 이 이름에 묶입니다(예: https://shop.example.com).",
        ),
    ),
    trying.try_address,
)
DATABASE = Section(
    "데이터베이스",
    (
        Question(
            "IEUM_DATABASE_URL",
            "PostgreSQL의 주소",
            "주문과 회원이 모두 여기에 있습니다: postgresql://계정:비밀번호@서버/이름. 두 대면 서버를 쉼표로 잇고 "
            "?target_session_attrs=read-write를 붙입니다.",
            is_secret=True,
        ),
    ),
    trying.try_database,
)
PLACES = Section(
    "자료 폴더",
    (
        Question(
            "IEUM_DATA",
            "자료 폴더",
            "내려받기 파일과 작업 중인 파일을 두는 곳입니다.",
            default="/var/lib/ieum",
        ),
    ),
    trying.try_data,
)
NORMAL = Section(
    "토스페이먼츠 일반결제",
    (
        Question(
            "IEUM_TOSS_CLIENT_KEY",
            "클라이언트 키",
            "결제창을 여는 키입니다. 개발자센터 › API 키 › API 개별 연동 키에 있습니다(live_ck_…).",
        ),
        Question(
            "IEUM_TOSS_SECRET_KEY",
            "시크릿 키",
            "결제를 승인하고 취소하는 키입니다. 남에게 보이면 안 됩니다(live_sk_…).",
            is_secret=True,
        ),
    ),
    trying.try_normal_keys,
)
BILLING = Section(
    "토스페이먼츠 자동결제",
    (
        Question(
            "IEUM_TOSS_BILLING_CLIENT_KEY",
            "자동결제 클라이언트 키",
            "카드를 등록하는 키입니다. 자동결제를 계약한 상점아이디(MID)의 키입니다(live_ck_…).",
        ),
        Question(
            "IEUM_TOSS_BILLING_SECRET_KEY",
            "자동결제 시크릿 키",
            "등록한 카드에서 받는 키입니다(live_sk_…).",
            is_secret=True,
        ),
    ),
    trying.try_billing_keys,
)
MAIL = Section(
    "메일",
    (
        Question(
            "IEUM_SMTP_URL",
            "보내는 메일 서버",
            "영수증과 안내를 보냅니다: smtp://아이디:비밀번호@서버:587 또는 smtps://…:465. "
            "비밀번호의 @ : /는 %40 %3A %2F로 적습니다.",
            is_secret=True,
        ),
        Question(
            "IEUM_DKIM_SELECTOR",
            "DKIM 선택자",
            "메일 서비스가 알려 준 이름입니다. `ieum doctor`가 DNS에서 확인할 때만 씁니다.",
            may_be_empty=True,
        ),
    ),
    trying.try_mail,
)
SMS = Section(
    "문자(솔라피)",
    (
        Question("IEUM_SOLAPI_KEY", "API Key", "문자를 보내는 계정입니다. 솔라피 콘솔 › 개발에 있습니다."),
        Question("IEUM_SOLAPI_SECRET", "API Secret", "그 계정의 비밀키입니다.", is_secret=True),
        Question(
            "IEUM_SMS_SENDER",
            "발신번호",
            "사전에 등록한 번호만 쓸 수 있습니다(발신번호 사전등록제). 070 번호의 문자는 걸러지는 일이 많습니다.",
        ),
    ),
    trying.try_sms,
    optional="SMS",
    without="없으면 휴대폰 인증번호와 문자 알림을 보내지 못합니다.",
)
IDENTITY = Section(
    "본인인증(포트원)",
    (
        Question("IEUM_PORTONE_STORE_ID", "상점 아이디", "포트원 콘솔 › 결제 연동에 있습니다(store-…)."),
        Question("IEUM_PORTONE_CHANNEL_KEY", "채널 키", "본인인증 채널의 키입니다(channel-key-…)."),
        Question("IEUM_PORTONE_SECRET", "V2 API Secret", "본인인증 결과를 읽는 키입니다.", is_secret=True),
    ),
    trying.try_identity,
    optional="IDENTITY",
    without="없으면 휴대폰은 문자 인증번호로만 확인합니다.",
)
PROXIES = Section(
    "프록시",
    (
        Question(
            "IEUM_TRUSTED_PROXIES",
            "우리 프록시의 주소",
            "Caddy나 nginx의 주소입니다. 여기서 온 X-Forwarded-For만 믿습니다. 쉼표로 잇습니다.",
            default="127.0.0.1,::1",
            may_be_empty=True,
        ),
        Question(
            "IEUM_LISTEN",
            "서버가 듣는 주소",
            "프록시가 이 기계에 있으면 127.0.0.1입니다. 다른 기계의 프록시도 오면 0.0.0.0으로 적고, "
            "방화벽에서 그 기계만 들여 주세요.",
            default="127.0.0.1",
        ),
    ),
    trying.try_proxies,
)
FIGURES = Section(
    "지표",
    (
        Question(
            "IEUM_WORK_METRICS_PORT",
            "work의 지표",
            "Prometheus가 ieum work에 묻는 곳입니다. 다른 기계의 Prometheus라면 이 기계의 사설 주소와 함께 "
            "적습니다(10.0.0.5:9101).",
            default="9101",
            may_be_empty=True,
        ),
    ),
    trying.try_figures,
)
BACKUPS = Section(
    "백업",
    (
        Question(
            "IEUM_BACKUP_PLACE",
            "백업을 두는 곳",
            "다른 기계나 디스크여야 합니다: 폴더 또는 rclone의 이름(box:ieum). 비우면 백업하지 않습니다.",
            may_be_empty=True,
        ),
    ),
    trying.try_backups,
)
# Asked only where the database holds a shop already, whose keys these are.
KEYS = Section(
    "쓰던 상점의 키",
    (
        Question("IEUM_SECRET_KEY", "IEUM_SECRET_KEY", "로그인과 인증 앱을 여는 키입니다.", is_secret=True),
        Question(
            "IEUM_SEALING_KEYS",
            "IEUM_SEALING_KEYS",
            "등록된 카드와 환불 계좌를 여는 키입니다.",
            is_secret=True,
        ),
    ),
    trying.try_keys,
)
TEST_MAIL = Question(
    "TEST_MAIL_TO",
    "시험 메일을 받을 주소",
    "한 통을 실제로 보냅니다. 비우면 보내지 않습니다.",
    may_be_empty=True,
)
SECTIONS = (ADDRESS, DATABASE, PLACES, NORMAL, BILLING, MAIL, SMS, IDENTITY, PROXIES, FIGURES, BACKUPS)
