"""Input of the accountant's calls."""

import msgspec

from ieum.shop.desk.acting import Reason
from ieum.shop.invoices.desk.types import Month


class AccountantMonth(msgspec.Struct, forbid_unknown_fields=True):
    """A month in Seoul."""

    month: Month
    reason: Reason
