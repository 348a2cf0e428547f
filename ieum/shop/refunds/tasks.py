"""The job that a refund queues, by name."""

RETURN_MONEY = "refunds.return_money"
