"""Names of the jobs that payments queue."""

SETTLE_PAYMENT = "checkout.settle_payment"
READ_PAYMENT = "checkout.read_payment"
