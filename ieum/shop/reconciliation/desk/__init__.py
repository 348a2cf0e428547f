"""Alarms and the comparison of our books with the provider's, as staff see them and settle them."""
