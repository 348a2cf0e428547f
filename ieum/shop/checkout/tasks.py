"""Names of the jobs that payments queue."""

from ieum.shop.kernel.queue import ForProvider

SETTLE_PAYMENT = ForProvider("checkout.settle_payment")
READ_PAYMENT = ForProvider("checkout.read_payment")
