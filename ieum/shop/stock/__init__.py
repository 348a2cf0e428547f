"""Exit addresses and their pools, and the leases and holds on them."""
