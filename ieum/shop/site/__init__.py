"""The shop's own facts: config, meta, visits, the caller's address."""
