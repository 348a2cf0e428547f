"""What the accountant asks for."""

import msgspec

from ieum.shop.console.access import Reason
from ieum.shop.console.invoices.types import Month


class AccountantMonth(msgspec.Struct, forbid_unknown_fields=True):
    """A month in Seoul."""

    month: Month
    reason: Reason
