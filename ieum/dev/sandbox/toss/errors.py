"""Toss's error codes with their HTTP statuses, and the Korean texts that the sandbox gives them."""

CODES_BY_STATUS: dict[int, str] = {
    400: """
        ALREADY_PROCESSED_PAYMENT PROVIDER_ERROR INVALID_REQUEST INVALID_API_KEY BELOW_MINIMUM_AMOUNT
        EXCEED_MAX_AMOUNT EXCEED_MAX_PAYMENT_AMOUNT EXCEED_MAX_DAILY_PAYMENT_COUNT
        EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT
        EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT INVALID_REJECT_CARD INVALID_CARD_EXPIRATION INVALID_STOPPED_CARD
        INVALID_CARD_LOST_OR_STOLEN INVALID_CARD_NUMBER EXCEED_MAX_CARD_INSTALLMENT_PLAN
        INVALID_CARD_INSTALLMENT_PLAN NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT
        NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN NOT_ALLOWED_POINT_USE RESTRICTED_TRANSFER_ACCOUNT
        INVALID_ACCOUNT_INFO_RE_REGISTER NOT_FOUND_TERMINAL_ID INVALID_AUTHORIZE_AUTH
        INVALID_UNREGISTERED_SUBMALL NOT_REGISTERED_BUSINESS CARD_PROCESSING_ERROR NOT_AVAILABLE_PAYMENT
        UNAPPROVED_ORDER_ID
        ALREADY_CANCELED_PAYMENT INVALID_REFUND_ACCOUNT_INFO INVALID_REFUND_ACCOUNT_NUMBER INVALID_BANK
        EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT NOT_MATCHES_REFUNDABLE_AMOUNT REFUND_REJECTED
        ALREADY_REFUND_PAYMENT FORBIDDEN_BANK_REFUND_REQUEST
        NOT_SUPPORTED_CARD_TYPE INVALID_CARD_PASSWORD INVALID_CARD_IDENTITY INVALID_BIRTH_DAY_FORMAT
        NOT_REGISTERED_CARD_COMPANY INVALID_EMAIL NOT_SUPPORTED_METHOD
        INVALID_BILL_KEY_REQUEST ALREADY_REMOVED_BILLING_KEY NOT_MATCHES_CUSTOMER_KEY DUPLICATED_ORDER_ID
        INVALID_IDEMPOTENCY_KEY INVALID_TEST_CODE DUPLICATED_CASH_RECEIPT INVALID_CASH_RECEIPT_INFO
    """,
    401: "UNAUTHORIZED_KEY",
    403: """
        REJECT_CARD_PAYMENT REJECT_ACCOUNT_PAYMENT REJECT_CARD_COMPANY FORBIDDEN_REQUEST
        REJECT_TOSSPAY_INVALID_ACCOUNT EXCEED_MAX_AUTH_COUNT EXCEED_MAX_ONE_DAY_AMOUNT NOT_AVAILABLE_BANK
        INVALID_PASSWORD FDS_ERROR INCORRECT_BASIC_AUTH_FORMAT FORBIDDEN_CONSECUTIVE_REQUEST
        NOT_CANCELABLE_AMOUNT NOT_CANCELABLE_PAYMENT NOT_CANCELABLE_PAYMENT_FOR_DORMANT_USER
        NOT_ALLOWED_PARTIAL_REFUND NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT EXCEED_MAX_REFUND_DUE
        EXCEED_CANCEL_LIMIT
    """,
    404: "NOT_FOUND NOT_FOUND_PAYMENT NOT_FOUND_PAYMENT_SESSION NOT_FOUND_BILLING",
    409: "IDEMPOTENT_REQUEST_PROCESSING",
    500: """
        FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING FAILED_INTERNAL_SYSTEM_PROCESSING UNKNOWN_PAYMENT_ERROR
        FAILED_REFUND_PROCESS FAILED_METHOD_HANDLING_CANCEL FAILED_PARTIAL_REFUND COMMON_ERROR
        FAILED_DB_PROCESSING FAILED_CARD_COMPANY_RESPONSE
    """,
}
STATUS_OF = {code: status for status, codes in CODES_BY_STATUS.items() for code in codes.split()}

TEXTS = {
    "ALREADY_PROCESSED_PAYMENT": "이미 승인된 결제입니다.",
    "PROVIDER_ERROR": "결제 기관에서 일시적인 오류가 났습니다. 잠시 후 다시 시도해 주세요.",
    "INVALID_REQUEST": "요청 값이 올바르지 않습니다.",
    "INVALID_API_KEY": "이 API에 쓸 수 없는 종류의 시크릿 키입니다.",
    "BELOW_MINIMUM_AMOUNT": "결제할 수 있는 최소 금액보다 적습니다.",
    "INVALID_REJECT_CARD": "카드사에서 사용을 제한한 카드입니다.",
    "INVALID_CARD_EXPIRATION": "카드 유효기간을 확인해 주세요.",
    "INVALID_STOPPED_CARD": "사용이 정지된 카드입니다.",
    "INVALID_CARD_LOST_OR_STOLEN": "분실 또는 도난 신고된 카드입니다.",
    "INVALID_CARD_NUMBER": "카드 번호를 확인해 주세요.",
    "CARD_PROCESSING_ERROR": "카드사 처리 중 오류가 났습니다.",
    "NOT_AVAILABLE_PAYMENT": "지금은 결제할 수 없는 시간입니다.",
    "ALREADY_CANCELED_PAYMENT": "이미 취소된 결제입니다.",
    "NOT_MATCHES_REFUNDABLE_AMOUNT": "취소 가능 금액이 요청과 다릅니다.",
    "DUPLICATED_ORDER_ID": "이미 승인되었거나 취소된 주문 번호입니다.",
    "INVALID_IDEMPOTENCY_KEY": "멱등키는 300자 이하여야 합니다.",
    "INVALID_TEST_CODE": "알 수 없는 테스트 코드입니다.",
    "NOT_SUPPORTED_METHOD": "지원하지 않는 결제 수단입니다.",
    "INVALID_BILL_KEY_REQUEST": "존재하지 않는 빌링키입니다.",
    "ALREADY_REMOVED_BILLING_KEY": "이미 삭제된 빌링키입니다.",
    "NOT_MATCHES_CUSTOMER_KEY": "빌링키를 발급한 구매자와 다릅니다.",
    "NOT_FOUND_BILLING": "존재하지 않는 빌링 정보입니다.",
    "NOT_SUPPORTED_CARD_TYPE": "지원하지 않는 종류의 카드입니다.",
    "INVALID_REFUND_ACCOUNT_INFO": "환불 계좌 정보를 확인해 주세요.",
    "INVALID_REFUND_ACCOUNT_NUMBER": "환불 계좌 번호를 확인해 주세요.",
    "INVALID_BANK": "은행을 확인해 주세요.",
    "NOT_ALLOWED_PARTIAL_REFUND": "부분 취소할 수 없는 결제입니다.",
    "NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT": "입금 전에는 전액만 취소할 수 있습니다.",
    "EXCEED_MAX_PAYMENT_AMOUNT": "한 번에 이체할 수 있는 금액을 넘었습니다.",
    "UNAUTHORIZED_KEY": "인증되지 않은 키입니다.",
    "REJECT_CARD_PAYMENT": "한도 초과 또는 잔액 부족으로 결제가 거절되었습니다.",
    "REJECT_ACCOUNT_PAYMENT": "잔액 부족으로 결제가 거절되었습니다.",
    "REJECT_CARD_COMPANY": "카드사에서 결제를 거절했습니다.",
    "FORBIDDEN_REQUEST": "허용되지 않은 요청입니다. 주문 번호와 키를 확인해 주세요.",
    "EXCEED_MAX_AUTH_COUNT": "인증 시도 횟수를 초과했습니다.",
    "INCORRECT_BASIC_AUTH_FORMAT": "인증 헤더 형식이 올바르지 않습니다. 시크릿 키 뒤에 콜론이 있어야 합니다.",
    "FORBIDDEN_CONSECUTIVE_REQUEST": "같은 요청이 너무 빠르게 반복되었습니다.",
    "NOT_CANCELABLE_AMOUNT": "취소할 수 있는 금액을 넘었습니다.",
    "NOT_CANCELABLE_PAYMENT": "취소할 수 없는 결제입니다.",
    "NOT_FOUND": "존재하지 않는 정보입니다.",
    "NOT_FOUND_PAYMENT": "존재하지 않는 결제입니다.",
    "NOT_FOUND_PAYMENT_SESSION": "결제 시간이 지났거나 결제 정보가 없습니다.",
    "IDEMPOTENT_REQUEST_PROCESSING": "같은 멱등키의 이전 요청을 처리하고 있습니다.",
    "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING": "결제 처리 중 내부 오류가 났습니다.",
    "FAILED_INTERNAL_SYSTEM_PROCESSING": "내부 시스템 처리에 실패했습니다.",
    "UNKNOWN_PAYMENT_ERROR": "결제에 실패했습니다. 원인을 알 수 없습니다.",
    # The server API never answers these; they appear in the window or go to `failUrl`.
    "PAY_PROCESS_CANCELED": "구매자가 결제를 취소했습니다.",
    "PAY_PROCESS_ABORTED": "결제가 중단되었습니다.",
    "EXPIRED_PAYMENT": "결제 유효 시간이 지났습니다.",
    "INVALID_CLIENT_KEY": "등록되지 않은 클라이언트 키입니다.",
    "INVALID_PARAMETERS": "결제 요청 값이 올바르지 않습니다.",
}


class TossError(Exception):
    """A refusal as Toss words it. Whoever raises it has changed nothing."""

    def __init__(self, code: str, message: str | None = None) -> None:
        self.code = code
        self.status = STATUS_OF.get(code, 400)
        self.message = message or text_of(code)
        super().__init__(f"{code}: {self.message}")


def text_of(code: str) -> str:
    return TEXTS.get(code, f"요청을 처리하지 못했습니다. ({code})")
