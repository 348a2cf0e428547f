"""Names of this room's jobs, for whoever queues them."""

# Looks for room for the services of evacuations that have begun.
PLAN = "evacuation.plan"
