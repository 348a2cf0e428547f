"""Recurring payments as staff see them, stop them and charge them now."""
