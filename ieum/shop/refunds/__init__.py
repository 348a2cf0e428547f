"""Refunds: how much goes back, what is taken back for it, and the provider call that returns the money."""
