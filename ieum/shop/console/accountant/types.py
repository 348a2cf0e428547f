"""What the accountant asks for."""

import msgspec

from ieum.shop.console.invoices.types import Month
from ieum.shop.desk.access import Reason


class AccountantMonth(msgspec.Struct, forbid_unknown_fields=True):
    """A month in Seoul."""

    month: Month
    reason: Reason
