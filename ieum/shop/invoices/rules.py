"""Checks a tax invoice request and brings it into the form that is stored. Pure."""

from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.business_numbers import SENTENCE, is_business_number
from ieum.shop.kernel.errors import Field, refuse_wrong
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


_WRONG_NUMBER = Field("businessNumber", "invalid", SENTENCE)
