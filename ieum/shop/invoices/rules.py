"""Checks tax invoice requests and numbers of approval, and brings them into the form that is stored. Pure."""

import re
from datetime import date

from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.business_numbers import SENTENCE, is_business_number
from ieum.shop.kernel.errors import Field, InvalidFields, refuse_wrong
from ieum.shop.members.rules import tidy_email, wrong_email


def tidy(request: InvoiceRequest) -> InvoiceRequest:
    """The request in stored form. Raises InvalidFields where the business number or the mail address is malformed."""
    number = request.business_number.replace("-", "")
    email = tidy_email(request.email)
    refuse_wrong([*([] if is_business_number(number) else [_WRONG_NUMBER]), *wrong_email(email)])
    return InvoiceRequest(
        business_number=number,
        company=request.company.strip(),
        representative=request.representative.strip(),
        email=email,
        address=request.address.strip(),
        business_type=request.business_type.strip(),
        business_item=request.business_item.strip(),
    )


def with_hyphens(digits: str) -> str:
    """1234567891 → 123-45-67891, which a spreadsheet does not turn into a number."""
    return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"


def tidy_approval(number: str, *, paid_on: date | None, today: date) -> str:
    """A number of approval by the tax office, as Hometax shows it: `20261125-41000000-1234567a`.

    It has 24 signs and begins with the day on which the invoice was issued. Raises InvalidFields where that is no day,
    is to come, or lies before the payment.
    """
    signs = re.sub(r"[ -]", "", number).lower()
    if not _APPROVAL.fullmatch(signs):
        raise InvalidFields(Field("number", "invalid", "승인번호 24자리를 그대로 적어 주세요."))
    try:
        day = date.fromisoformat(signs[:8])
    except ValueError:
        detail = "승인번호는 발행한 날짜 8자리로 시작합니다. 번호를 다시 확인해 주세요."
        raise InvalidFields(Field("number", "no_date", detail)) from None
    if day > today:
        detail = "승인번호의 날짜가 오늘보다 뒤입니다. 번호를 다시 확인해 주세요."
        raise InvalidFields(Field("number", "to_come", detail))
    if paid_on is not None and day < paid_on:
        detail = f"승인번호의 날짜가 결제한 날({paid_on:%Y.%m.%d})보다 앞섭니다. 번호를 다시 확인해 주세요."
        raise InvalidFields(Field("number", "before_payment", detail))
    return f"{signs[:8]}-{signs[8:16]}-{signs[16:]}"


_APPROVAL = re.compile(r"[0-9]{8}[0-9a-z]{16}")
_WRONG_NUMBER = Field("businessNumber", "invalid", SENTENCE)
