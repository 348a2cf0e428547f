"""Name of the job that refunds queue."""

RETURN_MONEY = "refunds.return_money"
