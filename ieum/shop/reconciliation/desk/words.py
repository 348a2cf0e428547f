"""Meanings of each kind of alarm, and what to do about it, for whoever runs the shop. Pure."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ieum.shop.kernel.words import Tone
from ieum.shop.reconciliation import backups

type AlarmState = Literal["open", "cleared"]
# What somebody looks for who does not know the kinds by name.
type AlarmArea = Literal["money", "fleet", "backups", "logs", "others"]

STATES: Mapping[AlarmState, str] = {"open": "처리 전", "cleared": "처리됨"}
TONES: Mapping[AlarmState, Tone] = {"open": "danger", "cleared": "ok"}
AREAS: Mapping[AlarmArea, str] = {
    "money": "결제와 장부",
    "fleet": "게이트웨이와 IP",
    "backups": "백업",
    "logs": "기록",
    "others": "백업 외 모두",
}


class Meaning(NamedTuple):
    title: str
    means: str
    todo: str


_CALL = "결제대행사에 문의해 주세요."
_AT_DESK = "결제대행사 상점관리자에서 장부에 없는 결제를 취소해 주세요."
_BY_ITSELF = "해결되면 저절로 사라집니다."
_SERVER = "서버를 돌보는 사람에게 바로 알려 주세요."
_NEXT_BACKUP = "다음 백업이 성공하면 저절로 사라집니다."
_LOST = "지금 서버를 잃으면 그동안의 주문도 잃습니다."
_BOOKS = Meaning(
    "장부가 서로 맞지 않음",
    "우리 장부 안에서 주문, 결제, 환불, 서비스, 포인트가 서로 다릅니다.",
    "주문 화면에서 실제로 일어난 일을 확인하고, 원인을 모르면 개발 담당자에게 알려 주세요.",
)
MEANINGS: dict[str, Meaning] = {
    "looks_spent": Meaning(
        "한 시간에 많은 개인정보를 봄",
        "직원 한 명이 한 시간에 회원 60명의 개인정보를 보아, 그 시간 동안 더 볼 수 없습니다.",
        "기록에서 누구를 왜 보았는지 확인하고, 알 수 없는 일이면 그 직원을 로그아웃시켜 주세요.",
    ),
    "refund_stuck": Meaning(
        "환불이 멈춤",
        "결제대행사가 환불을 거절했거나, 남은 금액이 우리 장부와 다릅니다.",
        "주문 화면에서 거절 사유를 보고, 직접 송금했다면 환불을 수동으로 마무리해 주세요.",
    ),
    "provider_unknown_payment": Meaning(
        "장부에 없는 결제",
        "결제대행사에는 돈이 들어와 있는데 우리 장부에는 없거나, 한 주문이 두 번 결제되었습니다.",
        f"주문을 찾아 확인하고, {_AT_DESK}",
    ),
    "provider_not_at_provider": Meaning(
        "결제대행사에 없는 결제",
        "우리 장부에 있는 결제를 결제대행사가 모릅니다.",
        f"결제 키가 바뀌었거나 데이터베이스를 되돌린 적이 있는지 확인하고, {_CALL}",
    ),
    "provider_amount_differs": Meaning(
        "결제 금액이 다름", "같은 결제의 금액이 결제대행사와 우리 장부에서 다릅니다.", _CALL
    ),
    "provider_returned_there": Meaning(
        "결제대행사에서만 취소됨",
        "결제대행사에서는 돈이 돌아갔는데 우리 장부에는 환불이 없습니다.",
        "주문을 환불한 뒤 수동으로 마무리해 주세요. 돈이 두 번 나가지 않습니다.",
    ),
    "provider_returned_here": Meaning(
        "우리 장부에서만 환불됨",
        "우리 장부에는 환불되었는데 결제대행사는 돈을 아직 가지고 있습니다.",
        "결제대행사 상점관리자에서 남은 금액을 취소해 주세요.",
    ),
    "provider_day_differs": Meaning(
        "하루 합계가 다름",
        "하루 동안 승인된 금액의 합계가 결제대행사와 다릅니다.",
        "그날의 결제마다 따로 알람이 있습니다. 그것을 먼저 처리해 주세요.",
    ),
    "payment_mismatch": Meaning(
        "요청과 다른 결제",
        "요청한 것과 다른 금액, 주문 또는 결제가 승인되어 상품을 드리지 않았습니다.",
        f"양쪽을 비교하고, {_AT_DESK}",
    ),
    "second_payment": Meaning("두 번 결제됨", "이미 결제된 주문에 돈이 한 번 더 들어왔습니다.", _AT_DESK),
    "approved_after_refusal": Meaning(
        "포기한 결제가 승인됨",
        "실패로 처리한 결제가 뒤늦게 승인되어, 상품이나 환불이 진행 중입니다.",
        "회원이 다른 안내를 받았는지 확인해 주세요.",
    ),
    "cancelled_elsewhere": Meaning(
        "밖에서 취소된 결제",
        "결제대행사 상점관리자에서 돈이 돌아갔습니다. 전액이면 장부도 이미 따라갔습니다.",
        "일부만 취소했다면 주문을 환불할지 정해 주세요. 환불하면 취소한 만큼 빼고 돌려줍니다.",
    ),
    "deposit_reversed": Meaning(
        "입금이 취소됨",
        "은행이 입금을 되돌렸는데 상품은 이미 드렸습니다.",
        "회원에게 연락해 주세요. 다시 입금될 때까지 회원은 환불받을 수 없습니다.",
    ),
    "paid_after_refund": Meaning(
        "환불한 뒤 다시 입금됨",
        "되돌아갔던 입금이 주문이 끝난 뒤 다시 들어왔습니다.",
        "회원에게 연락하고 결제대행사 상점관리자에서 돌려준 뒤, 환불을 수동으로 마무리해 주세요.",
    ),
    "payment_missing": Meaning(
        "가상계좌를 모름", "결제대행사가 자기가 발급한 가상계좌를 모릅니다.", f"결제 키를 확인하고, {_CALL}"
    ),
    "payment_of_no_order": Meaning("주문 없는 결제", "우리에게 없는 주문으로 돈이 들어왔습니다.", _AT_DESK),
    "payment_refused": Meaning(
        "우리 쪽 이유로 거절됨",
        "결제대행사가 우리 설정이나 계약 때문에 결제를 거절합니다. 참조가 거절 코드입니다.",
        "결제 키와 계약을 확인해 주세요.",
    ),
    "charge_refused": Meaning(
        "정기결제를 요청할 수 없음",
        "결제대행사가 우리 설정이나 계약 때문에 정기결제를 거절합니다. 참조가 거절 코드입니다.",
        "자동결제 계약과 결제 키를 확인해 주세요.",
    ),
    "card_not_issued": Meaning(
        "카드를 등록할 수 없음",
        "결제대행사가 우리 설정이나 계약 때문에 카드의 빌링키를 내주지 않습니다. 참조가 거절 코드입니다.",
        "자동결제 계약과 빌링 키 설정을 확인해 주세요.",
    ),
    "seal_broken": Meaning(
        "봉인된 정보를 열 수 없음",
        "저장된 카드나 환불 계좌의 봉인을 여는 키가 없습니다.",
        "예전 봉인 키를 설정에 되돌려야 합니다. 개발 담당자에게 알려 주세요.",
    ),
    "seal_moved": Meaning(
        "봉인된 정보가 옮겨졌거나 바뀜",
        "카드나 환불 계좌의 봉인이 저장된 자리와 맞지 않아 결제나 환불에 쓰지 않았습니다.",
        "누군가 데이터베이스를 고쳤을 수 있습니다. 그 주문과 카드를 더 처리하지 말고 개발 담당자에게 알려 주세요.",
    ),
    "books_overdue": Meaning(
        "너무 오래 걸리는 일",
        "결제 확인이 한 시간, 환불이 하루(계좌를 기다리면 7일), IP 변경이 한 시간 넘게 끝나지 않았습니다.",
        "주문을 열어 멈춘 단계를 확인하고, 여럿이면 개발 담당자에게 알려 주세요.",
    ),
    "gateway_lost": Meaning(
        "게이트웨이 연결 끊김",
        "게이트웨이가 5분 동안 응답하지 않아 새로 팔지 않습니다. 쓰던 연결은 유지될 수 있습니다.",
        f"서버와 네트워크를 확인해 주세요. {_BY_ITSELF}",
    ),
    "gateway_behind": Meaning(
        "게이트웨이가 뒤처짐",
        "게이트웨이가 응답하지만 5분 동안 지시를 적용하지 못해 새로 팔지 않습니다.",
        f"게이트웨이 화면에서 문제를 확인해 주세요. {_BY_ITSELF}",
    ),
    "gateway_blocked": Meaning(
        "게이트웨이가 회원을 막음",
        "게이트웨이는 켜져 있지만 그 호스트의 방화벽이나 네트워크가 회원의 연결을 막고 있습니다.",
        f"알림에 적힌 규칙이나 포트를 호스트에서 열어 주세요. {_BY_ITSELF}",
    ),
    "gateway_clock_off": Meaning(
        "게이트웨이 시계가 다름",
        "게이트웨이의 시계가 5초 넘게 다릅니다. 이용 종료 시각이 어긋납니다.",
        f"서버의 시간 동기화를 확인해 주세요. {_BY_ITSELF}",
    ),
    "gateway_connections_full": Meaning(
        "게이트웨이 연결 수 부족",
        "연결 추적의 80%를 넘게 쓰고 있습니다. 가득 차면 새 연결이 실패합니다.",
        f"한도를 늘리거나 서비스를 다른 게이트웨이로 옮겨 주세요. {_BY_ITSELF}",
    ),
    "gateway_proofs_fail": Meaning(
        "게이트웨이의 IP 확인 실패",
        "한 게이트웨이의 IP 여러 개가 한꺼번에 확인되지 않습니다.",
        f"게이트웨이와 회선, 차단 목록을 확인해 주세요. {_BY_ITSELF}",
    ),
    "address_flagged": Meaning(
        "판매하지 않는 IP",
        "참조에 적힌 이유로 이 IP를 팔지 않습니다.",
        f"차단 목록에서 빼도록 요청하거나 IP를 철수해 주세요. {_BY_ITSELF}",
    ),
    "address_listed_again": Meaning(
        "차단 목록에 또 오른 서비스",
        "30일 안에 두 번 IP를 무료로 바꿔 드린 서비스라, 더는 바꿔 드리지 않습니다.",
        "회원과 이용 목적을 확인하고, 약관에 따라 처리해 주세요.",
    ),
    "address_proofs_overdue": Meaning(
        "IP 확인이 밀림",
        "게이트웨이가 이틀 동안 IP를 확인하지 않았습니다. 판매는 계속됩니다.",
        "게이트웨이가 연결되어 있고 최신 버전인지 확인해 주세요.",
    ),
    "spent_enrolment_code": Meaning(
        "등록 코드가 두 번 쓰임",
        "게이트웨이 등록 코드를 두 서버가 썼거나 누군가 엿보았습니다.",
        "의심되면 게이트웨이를 다시 등록해 주세요. 이전 등록은 끝납니다.",
    ),
    "gateway_taken_over": Meaning(
        "작동 중인 게이트웨이를 다른 호스트가 넘겨받음",
        "등록 코드로 새 호스트가 등록해 이전 호스트의 접속 권한이 끝났습니다.",
        "직접 교체했다면 확인 처리하고, 아니면 키를 잊게 한 뒤 올바른 서버를 다시 등록해 주세요.",
    ),
    "gateway_key_copied_again": Meaning(
        "게이트웨이 키가 다시 복사됨",
        "등록하면서 게이트웨이 키의 사본이 하나 더 생겼습니다.",
        "직접 등록했다면 확인 처리하고, 아니면 올바른 서버를 다시 등록해 주세요.",
    ),
    "block_list_unusable": Meaning(
        "차단 목록에 물을 수 없음",
        "차단 목록 하나가 정상으로 응답하지 않아 그동안 묻지 않습니다.",
        "아직 운영되는 목록인지 확인하고, 아니면 설정에서 빼 주세요.",
    ),
    "staff_record_misfit": Meaning(
        "직원 기록이 바뀜",
        "직원 기록의 한 줄이 손으로 바뀌었거나 없어졌습니다.",
        "데이터베이스에 접근할 수 있는 사람을 확인해 주세요. 개발 담당자에게 바로 알려 주세요.",
    ),
    "backup_failed": Meaning(
        "백업 실패: 이유를 고쳐 주세요",
        "백업을 만들지 못했거나, 만든 백업을 시험 삼아 복구해 보니 맞지 않습니다. 내용에 이유가 있습니다.",
        f"{_SERVER} 내용의 이유를 고칩니다. {_NEXT_BACKUP}",
    ),
    "backup_late": Meaning(
        "백업이 늦음: 백업이 실행되는지 확인해 주세요",
        f"정해진 시간 안에 백업이나 복구 시험이 끝나지 않았습니다. {_LOST}",
        f"{_SERVER} 백업 서비스와 타이머가 실행 중인지 확인합니다. {_NEXT_BACKUP}",
    ),
    "database_restored": Meaning(
        "데이터베이스를 복구함",
        "데이터베이스를 백업에서 되살렸습니다. 그 시점 뒤에 일어난 일은 남아 있지 않습니다.",
        "정산 대조·알람에서 결제대행사에만 있는 결제를 확인하고, 그 뒤에 가입하거나 주문한 회원에게 안내해 주세요.",
    ),
    "address_log_broken": Meaning(
        "IP 기록이 끊김",
        "IP 사용 기록의 마지막 줄이 프로그램이 쓴 것과 달라, 더 쓰지 않고 있습니다.",
        "데이터베이스에 접근할 수 있는 사람을 확인하고, 개발 담당자에게 바로 알려 주세요.",
    ),
    "address_log_late": Meaning(
        "IP 기록이 늦음",
        "일어난 지 10분이 넘어서야 기록된 일이 있습니다.",
        "작업 프로그램이 멈춘 적이 있는지 확인하고, 이유를 알면 처리해 주세요.",
    ),
    "address_log_misfit": Meaning(
        "IP 기록이 바뀜",
        "IP 사용 기록의 한 줄이 손으로 바뀌었습니다.",
        "데이터베이스에 접근할 수 있는 사람을 확인하고, 개발 담당자에게 바로 알려 주세요.",
    ),
}
# Of the kinds above, by what they are about.
BACKUPS: dict[tuple[str, str], Meaning] = {
    ("backup_failed", "base"): Meaning(
        "데이터베이스 백업 실패: 다시 백업해 주세요",
        "데이터베이스를 백업하지 못했습니다. 내용에 이유가 있습니다. 앞서 성공한 백업은 남아 있습니다.",
        f"{_SERVER} 내용의 이유를 고치고 systemctl start ieum-backup으로 다시 백업합니다. {_NEXT_BACKUP}",
    ),
    ("backup_failed", "files"): Meaning(
        "파일 백업 실패: 다시 백업해 주세요",
        "내려받는 프로그램과 설정을 백업하지 못했습니다. 내용에 이유가 있습니다.",
        f"{_SERVER} 내용의 이유를 고치고 systemctl start ieum-backup으로 다시 백업합니다. {_NEXT_BACKUP}",
    ),
    ("backup_failed", "wal"): Meaning(
        "변경 기록 보관 실패: 백업 저장소를 확인해 주세요",
        f"데이터베이스의 변경 기록(WAL)을 백업 저장소로 보내지 못하고 계속 다시 시도합니다. {_LOST}",
        f"{_SERVER} 백업 저장소에 닿는지 보고 내용의 이유를 고칩니다. 다시 보내지면 저절로 사라집니다.",
    ),
    ("backup_failed", "wal-gap"): Meaning(
        "변경 기록이 끊김: 지금 데이터베이스를 백업해 주세요",
        "변경 기록(WAL)의 일부를 잃었습니다. 새로 백업할 때까지는 내용에 적힌 시각 뒤로 복구할 수 없습니다.",
        f"{_SERVER} systemctl start ieum-backup으로 지금 백업합니다. 백업이 성공하면 저절로 사라집니다.",
    ),
    ("backup_failed", "old-copies"): Meaning(
        "오래된 백업을 지우지 못함: 백업 저장소를 확인해 주세요",
        "새 백업은 성공했지만, 더 필요 없는 백업을 지우지 못했습니다. 그대로 두면 백업 저장소가 가득 찹니다.",
        f"{_SERVER} 백업 저장소에서 지울 권한이 있는지 보고 내용의 이유를 고칩니다."
        " 다음 백업이 지우면 저절로 사라집니다.",
    ),
    ("backup_failed", "check"): Meaning(
        "복구 시험 실패: 백업으로 되살릴 수 있는지 확인해 주세요",
        "백업을 시험 삼아 복구하지 못했거나, 복구해 보니 맞지 않습니다. 내용에 이유가 있습니다.",
        f"{_SERVER} 내용의 이유를 고치고 systemctl start ieum-restore-check로 다시 시험합니다."
        " 시험이 성공하면 저절로 사라집니다.",
    ),
    ("backup_late", "base"): Meaning(
        "데이터베이스 백업이 늦음: 지금 백업해 주세요",
        "26시간 안에 시작해 성공한 데이터베이스 백업이 없습니다.",
        f"{_SERVER} ieum-backup 타이머가 켜져 있는지 보고 systemctl start ieum-backup으로 백업합니다. {_NEXT_BACKUP}",
    ),
    ("backup_late", "files"): Meaning(
        "파일 백업이 늦음: 지금 백업해 주세요",
        "26시간 안에 시작해 성공한 파일 백업이 없습니다. 내려받는 프로그램과 설정을 담는 백업입니다.",
        f"{_SERVER} ieum-backup 타이머가 켜져 있는지 보고 systemctl start ieum-backup으로 백업합니다. {_NEXT_BACKUP}",
    ),
    ("backup_late", "wal"): Meaning(
        "변경 기록 보관이 늦음: 보관 서비스를 확인해 주세요",
        f"데이터베이스의 변경 기록(WAL)이 10분 넘게 백업 저장소에 오지 않았습니다. {_LOST}",
        f"{_SERVER} ieum-backup-wal 서비스가 실행 중인지, 백업 저장소에 닿는지 확인합니다. {_BY_ITSELF}",
    ),
    ("backup_late", "check"): Meaning(
        "복구 시험이 늦음: 백업을 시험해 주세요",
        "8일 안에 성공한 복구 시험이 없습니다. 복구해 보지 않은 백업은 쓸 수 있을지 알 수 없습니다.",
        f"{_SERVER} systemctl start ieum-restore-check로 시험합니다. 시험이 성공하면 저절로 사라집니다.",
    ),
}
_OTHER = Meaning(
    "확인이 필요한 일",
    "자동으로 해결되지 않는 일이 생겼습니다.",
    "내용을 읽고, 모르겠으면 개발 담당자에게 알려 주세요.",
)


# The reference of an alarm that stands for something else than a name or a number.
REFERENCES = {**backups.NAMES, "wal-gap": "변경 기록의 끊긴 구간", "old-copies": "오래된 백업"}


# What is said once, as it happens: no later check finds it again.
_ONCE = {
    ("backup_failed", "wal-gap"): (
        "이 알람은 한 번만 생깁니다. 처리 완료로 표시하면 변경 기록이 끊긴 채여도 다시 생기지 않습니다."
        " 먼저 데이터베이스를 새로 백업해 주세요(systemctl start ieum-backup). 백업이 성공하면 저절로 사라집니다."
    )
}


# Programs that clear an alarm by themselves, as they call themselves; all others are people.
_CLEARED_BY = {
    "shop": "저절로 해결",
    "backup": "백업이 성공해 저절로 해결",
    "watch_backups": "백업이 다시 성공해 저절로 해결",
    "provider": "결제대행사의 답으로 저절로 해결",
    "refunded": "환불이 끝나 저절로 해결",
}


def cleared_by(name: str | None) -> str | None:
    return _CLEARED_BY.get(name, name) if name else None


def after_settling(kind: str, reference: str) -> str:
    """Tell whether the alarm comes again if its cause remains."""
    return _ONCE.get((kind, reference), "원인이 남아 있으면 다음 점검에서 다시 생깁니다.")


def meaning_of(kind: str, reference: str = "") -> Meaning:
    if found := BACKUPS.get((kind, reference)) or MEANINGS.get(kind):
        return found
    short = kind.removeprefix("books_")
    return MEANINGS.get(short, _BOOKS) if short != kind else _OTHER


def about(kind: str, reference: str) -> str:
    """Name what the reference stands for."""
    return REFERENCES.get(reference, reference) if kind.startswith("backup_") else reference
