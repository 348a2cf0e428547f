"""Toss's checks of a payment or registration request before it opens the window."""

import re
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlsplit

import msgspec

from ieum.dev.sandbox.toss.cash_receipts import TYPES
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.requests import PaymentRequest, RegistrationRequest

ANONYMOUS = "@@ANONYMOUS"
ORDER_ID = re.compile(r"[A-Za-z0-9_-]{6,64}")
CUSTOMER_KEY = re.compile(r"[A-Za-z0-9_=.@-]{2,50}")
MOBILE_PHONE = re.compile(r"\d{8,15}")
LONGEST_URL = 2000
LONGEST_WAIT_HOURS = 2160
METHODS = frozenset({"CARD", "TRANSFER", "VIRTUAL_ACCOUNT"})


def read_request(query: Mapping[str, str]) -> PaymentRequest:
    """Read and check the window's query. The browser script checked it too, but anybody can write an address."""
    given = {name: value for name, value in query.items() if value}
    try:
        metadata = msgspec.json.decode(given.pop("metadata", "{}"))
        request = msgspec.convert(given | {"metadata": metadata}, PaymentRequest, strict=False)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise TossError("INVALID_PARAMETERS", f"결제 요청 값이 올바르지 않습니다. ({error})") from error
    check(request)
    return request


def read_registration(query: Mapping[str, str]) -> RegistrationRequest:
    given = {name: value for name, value in query.items() if value}
    try:
        request = msgspec.convert(given, RegistrationRequest, strict=False)
    except msgspec.ValidationError as error:
        raise TossError("INVALID_PARAMETERS", f"카드 등록 요청 값이 올바르지 않습니다. ({error})") from error
    if request.method != "CARD":
        raise TossError("NOT_SUPPORTED_METHOD")
    if request.customer_key == ANONYMOUS or not CUSTOMER_KEY.fullmatch(request.customer_key):
        raise TossError("INVALID_CUSTOMER_KEY", "구매자 키(customerKey) 형식이 올바르지 않습니다.")
    check_names(request.customer_name, request.customer_email)
    check_addresses(request.success_url, request.fail_url)
    return request


def check(request: PaymentRequest) -> None:
    if request.customer_key != ANONYMOUS and not CUSTOMER_KEY.fullmatch(request.customer_key):
        raise TossError("INVALID_CUSTOMER_KEY", "구매자 키(customerKey) 형식이 올바르지 않습니다.")
    if request.method not in METHODS:
        raise TossError("NOT_SUPPORTED_METHOD")
    if request.currency != "KRW":
        raise TossError("INVALID_AMOUNT_CURRENCY", "통화는 KRW여야 합니다.")
    if request.value <= 0 or not 0 <= request.tax_free_amount <= request.value:
        raise TossError("BELOW_ZERO_AMOUNT", "결제 금액은 0보다 커야 합니다.")
    if not ORDER_ID.fullmatch(request.order_id):
        raise TossError("INVALID_PARAMETERS", "주문 번호(orderId) 형식이 올바르지 않습니다.")
    check_names(request.order_name, request.customer_name, request.customer_email)
    phone = request.customer_mobile_phone
    if phone is not None and not MOBILE_PHONE.fullmatch(phone):
        raise TossError("INVALID_PARAMETERS", "휴대폰 번호는 숫자 8~15자리여야 합니다.")
    check_metadata(request.metadata)
    check_cash(request)
    check_return(request)


def check_names(*texts: str | None) -> None:
    if any(text is not None and len(text) > 100 for text in texts):
        raise TossError("INVALID_PARAMETERS", "주문명과 구매자 정보는 100자 이하여야 합니다.")


def check_cash(request: PaymentRequest) -> None:
    """Check the fields that only transfers and virtual accounts have: cash receipt and deposit deadline."""
    if request.cash_receipt_type is not None and request.cash_receipt_type not in TYPES:
        raise TossError("INVALID_PARAMETERS", "현금영수증 종류(cashReceipt.type)가 올바르지 않습니다.")
    if request.valid_hours is not None and request.due_date is not None:
        raise TossError("INVALID_PARAMETERS", "validHours와 dueDate는 함께 쓸 수 없습니다.")
    if request.valid_hours is not None and not 1 <= request.valid_hours <= LONGEST_WAIT_HOURS:
        raise TossError("EXCEED_MAX_DUE_DATE", "입금 기한은 90일 이내여야 합니다.")
    if request.due_date is not None:
        try:
            datetime.fromisoformat(request.due_date)
        except ValueError as error:
            raise TossError("INVALID_PARAMETERS", "dueDate 형식이 올바르지 않습니다.") from error


def check_metadata(metadata: Mapping[str, str]) -> None:
    fits = len(metadata) <= 5 and all(
        len(key) <= 40 and not set("[]") & set(key) and len(value) <= 2000 for key, value in metadata.items()
    )
    if not fits:
        raise TossError("INVALID_METADATA", "메타데이터(metadata) 형식이 올바르지 않습니다.")


def check_return(request: PaymentRequest) -> None:
    """Redirect mode needs `successUrl` and `failUrl`, Promise mode the origin of the page that waits."""
    if request.success_url is None and request.fail_url is None and request.origin is not None:
        if not is_absolute(request.origin):
            raise TossError("INVALID_PARAMETERS")
        return
    check_addresses(request.success_url, request.fail_url)


def check_addresses(success_url: str | None, fail_url: str | None) -> None:
    if not is_absolute(success_url):
        raise TossError("INCORRECT_SUCCESS_URL_FORMAT", "successUrl은 절대 주소여야 합니다.")
    if not is_absolute(fail_url):
        raise TossError("INCORRECT_FAIL_URL_FORMAT", "failUrl은 절대 주소여야 합니다.")


def is_absolute(url: str | None) -> bool:
    if url is None or len(url) > LONGEST_URL:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)
