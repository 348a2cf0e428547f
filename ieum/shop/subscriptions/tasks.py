"""The jobs that recurring payments queue, by name."""

# Carried out by checkout, which knows the way from a charge to its services.
CHARGE_RENEWAL = "subscriptions.charge_renewal"
DELETE_BILLING_KEY = "subscriptions.delete_billing_key"
