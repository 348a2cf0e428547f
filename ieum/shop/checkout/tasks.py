"""The jobs that a payment queues, by name."""

SETTLE_PAYMENT = "checkout.settle_payment"
READ_PAYMENT = "checkout.read_payment"
