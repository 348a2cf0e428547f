"""The services the member has, and how they were used. What sub-ids did with their own devices is not among it."""

from ieum.shop.certificates.words import STATES as CERTIFICATE_STATES
from ieum.shop.evacuation.words import STATES as MOVE_STATES
from ieum.shop.ip_change.words import REASONS
from ieum.shop.ip_change.words import STATES as CHANGE_STATES
from ieum.shop.member_archive.types import OwnFile, field
from ieum.shop.moving_in.words import KINDS as MOVED
from ieum.shop.services.words import STAFF_STATES as SERVICE_STATES
from ieum.shop.stock.words import LEASES

_SERVICE = "서비스의 번호"

USE = (
    OwnFile(
        name="서비스",
        meaning="이용하는 서비스입니다.",
        tables=("services",),
        fields=(
            field("번호", "s.id", "서비스마다 하나인 번호"),
            field("상품", "sold.name", "상품 이름"),
            field(
                "상태",
                "CASE WHEN s.stopped_at IS NULL THEN s.state ELSE 'stopped' END",
                "지금의 상태",
                SERVICE_STATES,
            ),
            field("시작", "s.starts_at", "이용을 시작한 때"),
            field("만료", "s.ends_at", "이용이 끝나는 때"),
            field("종료", "s.closed_at", "이용이 끝난 때"),
            field("주문번호", "s.order_id", "산 주문"),
            field("정기결제", "s.subscription_id", "정기결제의 번호"),
        ),
        source="""FROM services s
            JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
            WHERE s.member_id = %(member)s ORDER BY s.id""",
    ),
    OwnFile(
        name="이전 쇼핑몰에서 옮긴 것",
        meaning="다른 쇼핑몰에서 이어받은 회원 정보, 이용권, 포인트입니다.",
        tables=("moved_rows",),
        fields=(
            field("종류", "w.kind", "무엇을 옮겼는지", MOVED),
            field("이전 번호", "w.external_id", "이전 쇼핑몰의 번호"),
            field("서비스", "w.service_id", _SERVICE),
            field("이전 시작일", "w.began_at", "이전 쇼핑몰에서 가입하거나 이용을 시작한 때"),
            field("사유", "w.reason", "이전 쇼핑몰이 포인트를 준 이유"),
            field("일시", "w.at", "옮긴 때"),
        ),
        source="""FROM moved_rows w WHERE w.member_id = %(member)s ORDER BY w.at, w.kind, w.external_id""",
    ),
    OwnFile(
        name="이용 기간",
        meaning="서비스의 이용 기간을 주문마다 적은 것입니다.",
        tables=("service_periods",),
        fields=(
            field("서비스", "d.service_id", _SERVICE),
            field("주문번호", "d.order_id", "이 기간을 산 주문"),
            field("시작", "d.starts_at", "기간이 시작하는 때"),
            field("끝", "d.ends_at", "기간이 끝나는 때"),
            field("환불일시", "d.refunded_at", "이 기간을 환불한 때"),
        ),
        source="""FROM service_periods d JOIN services s ON s.id = d.service_id
            WHERE s.member_id = %(member)s ORDER BY d.service_id, d.starts_at, d.order_id""",
    ),
    OwnFile(
        name="기간 연장",
        meaning="쇼핑몰이 보상 등으로 늘린 이용 기간입니다.",
        tables=("service_extensions",),
        fields=(
            field("서비스", "x.service_id", _SERVICE),
            field("일수", "x.days", "늘린 날수"),
            field("일시", "x.at", "늘린 때"),
            field("취소일시", "x.undone_at", "되돌린 때"),
        ),
        source="""FROM service_extensions x JOIN services s ON s.id = x.service_id
            WHERE s.member_id = %(member)s ORDER BY x.id""",
    ),
    OwnFile(
        name="이용한 IP",
        meaning="주문과 서비스에 주어진 IP 주소입니다.",
        tables=("leases",),
        fields=(
            field("IP", "host(e.address)", "IP 주소"),
            field("상태", "l.state", "지금의 상태", LEASES),
            field("서비스", "l.service_id", _SERVICE),
            field("주문번호", "l.order_id", "산 주문"),
            field("잡은 때", "l.held_at", "주문을 위해 잡아 둔 때"),
            field("시작", "l.active_at", "쓰기 시작한 때"),
            field("끝", "l.ended_at", "쓰기를 마친 때"),
        ),
        source="""FROM leases l JOIN orders o ON o.id = l.order_id JOIN exit_addresses e ON e.id = l.address_id
            WHERE o.member_id = %(member)s ORDER BY l.id""",
    ),
    OwnFile(
        name="기기",
        meaning="등록한 기기입니다. 공개 키만 있고, 개인 키는 쇼핑몰에 없습니다.",
        tables=("devices", "device_usage"),
        fields=(
            field("번호", "d.id", "기기마다 하나인 번호"),
            field("서비스", "d.service_id", _SERVICE),
            field("이름", "d.name", "붙인 이름"),
            field("공개 키", "d.public_key", "기기의 WireGuard 공개 키"),
            field("터널 주소", "host(d.tunnel_address)", "VPN 안에서 기기의 주소"),
            field("등록일시", "d.created_at", "등록한 때"),
            field("끈 때", "d.off_at", "연결을 꺼 둔 때"),
            field("삭제일시", "d.removed_at", "삭제한 때"),
            field("첫 연결", "u.first_handshake_at", "처음 연결한 때"),
            field("마지막 연결", "u.last_handshake_at", "마지막으로 연결한 때"),
            field("보낸 양", "u.rx_bytes", "기기가 보낸 데이터 (바이트)"),
            field("받은 양", "u.tx_bytes", "기기가 받은 데이터 (바이트)"),
        ),
        source="""FROM devices d JOIN services s ON s.id = d.service_id LEFT JOIN device_usage u ON u.device_id = d.id
            WHERE coalesce(d.made_by, s.member_id) = %(member)s ORDER BY d.id""",
    ),
    OwnFile(
        name="연결 기록",
        meaning="기기가 연결한 기록입니다. 정한 기간이 지나면 지웁니다.",
        tables=("usage_sessions",),
        fields=(
            field("기기", "u.device_id", "기기의 번호"),
            field("서비스", "u.service_id", _SERVICE),
            field("IP", "host(u.exit_address)", "인터넷에 보인 IP 주소"),
            field("시작", "u.began_at", "연결한 때"),
            field("끝", "u.ended_at", "연결이 끝난 때"),
            field("보낸 양", "u.rx_bytes", "기기가 보낸 데이터 (바이트)"),
            field("받은 양", "u.tx_bytes", "기기가 받은 데이터 (바이트)"),
        ),
        source="""FROM devices d JOIN services s ON s.id = d.service_id JOIN usage_sessions u ON u.device_id = d.id
            WHERE coalesce(d.made_by, s.member_id) = %(member)s ORDER BY u.id, u.began_at""",
    ),
    OwnFile(
        name="시간별 사용량",
        meaning="기기가 한 시간마다 주고받은 양입니다. 정한 기간이 지나면 지웁니다.",
        tables=("usage_hours",),
        fields=(
            field("기기", "u.device_id", "기기의 번호"),
            field("시각", "u.hour", "한 시간의 시작"),
            field("보낸 양", "u.rx_bytes", "기기가 보낸 데이터 (바이트)"),
            field("받은 양", "u.tx_bytes", "기기가 받은 데이터 (바이트)"),
        ),
        source="""FROM devices d JOIN services s ON s.id = d.service_id JOIN usage_hours u ON u.device_id = d.id
            WHERE coalesce(d.made_by, s.member_id) = %(member)s ORDER BY u.hour, u.device_id""",
    ),
    OwnFile(
        name="기기 연결 링크",
        meaning="다른 기기에서 열어 등록하는 링크를 만든 내역입니다. 링크 주소는 들어 있지 않습니다.",
        tables=("device_links",),
        fields=(
            field("서비스", "k.service_id", _SERVICE),
            field("이름", "k.name", "붙인 이름"),
            field("만든 일시", "k.created_at", "만든 때"),
            field("연 일시", "k.opened_at", "연 때"),
            field("사용일시", "k.used_at", "기기를 등록한 때"),
            field("취소일시", "k.withdrawn_at", "취소한 때"),
        ),
        source="""FROM device_links k JOIN services s ON s.id = k.service_id
            WHERE coalesce(k.made_by, s.member_id) = %(member)s ORDER BY k.id""",
    ),
    OwnFile(
        name="IP 변경",
        meaning="IP를 바꾸거나 되돌린 내역입니다.",
        tables=("ip_changes",),
        fields=(
            field("서비스", "c.service_id", _SERVICE),
            field("되돌림", "c.undoes IS NOT NULL", "앞의 변경을 되돌린 것인지"),
            field("전 IP", "host(a.address)", "바꾸기 전의 IP 주소"),
            field("새 IP", "host(b.address)", "바꾼 IP 주소"),
            field("상태", "c.state", "지금의 상태", CHANGE_STATES),
            field("이유", "c.reason", "고른 이유", REASONS),
            # A sub-id's own words are the sub-id's.
            field(
                "적은 말",
                "CASE WHEN coalesce(c.made_by, s.member_id) = %(member)s THEN c.words END",
                "이유를 적은 말",
            ),
            field("신청일시", "c.requested_at", "신청한 때"),
            field("완료일시", "c.settled_at", "끝난 때"),
        ),
        source="""FROM ip_changes c JOIN services s ON s.id = c.service_id
            LEFT JOIN leases o ON o.id = c.old_lease_id LEFT JOIN exit_addresses a ON a.id = o.address_id
            LEFT JOIN leases n ON n.id = c.new_lease_id LEFT JOIN exit_addresses b ON b.id = n.address_id
            WHERE s.member_id = %(member)s OR c.made_by = %(member)s ORDER BY c.id""",
    ),
    OwnFile(
        name="서비스 이동",
        meaning="쇼핑몰의 사정으로 서비스를 다른 장비로 옮긴 내역입니다.",
        tables=("service_moves",),
        fields=(
            field("서비스", "v.service_id", _SERVICE),
            field("상태", "v.state", "지금의 상태", MOVE_STATES),
            field("안내일시", "v.offered_at", "옮긴다고 안내한 때"),
            field("이동일시", "v.moved_at", "옮긴 때"),
            field("종료일시", "v.closed_at", "끝난 때"),
        ),
        source="""FROM service_moves v JOIN services s ON s.id = v.service_id
            WHERE s.member_id = %(member)s ORDER BY v.id""",
    ),
    OwnFile(
        name="IP 자동 변경",
        meaning="유동 IP가 저절로 바뀌게 한 설정입니다.",
        tables=("rotations",),
        fields=(
            field("서비스", "r.service_id", _SERVICE),
            field("간격", "r.timer", "몇 분마다 바꾸는지"),
            field("다시 연결하면 변경", "r.on_reconnect", "연결할 때마다 바꾸는지"),
            field("다음 변경", "r.next_at", "다음에 바꿀 때"),
            field("마지막 변경", "r.changed_at", "마지막으로 바꾼 때"),
            field("횟수를 센 날", "r.day", "변경 횟수를 센 날"),
            field("변경 횟수", "r.changes", "그날 바꾼 횟수"),
        ),
        source="""FROM rotations r JOIN services s ON s.id = r.service_id
            WHERE s.member_id = %(member)s ORDER BY r.service_id""",
    ),
    OwnFile(
        name="IP 변경 링크",
        meaning="누르면 IP가 바뀌는 링크를 만든 내역입니다. 링크 주소는 들어 있지 않습니다.",
        tables=("rotation_links",),
        fields=(
            field("서비스", "k.service_id", _SERVICE),
            field("이름", "k.name", "붙인 이름"),
            field("허용 네트워크", "array_to_string(k.networks, ', ')", "링크를 쓸 수 있는 네트워크"),
            field("만든 일시", "k.created_at", "만든 때"),
            field("사용일시", "k.used_at", "마지막으로 쓴 때"),
            field("삭제일시", "k.revoked_at", "삭제한 때"),
        ),
        source="""FROM rotation_links k JOIN services s ON s.id = k.service_id
            WHERE s.member_id = %(member)s ORDER BY k.id""",
    ),
    OwnFile(
        name="확인서",
        meaning="발급한 확인서입니다.",
        tables=("certificates",),
        fields=(
            field("번호", "c.number", "확인서의 번호"),
            field("이름", "c.holder", "확인서에 적힌 이름"),
            field("서비스", "c.service_id", _SERVICE),
            field("발급일", "c.issued_on", "발급한 날"),
            field("상태", "c.state", "서비스의 상태", CERTIFICATE_STATES),
            field("끝", "c.until_at", "이용이 끝난 때"),
        ),
        source="FROM certificates c WHERE c.member_id = %(member)s ORDER BY c.id",
    ),
)
