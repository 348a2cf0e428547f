"""Leaving the shop: what the member loses, what the law keeps, and when the rest is destroyed."""
