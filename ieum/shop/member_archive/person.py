"""Files of who the member is, what they agreed to, how they log in, and who looked."""

from ieum.shop.broadcasts.words import INCIDENTS
from ieum.shop.desk.permissions import LABELS
from ieum.shop.kernel.phones import hyphenated
from ieum.shop.leaving.rules import DESTROYED_WORDS
from ieum.shop.member_archive.types import OwnFile, field
from ieum.shop.members.words import SESSION_ENDS, STAFF_ACTIONS
from ieum.shop.sub_ids.words import EVENTS, FILED_BY

PERSON = (
    OwnFile(
        name="회원 정보",
        meaning="가입할 때 적은 정보와 지금의 상태입니다. 탈퇴했다면 법에 따라 보관하는 정보입니다.",
        tables=("members", "left_members", "member_identities", "totp_secrets"),
        fields=(
            field("회원번호", "m.id", "회원마다 하나인 번호"),
            field("아이디", "coalesce(l.login_id, m.login_id)", "로그인 아이디"),
            field("이름", "coalesce(l.name, m.name)", "가입할 때 적은 이름"),
            field("이메일", "coalesce(l.email, m.email)", "이메일 주소"),
            field("휴대폰", "coalesce(l.phone, m.phone)", "휴대폰 번호", shown=hyphenated),
            field("가입일시", "m.joined_at", "가입한 때"),
            field("이메일 변경일시", "m.email_changed_at", "이메일을 마지막으로 바꾼 때"),
            field("본인확인일시", "i.verified_at", "휴대폰으로 본인을 확인한 때"),
            field("문자 광고 동의", "m.sms_opt_in", "광고 문자를 받는지"),
            field("메일 광고 동의", "m.mail_opt_in", "광고 메일을 받는지"),
            field("2단계 인증일시", "t.confirmed_at", "2단계 인증을 켠 때"),
            field("서브 아이디 여부", "m.owner_id IS NOT NULL", "다른 회원이 만든 서브 아이디인지"),
            field("사용 기한", "m.access_ends_at", "서브 아이디를 쓸 수 있는 기한"),
            field("사용 중지일시", "m.suspended_at", "서브 아이디 사용이 중지된 때"),
            field("삭제일시", "m.removed_at", "서브 아이디가 삭제된 때"),
            field("이용 제한일시", "m.blocked_at", "이용이 제한된 때"),
            field("탈퇴일시", "m.left_at", "탈퇴한 때"),
            field("파기 예정일시", "l.destroy_at", "탈퇴 뒤 보관하는 정보를 파기할 때"),
        ),
        source="""FROM members m LEFT JOIN left_members l ON l.member_id = m.id
            LEFT JOIN member_identities i ON i.member_id = m.id LEFT JOIN totp_secrets t ON t.member_id = m.id
            WHERE m.id = %(member)s""",
    ),
    OwnFile(
        name="이전 이름",
        meaning="이름을 바꾸기 전에 쓰던 이름입니다.",
        tables=("former_names",),
        fields=(
            field("이름", "f.name", "전에 쓰던 이름"),
            field("변경일시", "f.changed_at", "이름을 바꾼 때"),
        ),
        source="FROM former_names f WHERE f.member_id = %(member)s ORDER BY f.changed_at, f.name",
    ),
    OwnFile(
        name="동의",
        meaning="약관과 개인정보 처리, 광고에 동의하거나 거절한 내역입니다.",
        tables=("consents",),
        fields=(
            field("일시", "c.recorded_at", "동의하거나 거절한 때"),
            field("문서", "coalesce(d.title, v.title, c.document_key)", "동의한 문서"),
            field("판", "coalesce(c.version, c.text_number::text)", "문서의 판"),
            field("동의", "c.agreed", "동의했는지"),
            field("주문번호", "c.order_id", "주문하면서 동의했다면 그 주문"),
            field("접속 IP", "host(c.ip_address)", "동의할 때의 IP 주소"),
        ),
        source="""FROM consents c
            LEFT JOIN agreement_documents d ON d.key = c.document_key AND d.version = c.version
            LEFT JOIN content_versions v ON v.entry_id = c.text_entry_id AND v.number = c.text_number
            WHERE c.member_id = %(member)s ORDER BY c.id""",
    ),
    OwnFile(
        name="로그인",
        meaning="로그인한 기록입니다. 1년 동안 보관합니다.",
        tables=("login_sessions",),
        fields=(
            field("로그인", "l.started_at", "로그인한 때"),
            field("마지막 사용", "l.last_used_at", "이 로그인으로 마지막에 쓴 때"),
            field("종료", "l.ended_at", "로그인이 끝난 때"),
            field("종료 사유", "l.end_reason", "끝난 이유", SESSION_ENDS),
            field("접속 IP", "host(l.ip_address)", "로그인할 때의 IP 주소"),
            field("브라우저", "l.user_agent", "브라우저가 알린 이름"),
        ),
        source="FROM login_sessions l WHERE l.member_id = %(member)s ORDER BY l.id",
    ),
    OwnFile(
        name="패스키",
        meaning="로그인에 쓰는 패스키의 이름입니다. 키는 들어 있지 않습니다.",
        tables=("passkeys",),
        fields=(
            field("이름", "k.name", "붙인 이름"),
            field("등록일시", "k.created_at", "등록한 때"),
            field("마지막 사용", "k.last_used_at", "마지막으로 쓴 때"),
        ),
        source="FROM passkeys k WHERE k.member_id = %(member)s ORDER BY k.id",
    ),
    OwnFile(
        name="서브 아이디",
        meaning="회원이 만든 서브 아이디의 이름입니다. 쓴 내역은 서브 아이디를 쓰는 사람의 정보라 들어 있지 않습니다.",
        tables=("members",),
        fields=(
            field("아이디", "s.login_id", "서브 아이디"),
            field("만든 일시", "s.joined_at", "만든 때"),
            field("사용 중지일시", "s.suspended_at", "사용을 중지한 때"),
            field("삭제일시", "s.removed_at", "삭제한 때"),
        ),
        source="FROM members s WHERE s.owner_id = %(member)s ORDER BY s.id",
    ),
    OwnFile(
        name="서브 아이디 기록",
        meaning="이 아이디가 서브 아이디일 때, 이 아이디에 있었던 일입니다.",
        tables=("sub_id_events",),
        fields=(
            field("일시", "e.at", "있었던 때"),
            field("내용", "e.what", "있었던 일", EVENTS),
            field("한 쪽", "e.by", "서브 아이디, 만든 회원, 자동 가운데 누가 했는지", FILED_BY),
            field("서비스", "e.service_id", "관련된 서비스의 번호"),
        ),
        source="FROM sub_id_events e WHERE e.sub_id = %(member)s ORDER BY e.id",
    ),
    OwnFile(
        name="서브 아이디 허용",
        meaning="이 아이디가 서브 아이디일 때, 쓸 수 있게 허용된 서비스입니다.",
        tables=("service_grants",),
        fields=(
            field("서비스", "g.service_id", "서비스의 번호"),
            field("기기 수", "g.device_limit", "등록할 수 있는 기기 수"),
            field("하루 IP 변경", "g.change_limit", "하루에 할 수 있는 IP 변경 횟수"),
            field("기록 열람", "g.sees_record", "서비스의 기록을 볼 수 있는지"),
            field("허용일시", "g.granted_at", "허용된 때"),
        ),
        source="FROM service_grants g WHERE g.sub_id = %(member)s ORDER BY g.service_id",
    ),
    OwnFile(
        name="직원의 화면 확인",
        meaning="직원이 회원의 화면을 확인한 내역입니다.",
        tables=("member_looks",),
        fields=(
            field("시작", "k.started_at", "보기 시작한 때"),
            field("종료", "coalesce(k.ended_at, k.expires_at)", "끝난 때"),
        ),
        source="FROM member_looks k WHERE k.member_id = %(member)s ORDER BY k.id",
    ),
    OwnFile(
        name="직원의 처리",
        meaning="직원이 회원의 정보를 보거나 바꾼 내역입니다.",
        tables=("staff_record",),
        fields=(
            field("일시", "r.at", "처리한 때"),
            field("내용", "r.action", "처리한 일", {**LABELS, **STAFF_ACTIONS}),
        ),
        source="""FROM staff_record r
            WHERE r.object_kind = 'member' AND r.object_id = %(member)s::text ORDER BY r.index""",
    ),
    OwnFile(
        name="유입 경로",
        meaning="가입하기 전에 어디에서 쇼핑몰에 처음 왔는지입니다.",
        tables=("first_touches",),
        fields=(
            field("방문일시", "f.touched_at", "처음 온 때"),
            field("온 곳", "f.referrer_host", "앞서 본 사이트"),
            field("검색어", "f.keyword", "찾은 말"),
            field("광고", "f.campaign", "누른 광고"),
        ),
        source="FROM first_touches f WHERE f.member_id = %(member)s",
    ),
    OwnFile(
        name="사고",
        meaning="회원에게 영향이 있었을 수 있는 사고입니다.",
        tables=("incident_members",),
        fields=(
            field("제목", "i.title", "사고의 제목"),
            field("종류", "i.kind", "사고의 종류", INCIDENTS),
            field("확인일시", "i.confirmed_at", "사고를 확인한 때"),
            field("종료일시", "i.closed_at", "대응을 마친 때"),
        ),
        source="""FROM incident_members x JOIN incidents i ON i.id = x.incident_id
            WHERE x.member_id = %(member)s ORDER BY i.id""",
    ),
    OwnFile(
        name="파기",
        meaning="보관 기간이 지나 지운 회원의 기록입니다.",
        tables=("destructions",),
        fields=(
            field("일시", "d.destroyed_at", "지운 때"),
            field("기록", "d.what", "지운 기록의 종류", DESTROYED_WORDS),
            field("건수", "d.row_count", "지운 건수"),
        ),
        source="FROM destructions d WHERE d.member_id = %(member)s ORDER BY d.id",
    ),
)
