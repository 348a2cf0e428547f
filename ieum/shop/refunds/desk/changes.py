"""Changes that staff make to refunds."""

from ieum.shop.refunds.desk.refunding import REFUND
from ieum.shop.refunds.desk.settling import AGAIN, SETTLE

CHANGES = [REFUND, SETTLE, AGAIN]
