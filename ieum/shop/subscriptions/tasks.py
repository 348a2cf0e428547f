"""Names of the jobs that recurring payments queue."""

# The job itself is in `checkout`, which may call payments and services.
CHARGE_RENEWAL = "subscriptions.charge_renewal"
DELETE_BILLING_KEY = "subscriptions.delete_billing_key"
