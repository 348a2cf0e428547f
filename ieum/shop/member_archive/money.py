"""Files of what the member bought, paid and got back."""

from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.kernel.masking import mask_card
from ieum.shop.ledgers.words import POINTS, TICKETS
from ieum.shop.member_archive.types import Field, OwnFile, field
from ieum.shop.orders.words import CASH_RECEIPTS, KINDS, METHODS, STATES
from ieum.shop.payments.words import STATES as PAYMENT_STATES
from ieum.shop.refunds.words import STATES as REFUND_STATES
from ieum.shop.subscriptions.words import CARDS, END_REASONS
from ieum.shop.subscriptions.words import STATES as SUBSCRIPTION_STATES

MONEY = (
    OwnFile(
        name="주문",
        meaning="주문한 내역입니다.",
        tables=("orders", "order_lines"),
        fields=(
            field("주문번호", "o.id", "주문마다 하나인 번호"),
            field("주문일시", "o.created_at", "주문한 때"),
            field("구분", "o.kind", "처음 산 것인지 이어 쓴 것인지", KINDS),
            field("상품", "sold.name", "상품 이름"),
            field("개월", "o.months", "이용 기간"),
            field("수량", "o.quantity", "산 개수"),
            field("상품금액", "o.list_amount", "할인하기 전의 금액 (원)"),
            field("할인금액", "o.discount_amount", "할인한 금액 (원)"),
            field("사용 포인트", "o.points_used", "쓴 포인트"),
            field("결제금액", "o.amount", "낼 금액 (원)"),
            field("적립 포인트", "o.points_earned", "적립하는 포인트"),
            field("결제방법", "o.method", "고른 결제방법", METHODS),
            field("현금영수증", "o.cash_receipt", "현금영수증의 용도", CASH_RECEIPTS),
            field("상태", "o.state", "지금의 상태", STATES),
            field("결제일시", "o.paid_at", "결제한 때"),
            field("종료일시", "o.closed_at", "취소되거나 끝난 때"),
            field("정기결제", "o.subscription_id", "정기결제의 번호"),
            field("회차", "o.period", "정기결제의 몇 번째 결제인지"),
        ),
        source="""FROM orders o JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
            WHERE o.member_id = %(member)s ORDER BY o.created_at, o.id""",
    ),
    OwnFile(
        name="결제",
        meaning="결제를 시도하고 승인받은 내역입니다. 카드번호는 결제대행사에만 있습니다.",
        tables=("payments",),
        fields=(
            field("주문번호", "y.order_id", "결제한 주문"),
            field("상태", "y.state", "지금의 상태", PAYMENT_STATES),
            field("결제수단", "y.method", "결제대행사가 알린 결제수단"),
            field("금액", "y.amount", "결제한 금액 (원)"),
            field("취소금액", "y.cancelled_amount", "돌려준 금액 (원)"),
            field("요청일시", "y.requested_at", "결제를 시도한 때"),
            field("승인일시", "y.approved_at", "결제된 때"),
            field("취소일시", "y.cancelled_at", "취소된 때"),
            field("거절 사유", "coalesce(y.refusal_message, y.refusal_code)", "결제되지 않은 이유"),
            field("은행", "y.bank_code", "가상계좌 은행의 코드"),
            field("가상계좌", "y.account_number", "입금할 가상계좌의 번호"),
            field("영수증", "y.receipt_url", "영수증 주소"),
            field("현금영수증", "y.cash_receipt_url", "현금영수증 주소"),
        ),
        source="""FROM payments y JOIN orders o ON o.id = y.order_id
            WHERE o.member_id = %(member)s ORDER BY y.id""",
    ),
    OwnFile(
        name="환불",
        meaning="환불한 내역입니다. 환불받을 계좌번호는 암호로만 보관하고 환불한 뒤 지우므로 들어 있지 않습니다.",
        tables=("refunds",),
        fields=(
            field("주문번호", "r.order_id", "환불한 주문"),
            field("상태", "r.state", "지금의 상태", REFUND_STATES),
            field("금액", "r.amount", "돌려주는 금액 (원)"),
            field("돌려준 포인트", "r.points_returned", "쓴 포인트 가운데 돌려준 것"),
            field("회수한 포인트", "r.points_clawed_back", "적립한 포인트 가운데 회수한 것"),
            # What staff wrote is theirs.
            field("사유", "CASE WHEN r.requested_by IS NULL THEN r.reason END", "신청할 때 적은 이유"),
            field("신청일시", "r.requested_at", "신청한 때"),
            field("완료일시", "r.completed_at", "환불이 끝난 때"),
        ),
        source="FROM refunds r WHERE r.member_id = %(member)s ORDER BY r.id",
    ),
    OwnFile(
        name="포인트",
        meaning="포인트가 늘고 준 내역입니다.",
        tables=("point_entries",),
        fields=(
            field("일시", "e.created_at", "늘거나 준 때"),
            field("포인트", "e.amount", "늘거나 준 포인트"),
            field("내용", "e.kind", "늘거나 준 이유", POINTS),
            field("주문번호", "e.order_id", "관련된 주문"),
        ),
        source="FROM point_entries e WHERE e.member_id = %(member)s ORDER BY e.id",
    ),
    OwnFile(
        name="IP 교체권",
        meaning="IP 교체권이 늘고 준 내역입니다.",
        tables=("ticket_entries",),
        fields=(
            field("일시", "e.created_at", "늘거나 준 때"),
            field("장수", "e.amount", "늘거나 준 장수"),
            field("내용", "e.kind", "늘거나 준 이유", TICKETS),
            field("주문번호", "e.order_id", "관련된 주문"),
            field("서비스", "e.service_id", "교체권을 쓴 서비스의 번호"),
            field("만료", "e.expires_at", "교체권을 쓸 수 있는 기한"),
        ),
        source="FROM ticket_entries e WHERE e.member_id = %(member)s ORDER BY e.id",
    ),
    OwnFile(
        name="정기결제",
        meaning="정기결제입니다.",
        tables=("subscriptions",),
        fields=(
            field("번호", "s.id", "정기결제마다 하나인 번호"),
            field("상품", "sold.name", "상품 이름"),
            field("개월", "s.months", "한 번에 결제하는 개월"),
            field("수량", "s.quantity", "개수"),
            field("금액", "s.amount", "한 번에 결제하는 금액 (원)"),
            field("상태", "s.state", "지금의 상태", SUBSCRIPTION_STATES),
            field("시작", "s.started_at", "시작한 때"),
            field("결제된 기간", "s.paid_until", "언제까지 결제했는지"),
            field("다음 결제", "s.due_at", "다음에 결제할 때"),
            field("거절 코드", "s.failure_code", "결제되지 않았다면 결제대행사가 알린 코드"),
            field("해지 신청", "s.stop_requested_at", "해지를 신청한 때"),
            field("종료", "s.ended_at", "끝난 때"),
            field("종료 사유", "s.end_reason", "끝난 이유", END_REASONS),
        ),
        source="""FROM subscriptions s JOIN orders first ON first.subscription_id = s.id AND first.period = 1
            JOIN order_lines sold ON sold.order_id = first.id AND sold.number = 1
            WHERE s.member_id = %(member)s ORDER BY s.id""",
    ),
    OwnFile(
        name="등록한 카드",
        meaning="정기결제에 등록한 카드입니다. 카드번호는 화면에 보이는 만큼만 있습니다.",
        tables=("billing_methods",),
        fields=(
            field("카드사", "b.issuer_code", "카드사의 코드"),
            Field("카드번호", "b.card_number", shown=mask_card, meaning="가린 카드번호"),
            field("종류", "b.card_type", "카드의 종류"),
            field("상태", "b.state", "지금의 상태", CARDS),
            field("등록일시", "b.created_at", "등록한 때"),
            field("삭제일시", "b.removed_at", "삭제한 때"),
        ),
        source="FROM billing_methods b WHERE b.member_id = %(member)s ORDER BY b.id",
    ),
    OwnFile(
        name="요금 변경 동의",
        meaning="정기결제 요금이 오를 때 물어본 것과 답입니다.",
        tables=("price_consents",),
        fields=(
            field("정기결제", "c.subscription_id", "정기결제의 번호"),
            field("전 금액", "c.old_amount", "오르기 전의 금액 (원)"),
            field("새 금액", "c.new_amount", "오른 금액 (원)"),
            field("적용일시", "c.charge_at", "새 금액으로 처음 결제할 때"),
            field("질문일시", "c.asked_at", "물어본 때"),
            field("답변일시", "c.answered_at", "답한 때"),
            field("동의", "c.agreed", "동의했는지"),
            field("접속 IP", "host(c.ip_address)", "답할 때의 IP 주소"),
        ),
        source="""FROM price_consents c JOIN subscriptions s ON s.id = c.subscription_id
            WHERE s.member_id = %(member)s ORDER BY c.id""",
    ),
    OwnFile(
        name="세금계산서 신청",
        meaning="세금계산서를 신청한 내역입니다.",
        tables=("tax_invoice_requests",),
        fields=(
            field("주문번호", "t.order_id", "신청한 주문"),
            field("사업자등록번호", "t.business_number", "적은 사업자등록번호", shown=with_hyphens),
            field("상호", "t.company", "적은 상호"),
            field("대표자", "t.representative", "적은 대표자"),
            field("주소", "t.address", "적은 주소"),
            field("업태", "t.business_type", "적은 업태"),
            field("종목", "t.business_item", "적은 종목"),
            field("이메일", "t.email", "받을 이메일"),
            field("신청일시", "t.requested_at", "신청한 때"),
            field("발행일시", "t.issued_at", "발행한 때"),
            field("승인번호", "t.issued_number", "국세청 승인번호"),
            field("거절일시", "t.refused_at", "발행하지 않기로 한 때"),
            field("거절 사유", "t.refusal_reason", "발행하지 않은 이유"),
        ),
        source="""FROM tax_invoice_requests t JOIN orders o ON o.id = t.order_id
            WHERE o.member_id = %(member)s ORDER BY t.requested_at, t.order_id""",
    ),
)
