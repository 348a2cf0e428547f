"""The site: its config, blocked addresses, visits, errors in browsers, the caller's own address."""
