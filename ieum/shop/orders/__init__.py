"""Quote, order, and what becomes of it."""
