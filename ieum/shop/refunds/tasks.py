"""Names of the jobs that refunds queue."""

from ieum.shop.kernel.queue import ForProvider

RETURN_MONEY = ForProvider("refunds.return_money")
RECONNECT = "refunds.reconnect"
