"""Names of the jobs that refunds queue."""

RETURN_MONEY = "refunds.return_money"
RECONNECT = "refunds.reconnect"
