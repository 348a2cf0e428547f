"""Leaving the shop: what a member loses, which records the law makes us keep, and when those are destroyed."""
