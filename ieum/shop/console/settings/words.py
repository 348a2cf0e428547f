"""The settings in the groups of the screen: what each is called, and what it changes, in one sentence."""

from collections.abc import Mapping

import msgspec


class SettingWords(msgspec.Struct, frozen=True):
    """`caution` is said when it is changed; `options` names the values of a choice."""

    label: str
    effect: str
    unit: str = ""
    caution: str = ""
    options: Mapping[str, str] = {}


class SettingGroupWords(msgspec.Struct, frozen=True):
    label: str
    fields: Mapping[str, SettingWords]


W = SettingWords
_ENDS_SALE = "끄면 새 주문만 받지 않습니다. 이미 산 서비스와 정기결제는 그대로입니다."
_DELETES = "줄이면 더 오래된 기록은 다음 정리 때 지워지고 되돌릴 수 없습니다."
_IN_FOOTER = "모든 페이지 아래와 메일에 보입니다."

BUSINESS = SettingGroupWords(
    "사업자 정보",
    {
        "business_name": W("상호", f"{_IN_FOOTER} 약관의 회사 이름도 바뀝니다."),
        "representative": W("대표자", _IN_FOOTER),
        "business_licence": W("사업자등록번호", _IN_FOOTER),
        "mail_order_licence": W("통신판매업 신고번호", _IN_FOOTER),
        "address": W("주소", _IN_FOOTER),
        "hosting_provider": W("호스팅 서비스 제공자", "모든 페이지 아래에 보입니다."),
        "officer_name": W("개인정보보호책임자", "모든 페이지 아래와 개인정보처리방침에 보입니다."),
        "officer_phone": W("개인정보보호책임자 전화", "개인정보처리방침에 보입니다."),
        "officer_mail": W(
            "개인정보보호책임자 이메일",
            "개인정보처리방침에 보이고, IP 사용자 조회와 혼자 확인한 일을 이 주소로 알립니다.",
            caution="IP 사용자 조회와 혼자 확인한 일의 알림이 앞으로 새 주소로 갑니다.",
        ),
    },
)
SUPPORT = SettingGroupWords(
    "고객센터",
    {
        "phone": W("전화번호", "모든 페이지 아래, 고객센터와 차단된 IP에 보이는 안내에 보입니다."),
        "site_mail": W("이메일", "모든 페이지 아래에 보이고, 회원이 메일로 연락하는 주소입니다."),
        "support_hours": W("상담 시간", "고객센터와 문의 화면에 보입니다."),
        "remote_support_url": W("원격지원 주소", "적으면 고객센터와 메뉴에 원격지원 링크가 생깁니다."),
    },
)
SALES = SettingGroupWords(
    "판매",
    {
        "static_enabled": W("고정 IP 판매", "고정 IP 상품을 새로 팝니다.", caution=_ENDS_SALE),
        "dynamic_enabled": W(
            "유동 IP 판매",
            "유동 IP 상품을 새로 팝니다.",
            caution=f"{_ENDS_SALE} 켜려면 유동 IP 게이트웨이에 IP가 두 개 이상 있어야 합니다.",
        ),
        "ticket_enabled": W("교체권 판매", "IP 교체권을 따로 팝니다.", caution=_ENDS_SALE),
        "deposit_hold": W(
            "입금 기한", "가상계좌 주문이 입금을 기다리는 시간이며, 그동안 IP를 잡아 둡니다.", "시간"
        ),
        "deposit_hold_limit": W(
            "입금 대기 한도", "한 회원이 입금하지 않은 채 잡아 둘 수 있는 IP 수입니다.", "개"
        ),
        "card_hold_limit": W("결제 대기 한도", "한 회원이 카드 결제 중에 잡아 둘 수 있는 IP 수입니다.", "개"),
        "hold_share_percent": W(
            "회원 한 명의 대기 비율",
            "한 회원이 결제하지 않은 채 잡아 둘 수 있는, 남은 IP 가운데의 비율입니다.",
            "%",
        ),
        "network_hold_percent": W(
            "한 네트워크의 대기 비율",
            "같은 네트워크의 회원들이 결제하지 않은 채 잡아 둘 수 있는 비율이며, 100이면 제한이 없습니다.",
            "%",
        ),
    },
)
POINTS = SettingGroupWords(
    "포인트",
    {
        "points_enabled": W("포인트 사용", "주문할 때 포인트를 쓰고 쌓을 수 있습니다."),
        "point_percent": W("적립 비율", "앞으로의 주문에서 결제한 금액의 이만큼이 쌓입니다.", "%"),
        "point_threshold": W("최소 사용 잔액", "포인트가 이만큼 있어야 쓸 수 있습니다.", "P"),
        "point_share_percent": W("최대 사용 비율", "주문 금액의 이만큼까지 포인트로 낼 수 있습니다.", "%"),
    },
)
VERIFICATION = SettingGroupWords(
    "본인확인과 가입",
    {
        "phone_verification": W(
            "휴대폰 확인",
            "가입할 때와 번호를 바꿀 때 문자 인증번호나 본인인증을 요구합니다.",
            caution="켜기 전에 ‘연결 시험’에서 문자가 도착하는지 확인해 주세요.",
        ),
        "mail_verification": W(
            "이메일 확인",
            "가입할 때와 주소를 바꿀 때 메일 인증번호를 요구합니다.",
            caution="켜기 전에 ‘연결 시험’에서 메일이 도착하는지 확인해 주세요.",
        ),
        "sign_ups_an_hour": W("시간당 가입", "한 네트워크에서 한 시간에 가입할 수 있는 회원 수입니다.", "명"),
        "code_texts_an_hour": W(
            "시간당 인증 문자",
            "쇼핑몰 전체가 한 시간에 보내는 인증 문자 수이며, 넘으면 보내지 않습니다.",
            "건",
        ),
        "sub_id_limit": W("서브 아이디 한도", "한 회원이 만들 수 있는 서브 아이디 수입니다.", "개"),
    },
)
REFUNDS = SettingGroupWords(
    "환불과 정기결제",
    {
        "refund_mode": W(
            "환불 기준",
            "앞으로의 주문에 적용하는 환불 기준이며, 안내 문구와 동의 문서도 함께 바뀝니다.",
            caution="이미 들어온 주문은 주문할 때의 기준으로 환불합니다.",
            options={"law": "법에 따른 환불", "owner": "이용하지 않은 상품만 환불"},
        ),
        "refund_penalty_percent": W(
            "위약금",
            "7일이 지나 해지할 때 남은 기간의 금액에서 빼는 비율입니다.",
            "%",
            caution="이미 들어온 주문은 주문할 때의 위약금으로 환불합니다.",
        ),
        "refund_shortest_price": W(
            "장기 할인 위약금",
            "7일이 지나 해지할 때 이용한 날을 가장 짧은 이용 기간의 요금으로 계산한 차액을 위약금에 더합니다. "
            "위약금은 모두 합하여 남은 날 요금의 10%까지입니다.",
            caution="앞으로의 주문에만 적용합니다. 켜기 전에 법률 자문을 받고 약관의 환불 조항을 확인해 주세요.",
        ),
        "staff_refund_limit": W(
            "하루에 혼자 내주는 한도",
            "환불, 포인트, 교체권, 연장한 날을 원으로 더합니다. 한 직원이 하루에 혼자 내주거나 한 회원이 하루에 받는 "
            "금액이 이만큼을 넘으면 두 번째 사람이 확인해야 합니다.",
            "원",
        ),
        "grace": W("정기결제 유예", "결제가 거절된 정기결제를 멈추지 않고 기다리는 날수입니다.", "일"),
    },
)
ROTATION = SettingGroupWords(
    "IP와 게이트웨이",
    {
        "connections_enforced": W(
            "동시 접속 제한",
            "상품에 정한 대수를 넘으면 먼저 연결한 기기를 멈춥니다. 멈춘 기기는 VPN을 껐다 켜면 이어집니다.",
            caution="켜면 여러 기기로 접속 중인 회원의 기기가 바로 멈출 수 있습니다. 끄면 모두 함께 접속됩니다.",
        ),
        "cool_down": W("IP 쉬는 기간", "돌려받은 IP를 다시 팔기 전에 쉬게 하는 날수입니다.", "일"),
        "rotation_reserve_percent": W(
            "유동 IP 예비 비율",
            "유동 IP를 바꿔 주려고 게이트웨이마다 팔지 않고 남기는 비율입니다.",
            "%",
            caution="올리면 팔 수 있는 유동 IP가 바로 줄어듭니다.",
        ),
    },
)
RECORDS = SettingGroupWords(
    "기록 보관",
    {
        "visit_months": W(
            "방문 기록", "광고와 유입을 볼 수 있는 방문 기록을 두는 개월 수입니다.", "개월", _DELETES
        ),
        "first_touch_days": W(
            "처음 들어온 곳",
            "가입한 회원이 처음에 어느 사이트, 검색어, 광고로 들어왔는지 "
            "브라우저의 쿠키로 기억하는 날수이고, 0이면 기억하지 않습니다.",
            "일",
            caution="켜기 전에 개인정보처리방침의 ‘쿠키와 자동 수집’에 이 쿠키를 적어 주세요.",
        ),
        "usage_months": W("사용량 기록", "회원의 시간별 사용량을 두는 개월 수입니다.", "개월", _DELETES),
        "session_months": W(
            "접속 기록",
            "누가 언제 접속했는지 두는 개월 수이며, 법에 따라 12개월보다 짧게 할 수 없습니다.",
            "개월",
            _DELETES,
        ),
    },
)
SEARCH = SettingGroupWords(
    "검색엔진과 공유",
    {
        "site_name": W("사이트 이름", "브라우저 제목, 메일과 문자의 보낸 곳, 약관의 서비스 이름에 보입니다."),
        "description": W("사이트 설명", "검색 결과와 공유한 링크에서 이름 아래에 보입니다."),
        "logo": W(
            "로고 주소",
            "머리글과 메일에 보이며, 아래에서 그림을 올리거나 https:// 주소를 적습니다. 비우면 글자로 보입니다.",
        ),
        "og_image": W("공유 그림 주소", "링크를 공유할 때 보이는 그림입니다."),
        "naver_verification": W("네이버 사이트 확인", "네이버 서치어드바이저가 준 값을 페이지에 넣습니다."),
        "google_verification": W("구글 사이트 확인", "구글 서치 콘솔이 준 값을 페이지에 넣습니다."),
        "robots": W(
            "robots.txt",
            "적으면 기본 규칙 대신 /robots.txt에 쓰이고, 비우면 기본 규칙을 씁니다.",
            caution="잘못 적으면 검색 결과에서 사이트가 사라질 수 있습니다.",
        ),
        "sitemap": W("추가 사이트맵", "/robots.txt에 우리 사이트맵과 함께 적는 다른 사이트맵 주소입니다."),
    },
)
GROUPS: Mapping[str, SettingGroupWords] = {
    "business": BUSINESS,
    "support": SUPPORT,
    "sales": SALES,
    "points": POINTS,
    "verification": VERIFICATION,
    "refunds": REFUNDS,
    "network": ROTATION,
    "records": RECORDS,
    "search": SEARCH,
}
# Columns of the table that no form offers, and why.
NOT_OFFERED = {
    "only_row": "the key of the only row",
    "updated_at": "written by every change",
    "blocked": "a list with calls of its own",
    "terms": "legal documents are editions with a day of their own, published in the content's screens",
    "privacy_policy": "the same",
}
