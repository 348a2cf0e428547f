"""Names of the jobs that recurring payments queue."""

from ieum.shop.kernel.queue import ForProvider

# The job itself is in `checkout`, which may call payments and services.
CHARGE_RENEWAL = ForProvider("subscriptions.charge_renewal")
DELETE_BILLING_KEY = ForProvider("subscriptions.delete_billing_key")
