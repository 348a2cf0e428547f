"""Wishes that nobody answered: the clock ends them, and what waits beside them."""
