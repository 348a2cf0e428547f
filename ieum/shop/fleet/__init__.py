"""Gateways, their exit addresses, the leases on these, and what each gateway should do."""
